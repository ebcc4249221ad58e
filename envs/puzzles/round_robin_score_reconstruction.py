"""Tournament tables from the points of the players."""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.verdict import Infeasible

WIN, DRAW, LOSS, SELF = "WDL-"
POINTS = {WIN: 3, DRAW: 1, LOSS: 0, SELF: 0}
OPPOSITE = {WIN: LOSS, DRAW: DRAW, LOSS: WIN, SELF: SELF}


@dataclass(frozen=True)
class RoundRobinScoreReconstruction(Problem[list[str]]):
    """Find results of all games of a tournament that give the players their known points."""

    points: list[int]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"players": 5 + 2 * difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, players: int) -> Self:
        draws = rng.uniform(0.15, 0.5)
        results = [[SELF] * players for _ in range(players)]
        for i, j in combinations(range(players), 2):
            results[i][j] = DRAW if rng.random() < draws else rng.choice((WIN, LOSS))
            results[j][i] = OPPOSITE[results[i][j]]
        planted = ["".join(row) for row in results]
        points = _points(planted)
        if any(_points(table) == points for table in _naive_tables(points)):
            raise Redraw
        return cls(points, planted)

    def statement(self) -> str:
        players = len(self.points)
        return prose(f"""
            In a tournament of {players} players, numbered 1..{players}, every two players met once. A win gives 3
            points, a draw 1 point to both players, a loss 0 points. The total points of the players 1..{players} are,
            in this order: {", ".join(map(str, self.points))}. Find a table of results that gives these totals. Row i
            describes player i: its character at position j is {WIN} if player i beat player j, {DRAW} if they drew, and
            {LOSS} if player i lost to player j; at position i it is {SELF}. So where row i has {WIN} at position j, row
            j has {LOSS} at position i, and the other way round, and draws stand in both rows. Any table with the right
            totals is accepted.""")

    def answer_format(self) -> Rows[str]:
        players = len(self.points)
        return Rows(Letters(WIN + DRAW + LOSS + SELF, length=players), count=players)

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        for i, row in enumerate(answer):
            for j, result in enumerate(row):
                if (result == SELF) != (i == j):
                    raise Infeasible(f"{result} at position {j + 1} of row {i + 1}")
                if answer[j][i] != OPPOSITE[result]:
                    raise Infeasible(f"the rows {i + 1} and {j + 1} disagree on the game of these players")
        return proportion(sum(a == b for a, b in zip(_points(answer), self.points)), len(self.points))


def _points(table: list[str]) -> list[int]:
    return [sum(POINTS[result] for result in row) for row in table]


def _naive_tables(points: list[int]) -> list[list[str]]:
    """The player with more points always wins, and of equals the first one, or they draw."""
    players = range(len(points))
    tables = []
    for equal in (DRAW, WIN):
        table = [[SELF] * len(points) for _ in players]
        for i, j in combinations(players, 2):
            table[i][j] = equal if points[i] == points[j] else WIN if points[i] > points[j] else LOSS
            table[j][i] = OPPOSITE[table[i][j]]
        tables.append(["".join(row) for row in table])
    return tables
