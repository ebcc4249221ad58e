"""Groups whose largest widths and lengths make small boxes."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible

Item = tuple[int, int, int]  # width, length, number


@dataclass(frozen=True)
class PartitionMinSumOfBoxes(Problem[list[list[int]]]):
    """Group items so that the sum over the groups of largest width times largest length is least."""

    widths: list[int]
    lengths: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 12 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Two thirds form a staircase of many magnitudes, along which grouping pays here and there."""
        steps = 2 * size // 3 + 1
        widths = _growing(rng, steps)
        lengths = _growing(rng, steps)[::-1]
        items = list(zip(widths, lengths))
        while len(items) < size:
            width, length = rng.choice(items[:steps])
            items.append((rng.randint(1, width), rng.randint(1, length)))
        rng.shuffle(items)
        problem = cls([width for width, _ in items], [length for _, length in items])
        if problem.cost(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.widths)
        rules = prose(f"""
            Each of the items 1..{size} has a width and a length. Split the items into non-empty groups, as many as you
            like; every item belongs to exactly one group. A group costs the largest width in it times the largest
            length in it; the two may belong to different items. Make the sum of the costs of all groups as small as
            possible. The lines below give the width and the length of the items 1, 2, ..., {size}, in this order. If
            several splits are equally good, any of them will do.""")
        question = "Give the groups, one a line: the numbers of its items."
        return f"{rules}\n{table(zip(self.widths, self.lengths))}\n{question}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(1, len(self.widths))))

    def cost(self, groups: list[list[int]]) -> int:
        return sum(
            max(self.widths[item - 1] for item in group) * max(self.lengths[item - 1] for item in group)
            for group in groups
        )

    def staircase(self) -> list[Item]:
        """The items that fit into no other, by width; of equal ones the first."""
        chosen: list[Item] = []
        items = sorted(zip(self.widths, self.lengths, range(len(self.widths), 0, -1)), reverse=True)
        for width, length, number in items:
            if not chosen or length > chosen[-1][1]:
                chosen.append((width, length, len(self.widths) + 1 - number))
        return chosen[::-1]

    def grouped(self, ends: list[int]) -> list[list[int]]:
        """The groups with these stretches of the staircase, and every other item where it fits in."""
        stairs = self.staircase()
        parts = [stairs[start:end] for start, end in zip([0, *ends], ends)]
        groups: list[list[int]] = [[] for _ in parts]
        for item, (width, length) in enumerate(zip(self.widths, self.lengths), start=1):
            fits = (width <= part[-1][0] and length <= part[0][1] for part in parts)
            groups[list(fits).index(True)].append(item)
        return groups

    def merged(self) -> list[list[int]]:
        """Single stairs, of which neighbouring groups are joined as long as that saves something, the most first."""
        stairs = self.staircase()
        ends = list(range(1, len(stairs) + 1))
        while len(ends) > 1:
            costs = [stairs[end - 1][0] * stairs[start][1] for start, end in zip([0, *ends], ends)]
            joint = [stairs[end - 1][0] * stairs[start][1] for start, end in zip([0, *ends], ends[1:])]
            saved = [a + b - both for a, b, both in zip(costs, costs[1:], joint)]
            best = max(range(len(saved)), key=saved.__getitem__)
            if saved[best] <= 0:
                break
            del ends[best]
        return self.grouped(ends)

    def naive(self) -> int:
        """The best of one group, two groups, one for each stair, and joining neighbouring groups."""
        count = len(self.staircase())
        tried = [[count], list(range(1, count + 1)), *([end, count] for end in range(1, count))]
        return min(self.cost(self.merged()), *(self.cost(self.grouped(ends)) for ends in tried))

    def solve(self) -> list[list[int]]:
        """best[i]: the least cost of the i narrowest stairs; groups of stairs may as well be stretches."""
        stairs = self.staircase()
        best, starts = [0], [0]
        for end in range(1, len(stairs) + 1):
            cost, start = min((best[start] + stairs[end - 1][0] * stairs[start][1], start) for start in range(end))
            best.append(cost)
            starts.append(start)
        ends = [len(stairs)]
        while starts[ends[-1]]:
            ends.append(starts[ends[-1]])
        return self.grouped(ends[::-1])

    def score(self, answer: list[list[int]]) -> float:
        items = sorted(item for group in answer for item in group)
        if items != list(range(1, len(self.widths) + 1)):
            raise Infeasible("not every item belongs to exactly one group")
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive())


def _growing(rng: Random, count: int) -> list[int]:
    """Numbers each of which is larger than the one before, by at most three fifths or so."""
    numbers = [rng.randint(5, 20)]
    while len(numbers) < count:
        numbers.append(numbers[-1] * rng.randint(103, 160) // 100 + 1)
    return numbers
