from fractions import Fraction
from itertools import product

from rlve.envs.games.cyclic_food_sharing_equilibrium import CyclicFoodSharingEquilibrium
from tests.envs.drawing import drawn, reward


def payoff(calories: list[int], choices: tuple[int, ...], person: int) -> Fraction:
    return Fraction(calories[choices[person] - 1], choices.count(choices[person]))


def is_equilibrium(calories: list[int], choices: tuple[int, ...]) -> bool:
    count = len(choices)
    for person, food in enumerate(choices):
        other = {person + 1, (person + 1) % count + 1} - {food}
        changed = (*choices[:person], other.pop(), *choices[person + 1 :])
        if payoff(calories, changed, person) > payoff(calories, choices, person):
            return False
    return True


def test_worked_example():
    problem = CyclicFoodSharingEquilibrium([7, 3, 8])
    assert reward(problem, "1 3 3") == 1.0  # 7, 4 and 4: food 2 gives 3, and a half of food 1 gives 3.5
    assert reward(problem, "1 2 3") == 0.0  # person 2 leaves 3 for a half of 8
    assert reward(problem, "1 3 1") == 0.0  # person 3 leaves a half of 7 for a half of 8
    assert reward(problem, "3 2 1") == reward(problem, "1 1 1") == reward(problem, "1 2 4") == -0.5
    assert reward(problem, "1 3") == -0.5


def test_a_change_for_the_same_amount_is_no_reason():
    assert reward(CyclicFoodSharingEquilibrium([8, 4, 8]), "1 2 3") == 1.0  # a half of 8 is no more than 4


def test_all_choices():
    for people in (4, 5, 8):
        for problem in drawn(CyclicFoodSharingEquilibrium, seeds=12, people=people):
            options = [(person + 1, (person + 1) % people + 1) for person in range(people)]
            equilibria = {choices for choices in product(*options) if is_equilibrium(problem.calories, choices)}
            assert tuple(problem.solution) in equilibria
            for choices in product(*options):
                assert (problem.score(list(choices)) == 1.0) == (choices in equilibria)


def test_simple_choices_earn_nothing():
    for problem in drawn(CyclicFoodSharingEquilibrium, people=7):
        assert problem.score([1, 2, 3, 4, 5, 6, 7]) == problem.score([2, 3, 4, 5, 6, 7, 1]) == 0.0


def shortcut_larger_food(problem):
    """Lets everyone take the larger food."""
    count = len(problem.calories)
    pairs = [(person + 1, (person + 1) % count + 1) for person in range(count)]
    return [max(pair, key=lambda food: problem.calories[food - 1]) for pair in pairs]


def shortcut_one_round_of_best_answers(problem):
    """The skill: from the larger foods on, one person after another takes what is better for them."""
    choices, count = shortcut_larger_food(problem), len(problem.calories)
    for person in range(count):
        if person in problem.unhappy(choices):
            choices[person] = (person + 1) % count + 1 if choices[person] == person + 1 else person + 1
    return choices


def shortcut_by_size(problem):
    """Gives the largest foods away first, each to the first of its two people who is still free."""
    count, choices = len(problem.calories), [0] * len(problem.calories)
    for food in sorted(range(1, count + 1), key=lambda food: -problem.calories[food - 1]):
        free = [person for person in (food - 1, (food - 2) % count) if not choices[person]]
        if free:
            choices[free[0]] = food
    return choices
