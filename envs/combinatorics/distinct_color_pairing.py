"""Pairs of different colours."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class DistinctColorPairing(Problem[list[list[int]]]):
    """Put pearls into pairs of different colours, where some colours do not go together."""

    max_difficulty = 60

    counts: list[int]
    excluded: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"colors": 6 + difficulty // 3, "pairs": 10 + difficulty}

    @classmethod
    def generate(cls, rng: Random, colors: int, pairs: int) -> Self:
        """Few colours go together, and pairs are planted among those that do, each colour in one at least."""
        everything = [[low, high] for high in range(2, colors + 1) for low in range(1, high)]
        rng.shuffle(everything)
        planted: list[list[int]] = []
        for color in rng.sample(range(1, colors + 1), colors):
            if not any(color in pair for pair in planted):
                planted.append(next(pair for pair in everything if color in pair))
        others = [pair for pair in everything if pair not in planted]
        most = len(everything) * rng.randint(30, 45) // 100
        allowed = planted + others[: max(1, most - len(planted))]
        excluded = others[len(allowed) - len(planted) :]
        favoured = rng.sample(allowed, max(3, len(allowed) // 2))
        planted = planted + [rng.choice(favoured) for _ in range(pairs - len(planted))]
        counts = Counter(color for pair in planted for color in pair)
        problem = cls([counts[color] for color in range(1, colors + 1)], sorted(excluded))
        hurried = (problem.greedy(largest_first=True), problem.greedy(largest_first=False), problem.halves())
        if any(problem.score(answer) == 1.0 for answer in hurried if problem.legal(answer)):
            raise Redraw
        return problem

    def statement(self) -> str:
        colors, pearls = len(self.counts), sum(self.counts)
        counts = ", ".join(f"{count} of colour {color}" for color, count in enumerate(self.counts, start=1))
        excluded = ", ".join(f"{low} and {high}" for low, high in self.excluded)
        return prose(f"""
            There are {pearls} pearls in the colours 1..{colors}: {counts}. Put them all into {pearls // 2} pairs such
            that the two pearls of each pair have different colours and these colours go together. All colours go
            together but for these: {excluded}. There is a way to do so, and any will do; the same two colours may be
            paired several times. Give one line for each pair: the colours of its two pearls. The order of the lines,
            and within a line, does not matter.""")

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(1, len(self.counts)), count=2), count=sum(self.counts) // 2)

    def fits(self, one: int, other: int) -> bool:
        return one != other and sorted((one, other)) not in self.excluded

    def legal(self, pairs: list[list[int]]) -> bool:
        return len(pairs) == sum(self.counts) // 2 and all(self.fits(*pair) for pair in pairs)

    def greedy(self, largest_first: bool) -> list[list[int]]:
        """The colour of which most (fewest) are left with the colour of which most are left that goes with it."""
        left = dict(enumerate(self.counts, start=1))
        pairs = []
        while colors := [color for color in left if left[color]]:
            one = max(colors, key=lambda color: left[color] if largest_first else -left[color])
            other = max((c for c in colors if self.fits(one, c)), key=lambda c: left[c], default=None)
            if other is None:
                break
            pairs.append([one, other])
            left[one] -= 1
            left[other] -= 1
        return pairs

    def halves(self) -> list[list[int]]:
        """The first pearl of all, sorted by colour, with the first of their second half, and so on."""
        pearls = [color for color, count in enumerate(self.counts, start=1) for _ in range(count)]
        half = len(pearls) // 2
        return [[pearls[k], pearls[half + k]] for k in range(half)]

    def solve(self) -> list[list[int]]:
        """Search, next a pearl of the colour with the fewest partners to spare; what was left in vain is remembered."""
        left = self.counts.copy()
        pairs: list[list[int]] = []
        failed = set[tuple[int, ...]]()

        def search() -> bool:
            if not any(left):
                return True
            if tuple(left) in failed:
                return False
            partners = {
                one: [c for c in range(1, len(left) + 1) if left[c - 1] and self.fits(one, c)]
                for one in range(1, len(left) + 1)
                if left[one - 1]
            }
            slack = {one: sum(left[c - 1] for c in found) - left[one - 1] for one, found in partners.items()}
            one = min(slack, key=lambda color: (slack[color], len(partners[color])))
            if slack[one] >= 0:
                for other in sorted(partners[one], key=lambda color: -left[color - 1]):
                    left[one - 1] -= 1
                    left[other - 1] -= 1
                    pairs.append([one, other])
                    if search():
                        return True
                    pairs.pop()
                    left[one - 1] += 1
                    left[other - 1] += 1
            failed.add(tuple(left))
            return False

        if not search():
            raise ValueError("there is no pairing")
        return sorted(sorted(pair) for pair in pairs)

    def score(self, answer: list[list[int]]) -> float:
        for one, other in answer:
            if not self.fits(one, other):
                raise Infeasible(f"colours {one} and {other} do not go together")
        used = Counter(color for pair in answer for color in pair)
        right = sum(used[color] == count for color, count in enumerate(self.counts, start=1))
        return proportion(right, len(self.counts))
