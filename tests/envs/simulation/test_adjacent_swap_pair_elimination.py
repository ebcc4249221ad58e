from rlve.envs.simulation.adjacent_swap_pair_elimination import AdjacentSwapPairElimination
from tests.envs.drawing import drawn, reward


def closed_up(word: str) -> str:
    for a, b in zip(word, word[1:]):
        if a == b:
            return closed_up(word.replace(a + b, ""))
    return word


def moved(word: str, place: int) -> str:
    return closed_up(word[:place] + word[place + 1] + word[place] + word[place + 2 :])


def fewest_moves(word: str) -> int:
    """By breadth-first search over all sequences."""
    reached, count = {word}, 0
    while "" not in reached:
        reached = {moved(other, place) for other in reached for place in range(len(other) - 1)}
        count += 1
    return count


def test_worked_example():
    problem = AdjacentSwapPairElimination([0, 1, 2, 0, 1, 2])  # 0 1 0 2 1 2, then 1 2 1 2 once the zeros have met
    assert reward(problem, "2 1 1") == reward(problem, "2, 1, 0") == 1.0
    assert reward(problem, "2 1") == -0.5  # four numbers are left
    assert reward(problem, "2 1 1 0") == -0.5  # nothing is left to swap
    assert reward(problem, "5 1 1") == reward(problem, "-1 1 1") == -0.5
    assert reward(problem, "") == -1.0


def test_longer_ways_earn_less():
    problem = AdjacentSwapPairElimination([0, 1, 2, 1, 0, 2])  # 1 1 vanish after one move, then 0 2 0 2 is left
    assert len(problem.solution) == fewest_moves("012102") == 2
    assert reward(problem, "1 1") == 1.0
    assert reward(problem, "3 2 1") < 1.0
    assert reward(problem, "3 3 1 1") == 0.0


def test_cascades():
    problem = AdjacentSwapPairElimination([0, 1, 2, 1, 2, 0])  # one move makes 1 1 meet, then 2 2, then 0 0
    assert len(problem.solution) == 1
    assert reward(problem, "2") == reward(problem, "1") == 1.0


def test_equals_breadth_first_search():
    for pairs, seeds in ((3, 15), (4, 15), (5, 3)):
        for problem in drawn(AdjacentSwapPairElimination, seeds=seeds, pairs=pairs):
            word = "".join(map(str, problem.numbers))
            assert len(problem.solution) == fewest_moves(word)
            for place in problem.solution:
                word = moved(word, place)
            assert word == ""
            assert problem.in_order() > len(problem.solution)


def test_as_many_moves_as_crossings():
    for problem in drawn(AdjacentSwapPairElimination, seeds=30, pairs=12):
        ends = {n: [i for i, other in enumerate(problem.numbers) if other == n] for n in problem.numbers}
        crossings = sum(a[0] < b[0] < a[1] < b[1] for a in ends.values() for b in ends.values())
        assert len(problem.solution) == crossings


def moves_that_bring_together(problem, choose):
    """Brings one pair after another together, its right one going left; `choose` picks the pair's number."""
    numbers, moves = list(problem.numbers), []

    def settle():
        kept = []
        for number in numbers:
            if kept and kept[-1] == number:
                kept.pop()
            else:
                kept.append(number)
        numbers[:] = kept

    settle()
    while numbers:
        number = choose(numbers)
        place = len(numbers) - 1 - numbers[::-1].index(number)
        moves.append(place - 1)
        numbers[place - 1 : place + 1] = numbers[place - 1 : place + 1][::-1]
        settle()
    return moves


def shortcut_first_number_first(problem):
    """Always makes the pair of the first number meet."""
    return moves_that_bring_together(problem, lambda numbers: numbers[0])


def shortcut_nearest_pair_first(problem):
    """The skill: always goes on with the pair whose numbers stand nearest to each other."""

    def nearest(numbers):
        return min(numbers, key=lambda number: len(numbers) - 1 - numbers[::-1].index(number) - numbers.index(number))

    return moves_that_bring_together(problem, nearest)
