"""Items that form spaced quadruples."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching


@dataclass(frozen=True)
class SpacedQuadrupleRoleCounts(Problem[list[list[int]]]):
    """For each item, count the quadruples with given gaps in which it plays each of four roles."""

    max_difficulty = 60

    values: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"items": 12 + difficulty, "largest": 13 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, items: int, largest: int) -> Self:
        """Mostly values of formations, so that most items have a role; in some the middle gap is just too small."""
        values: list[int] = []
        while len(values) < items - 2:
            unit = rng.randint(1, (largest - 2) // 9)
            middle = 6 * unit + (rng.randint(1, largest - 1 - 9 * unit) if rng.random() < 0.7 else 0)  # or just too few
            start = rng.randint(1, largest - 3 * unit - middle)
            values += [start, start + 2 * unit, start + 2 * unit + middle, start + 3 * unit + middle]
        values = values[: items - 2] + [rng.randint(1, largest) for _ in range(2)]
        rng.shuffle(values)
        problem = cls(values)
        counts = problem.solution
        if 2 * sum(any(row) for row in counts) < items or counts == role_counts(values, 5):
            raise Redraw
        return problem

    def statement(self) -> str:
        count = len(self.values)
        rules = prose(f"""
            The items 1..{count} have the values X[1], X[2], ..., X[{count}] given below. Four items a, b, c, d form a
            formation (a, b, c, d) if X[a] < X[b] < X[c] < X[d], X[b] - X[a] = 2 * (X[d] - X[c]), and 3 * (X[b] - X[a])
            < X[c] - X[b]. Their numbers may be in any order, and items of equal value are different items. For each
            item, count the formations in which it is a, in which it is b, in which it is c, and in which it is d.""")
        question = prose(f"Give {count} lines: in line i the four counts of item i, in this order.")
        return f"{rules}\n{' '.join(map(str, self.values))}\n{question}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(low=0), count=4), count=len(self.values))

    def solve(self) -> list[list[int]]:
        return role_counts(self.values, 6)

    def score(self, answer: list[list[int]]) -> float:
        return matching(answer, self.solution)


def role_counts(values: list[int], factor: int) -> list[list[int]]:
    """If the middle gap has to be above `factor` times the last one: by values, which their items share."""
    copies = Counter(values)
    roles = {value: [0, 0, 0, 0] for value in copies}
    for a in copies:
        for b in (b for b in copies if b > a and (b - a) % 2 == 0):
            unit = (b - a) // 2
            for c in (c for c in copies if c - b > factor * unit and c + unit in copies):
                ways = copies[a] * copies[b] * copies[c] * copies[c + unit]
                for role, value in enumerate((a, b, c, c + unit)):
                    roles[value][role] += ways // copies[value]
    return [roles[value] for value in values]
