from rlve.envs.bits.nand_closure_range_counting import NandClosureRangeCounting
from tests.envs.drawing import drawn, reward


def closure(numbers: list[int], bits: int) -> set[int]:
    mask, found, size = (1 << bits) - 1, set(numbers), 0
    while len(found) > size:
        size = len(found)
        found |= {mask ^ (a & b) for a in found for b in found}
    return found


def test_worked_example():
    # 0110 and 0100: the first and the last digit always agree, so that 0000 0010 0100 0110 1001 1011 1101 1111 remain
    problem = NandClosureRangeCounting([6, 4], bits=4, low=3, high=11)
    assert reward(problem, "4 4") == 1.0
    assert reward(problem, "9 3") == reward(problem, "4 6") == reward(problem, "3 4") == 0.0
    assert reward(NandClosureRangeCounting([6, 4], bits=4, low=4, high=4), "1 4") == 1.0
    assert reward(problem, "4") == -0.5


def test_the_closure_step_by_step():
    for count, bits in ((2, 5), (3, 6), (3, 8)):
        for problem in drawn(NandClosureRangeCounting, seeds=15, count=count, bits=bits, most_classes=5):
            inside = [n for n in closure(problem.numbers, bits) if problem.low <= n <= problem.high]
            assert problem.solution == [len(inside), min(inside)]
            assert len(inside) >= 2


def shortcut_share_of_the_range(problem):
    """Spreads all numbers that can be made evenly; the smallest is right."""
    share = (problem.high - problem.low + 1) << len(problem.classes())
    return [round(share / 2**problem.bits), problem.solution[1]]


def shortcut_given_numbers_and_complements(problem):
    """Takes what one NAND makes of one or two of the numbers."""
    mask = (1 << problem.bits) - 1
    made = {*problem.numbers, *(mask ^ (a & b) for a in problem.numbers for b in problem.numbers)}
    inside = [number for number in made if problem.low <= number <= problem.high]
    return [len(inside), min(inside)] if inside else [0, 0]


def shortcut_everything(problem):
    """Takes all numbers of the range."""
    return [problem.high - problem.low + 1, problem.low]
