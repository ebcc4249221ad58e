from rlve.envs.strings.longest_doubly_balanced_substring import LongestDoublyBalancedSubstring
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LongestDoublyBalancedSubstring("pppjjpjpjpj")  # ppp at 0; p j p j p at 5; not 0..10 (suffix jjpjpjp)
    assert reward(problem, "5 10") == 1.0
    assert 0.0 <= reward(problem, "0 3") < 0.1
    assert reward(problem, "0 10") == reward(problem, "4 10") == reward(problem, "5 11") == -0.5
    assert reward(problem, "5 5") == reward(problem, "5 12") == reward(problem, "5") == -0.5


def balanced(piece: str) -> bool:
    ends = [piece[:i] for i in range(1, len(piece) + 1)] + [piece[i:] for i in range(len(piece))]
    return all(end.count("p") >= end.count("j") for end in ends)


def test_agrees_with_all_pieces():
    for problem in drawn(LongestDoublyBalancedSubstring, seeds=6, length=24):
        pieces = [(i, j) for i in range(24) for j in range(i + 1, 25)]
        good = {(i, j) for i, j in pieces if balanced(problem.text[i:j])}
        longest = max(j - i for i, j in good)
        for i, j in pieces:
            earned = reward(problem, f"{i} {j}")
            assert (earned >= 0.0) == ((i, j) in good)
            assert (earned == 1.0) == ((i, j) in good and j - i == longest)


def shortcut_one_pass(problem):
    """Begins a new piece where the last one could not go on, and cuts each down to its greatest height."""
    return problem.one_pass()


def shortcut_one_pass_from_the_end(problem):
    """The same from the end."""
    return problem.backwards()


def shortcut_longest_run(problem):
    """Takes the longest run of p."""
    run = max(len(run) for run in problem.text.split("j"))
    left = problem.text.find("p" * run)
    return [left, left + run]
