from fractions import Fraction
from itertools import product

from rlve.envs.probability.parking_function_probability import ParkingFunctionProbability
from tests.envs.drawing import drawn, reward


def all_sit(problem: ParkingFunctionProbability, numbers: tuple[int, ...]) -> bool:
    free = set(range(1, problem.seats + 1)) - set(problem.taken)
    for number in numbers:
        seat = min((seat for seat in free if seat >= number), default=None)
        if seat is None:
            return False
        free.remove(seat)
    return True


def test_worked_example():
    # Of the seats 1 and 3 the first visitor leaves seat 3 free by drawing a 1, seat 1 by drawing 2 or 3: 1/3 + 2/3 * 1/3
    problem = ParkingFunctionProbability(seats=3, taken=[2], visitors=2)
    assert reward(problem, "5/9") == reward(problem, "10/18") == 1.0
    assert reward(problem, "4/9") == reward(problem, "8/9") == 0.0
    assert reward(problem, "0.55") == 0.0
    assert ParkingFunctionProbability(seats=3, taken=[3], visitors=1).solution == Fraction(2, 3)


def test_all_drawn_numbers():
    for most_seats, seeds in ((6, 20), (7, 5)):
        for problem in drawn(ParkingFunctionProbability, seeds=seeds, most_seats=most_seats):
            draws = list(product(range(1, problem.seats + 1), repeat=problem.visitors))
            assert problem.solution == Fraction(sum(all_sit(problem, numbers) for numbers in draws), len(draws))
            assert 0 < problem.solution < 1


def test_all_seats_free_at_first():
    for seats in range(2, 9):
        for visitors in range(1, seats + 1):
            closed = Fraction((seats + 1) ** (visitors - 1) * (seats + 1 - visitors), seats**visitors)
            assert ParkingFunctionProbability(seats, [], visitors).solution == closed


def shortcut_as_if_the_row_were_shorter(problem):
    """Takes the known formula for a row of the free seats alone."""
    return ParkingFunctionProbability(problem.seats - len(problem.taken), [], problem.visitors).solution


def shortcut_as_if_taken_seats_were_visitors(problem):
    """Takes the known formula for the whole row, with the taken seats as further visitors, given that those sat."""
    everyone = ParkingFunctionProbability(problem.seats, [], problem.visitors + len(problem.taken)).solution
    return everyone / ParkingFunctionProbability(problem.seats, [], len(problem.taken)).solution


def shortcut_free_seats_only(problem):
    """Has everybody draw a free seat that no one drew before."""
    probability, free = Fraction(1), problem.seats - len(problem.taken)
    for visitor in range(problem.visitors):
        probability *= Fraction(free - visitor, problem.seats)
    return probability
