from itertools import compress, product

from rlve.envs.optimization.warehouse_max_satisfied_orders import WarehouseMaxSatisfiedOrders
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # whoever serves day 1 has 0 items left then; without it days 2, 3 and 4 can be served
    problem = WarehouseMaxSatisfiedOrders([6, 0, 1, 0], [6, 3, 2, 2])
    assert reward(problem, "2 3 4") == reward(problem, "4 3 2") == 1.0
    assert reward(problem, "1") == reward(problem, "2 3") == 0.0
    assert reward(problem, "1 3") == reward(problem, "2 2") == reward(problem, "2 5") == -0.5


def test_all_sets_of_days():
    for days in (8, 10):
        for problem in drawn(WarehouseMaxSatisfiedOrders, seeds=12, days=days):
            most = 0
            for chosen in product((False, True), repeat=days):
                stock = 0
                for arrived, demand, served in zip(problem.arrivals, problem.demands, chosen):
                    stock += arrived - served * demand
                    if stock < 0:
                        break
                else:
                    most = max(most, sum(chosen))
                    if sum(chosen) > len(problem.solution):
                        raise AssertionError(list(compress(range(1, days + 1), chosen)))
            assert len(problem.solution) == most
            assert problem.score(problem.solution) == 1.0


def shortcut_first_come_first_served(problem):
    """Serves every customer who can be served."""
    return problem.served_while_possible(max(problem.demands))


def shortcut_small_demands_only(problem):
    """Serves those who can be served and want at most the middle demand."""
    return problem.served_while_possible(sorted(problem.demands)[len(problem.demands) // 2]) or [1]


def shortcut_smallest_that_total_allows(problem):
    """The smallest demands that all arrivals together cover, whatever the days."""
    left, chosen = sum(problem.arrivals), []
    for day in sorted(range(len(problem.demands)), key=lambda day: problem.demands[day]):
        if problem.demands[day] <= left:
            left -= problem.demands[day]
            chosen.append(day + 1)
    return chosen
