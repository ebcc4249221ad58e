from random import Random

import pytest

from rlve.envs.simulation.ab_token_rewriting import AbTokenRewriting
from tests.envs.drawing import drawn, reward

EXAMPLE = AbTokenRewriting(["B#", "A#", "#B", "#A", "B#"])  # B# #B A# #A B#, then both pairs vanish


def any_order(rng: Random, text: str) -> str:
    """The final form, by rewriting a random place of the text at a time."""
    rules = {"A# #A": "", "B# #B": "", "A# #B": "#B A#", "B# #A": "#A B#"}
    while True:
        places = [(text.index(left, i), left) for i in range(len(text)) for left in rules if text.startswith(left, i)]
        if not places:
            return text
        place, left = rng.choice(places)
        text = " ".join((text[:place] + rules[left] + text[place + len(left) :]).split())


def test_worked_example():
    assert reward(EXAMPLE, "B#") == 1.0
    assert reward(EXAMPLE, "#B") == reward(EXAMPLE, "B# B#") == reward(EXAMPLE, "empty") == 0.0
    assert reward(EXAMPLE, "A") == reward(EXAMPLE, "") == reward(EXAMPLE, "##") == -1.0


@pytest.mark.parametrize(("program", "final"), [("A# #B", "#B A#"), ("B# #A", "#A B#"), ("#A A#", "#A A#")])
def test_single_reactions(program, final):
    assert reward(AbTokenRewriting(program.split()), final) == 1.0


def test_an_empty_final_form():
    assert reward(AbTokenRewriting(["A#", "B#", "#B", "#A"]), "empty") == 1.0
    empty = [problem.solution == [] for problem in drawn(AbTokenRewriting, seeds=400, tokens=6)]
    assert 0 < sum(empty) < 40


def test_every_order_of_reactions_leads_to_the_solution():
    rng = Random(0)
    for tokens in (3, 5, 8, 13):
        for problem in drawn(AbTokenRewriting, seeds=30, tokens=tokens):
            final = any_order(rng, " ".join(problem.program))
            assert reward(problem, final or "empty") == 1.0
            assert final != " ".join(problem.program)


def shortcut_vanishing_pairs_only(problem):
    """Lets equal letters vanish, and changes no places."""
    left = []
    for token in problem.program:
        if left and left[-1][1] == token[0] == "#" and left[-1][0] == token[1]:
            left.pop()
        else:
            left.append(token)
    return left


def shortcut_sorted_by_marks(problem):
    """Cancels each letter by number, and writes the tokens with the mark in front first."""
    return problem.by_numbers()
