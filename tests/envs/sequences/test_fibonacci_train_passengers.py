from rlve.envs.sequences.fibonacci_train_passengers import FibonacciTrainPassengers
from tests.envs.drawing import drawn, reward


def ride(stations: int, first: int, second: int) -> list[int]:
    """The passengers aboard after stations 1, 2, ..., by counting who gets on and off."""
    on, off, aboard = [first, second], [0, second], [first, first]
    for _ in range(3, stations):
        off.append(on[-1])
        on.append(on[-1] + on[-2])
        aboard.append(aboard[-1] + on[-1] - off[-1])
    return aboard


def test_never_do_more_passengers_alight_than_are_aboard():
    for problem in drawn(FibonacciTrainPassengers, most_stations=14, most_boarding=40):
        fitting = []
        for second in range(1, problem.first + 1):
            aboard, boarding = [problem.first, problem.first], [problem.first, second]
            for _ in range(3, problem.stations):
                assert boarding[-1] <= aboard[-1]
                aboard.append(aboard[-1] + boarding[-2])
                boarding.append(boarding[-1] + boarding[-2])
            fitting += [second] * (aboard[-1] == problem.arriving)
        assert len(fitting) == 1


def test_worked_example():
    # On: 5, 3, 8, 11, 19; off: 0, 3, 3, 8, 11; aboard: 5, 5, 10, 13, 21
    problem = FibonacciTrainPassengers(stations=6, first=5, arriving=21, station=4)
    assert reward(problem, "13") == 1.0
    assert reward(problem, "10") == reward(problem, "21") == 0.0


def test_equals_trying_every_number_at_station_two():
    for most_stations in (7, 9, 14):
        for problem in drawn(FibonacciTrainPassengers, seeds=30, most_stations=most_stations, most_boarding=40):
            rides = [ride(problem.stations, problem.first, second) for second in range(1, 60)]
            fitting = [aboard for aboard in rides if aboard[-1] == problem.arriving]
            assert [aboard[problem.station - 1] for aboard in fitting] == [problem.solution]
            assert 4 <= problem.station <= problem.stations - 2


def shortcut_same_number_at_the_second_station(problem):
    """Lets as many board at station 2 as at station 1, and scales to what arrives."""
    aboard, boarding = [problem.first, problem.first], [problem.first, problem.first]
    for _ in range(3, problem.stations):
        aboard.append(aboard[-1] + boarding[-2])
        boarding.append(boarding[-1] + boarding[-2])
    return aboard[problem.station - 1] * problem.arriving // aboard[-1]


def shortcut_even_growth(problem):
    """Lets the number aboard grow by equal steps."""
    share = (problem.station - 1) / (problem.stations - 2)
    return round(problem.first + (problem.arriving - problem.first) * share)
