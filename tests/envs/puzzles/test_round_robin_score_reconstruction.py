from itertools import combinations, product

from rlve.envs.puzzles.round_robin_score_reconstruction import RoundRobinScoreReconstruction
from tests.envs.drawing import drawn, reward

EXAMPLE = RoundRobinScoreReconstruction(points=[3, 3, 3], planted=["-WL", "L-W", "WL-"])


def test_worked_example():
    assert "3, 3, 3" in EXAMPLE.statement()
    assert reward(EXAMPLE, "-WL\nL-W\nWL-") == reward(EXAMPLE, "-LW\nW-L\nLW-") == 1.0
    assert reward(EXAMPLE, "-DD\nD-D\nDD-") == 0.0
    assert reward(EXAMPLE, "-WW\nL-W\nLL-") < 0.01
    assert reward(EXAMPLE, "-WL\nW-L\nWL-") == -0.5  # players 1 and 2 both beat each other
    assert (
        reward(EXAMPLE, "-WD\nL-W\nWL-") == reward(EXAMPLE, "DWL\nL-W\nWL-") == reward(EXAMPLE, "-WL\n--W\nWL-") == -0.5
    )
    assert reward(EXAMPLE, "-WL\nL-W") == -0.5
    assert reward(EXAMPLE, "-20\n0-2\n20-") == -1.0


def test_accepts_exactly_the_tables_with_these_points():
    for players in (3, 4):
        pairs = list(combinations(range(players), 2))
        for problem in drawn(RoundRobinScoreReconstruction, seeds=8, players=players):
            accepted = 0
            for results in product("WDL", repeat=len(pairs)):
                points, table = [0] * players, [["-"] * players for _ in range(players)]
                for (i, j), result in zip(pairs, results):
                    table[i][j], table[j][i] = result, {"W": "L", "L": "W", "D": "D"}[result]
                    points[i] += {"W": 3, "D": 1, "L": 0}[result]
                    points[j] += {"W": 0, "D": 1, "L": 3}[result]
                answer = "\n".join(map("".join, table))
                assert (reward(problem, answer) == 1.0) == (points == problem.points)
                accepted += points == problem.points
            assert accepted >= 1


def test_neither_all_draws_nor_the_ranking_gives_the_points():
    for problem in drawn(RoundRobinScoreReconstruction, seeds=60, players=5):
        by_rank = [
            "".join("-" if i == j else "D" if p == q else "W" if p > q else "L" for j, q in enumerate(problem.points))
            for i, p in enumerate(problem.points)
        ]
        assert reward(problem, "\n".join(by_rank)) < 1.0
        draws = ["D" * i + "-" + "D" * (4 - i) for i in range(5)]
        assert reward(problem, "\n".join(draws)) < 1.0


def _results(problem, order, result):
    left, players = list(problem.points), len(problem.points)
    table = [["-"] * players for _ in range(players)]
    for i, j in order(players):
        table[i][j] = result(left[i], left[j], sum(x == "-" for x in table[i]) - 1, sum(x == "-" for x in table[j]) - 1)
        table[j][i] = {"W": "L", "L": "W", "D": "D"}[table[i][j]]
        for a, b in ((i, j), (j, i)):
            left[a] -= {"W": 3, "D": 1, "L": 0}[table[a][b]]
    return ["".join(row) for row in table]


def _more_points_win(p, q, m, n):
    if p / m == q / n or (p % 3 and q % 3 and abs(p - q) < 3):
        return "D"
    return "W" if p / m > q / n else "L"


def shortcut_points_that_are_left(problem):
    """Goes through the games: who has more points left to a game wins, a draw where both need odd points."""
    return _results(problem, lambda players: combinations(range(players), 2), _more_points_win)


def shortcut_by_rank(problem):
    """The player with more points always won; of equals, the games were drawn."""
    return [
        "".join("-" if i == j else "D" if p == q else "W" if p > q else "L" for j, q in enumerate(problem.points))
        for i, p in enumerate(problem.points)
    ]


def shortcut_strongest_first(problem):
    """Starting with most points, each player takes wins from the weakest, then draws, then loses to the rest."""
    players, left = len(problem.points), list(problem.points)
    order = sorted(range(players), key=lambda player: -left[player])
    table = [["-"] * players for _ in range(players)]
    for place, i in enumerate(order):
        others = sorted(order[place + 1 :], key=lambda player: left[player])
        for j in others:
            table[i][j] = "W" if left[i] >= 3 else "D" if left[i] >= 1 else "L"
            table[j][i] = {"W": "L", "L": "W", "D": "D"}[table[i][j]]
            for a, b in ((i, j), (j, i)):
                left[a] -= {"W": 3, "D": 1, "L": 0}[table[a][b]]
    return ["".join(row) for row in table]
