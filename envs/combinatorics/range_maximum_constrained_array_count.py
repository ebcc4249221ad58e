"""The k-th array with given maxima of ranges."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table

LARGEST_RANK = 10**15


@dataclass(frozen=True)
class RangeMaximumConstrainedArrayCount(Problem[list[int]]):
    """Find the array of a given rank among all arrays in which the maxima of some ranges are given."""

    max_difficulty = 40

    length: int
    largest: int
    maxima: list[list[int]]
    rank: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 6 + difficulty, "ranges": 3 + difficulty * 2 // 3}

    @classmethod
    def generate(cls, rng: Random, length: int, ranges: int) -> Self:
        largest = rng.randint(4, 9)
        hidden = [rng.randint(1, largest) for _ in range(length)]
        maxima = []
        for _ in range(ranges):
            size = rng.randint(2, max(3, length // 2))
            left = rng.randint(1, length - size + 1)
            maxima.append([left, left + size - 1, max(hidden[left - 1 : left + size - 1])])
        total = cls(length, largest, maxima, 1).arrays()
        if total < 50:
            raise Redraw
        most = min(total * 19 // 20, LARGEST_RANK)
        return cls(length, largest, maxima, rng.randint(most // 20 + 2, most))

    def statement(self) -> str:
        rules = prose(f"""
            Consider all arrays H[1], H[2], ..., H[{self.length}] of integers in 1..{self.largest} that fulfil the
            following conditions. Each line l r v below says: the largest of H[l], H[l+1], ..., H[r] (both ends
            included) is exactly v. Sort these arrays lexicographically: an array comes before another one if it has the
            smaller number at the first place where they differ.""")
        question = f"Give the array that comes at place {self.rank} (the first one is at place 1)."
        return f"{rules}\n{table(self.maxima)}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, self.largest), count=self.length)

    def arrays(self, start: tuple[int, ...] = ()) -> int:
        """How many arrays begin with these numbers.

        Under the least maximum over it a place is either that maximum, a hit, or smaller. Only places with the same
        least maximum serve the same ranges, so each maximum is counted alone, by its last hit.
        """
        caps = self.caps()
        if any(v not in caps[left - 1 : right] for left, right, v in self.maxima):
            return 0
        total = 1
        for value in {*caps}:
            places = [place for place, cap in enumerate(caps) if cap == value]
            needed = [(left - 1, right - 1) for left, right, v in self.maxima if v == value]
            if value > self.largest:  # in no range
                total *= self.largest ** sum(place >= len(start) for place in places)
                continue
            ways = {-1: 1}  # the last hit -> ways
            for place in places:
                hits, misses = (1, value - 1)
                if place < len(start):
                    hits, misses = int(start[place] == value), int(start[place] < value)
                after = {last: count * misses for last, count in ways.items() if misses}
                after[place] = after.get(place, 0) + hits * sum(ways.values())
                ends = [left for left, right in needed if next_place(places, place) > right]
                ways = {last: count for last, count in after.items() if count and last >= max(ends, default=-1)}
            total *= sum(ways.values())
        return total

    def caps(self) -> list[int]:
        """The least maximum over each place; one more than the largest number where there is none."""
        over = [[v for left, right, v in self.maxima if left <= place + 1 <= right] for place in range(self.length)]
        return [min(values, default=self.largest + 1) for values in over]

    def solve(self) -> list[int]:
        """Number after number: as long as the rank is beyond the arrays that begin with it, the next larger one."""
        caps, left = self.caps(), self.rank
        found: list[int] = []
        for place in range(self.length):
            for value in range(1, min(caps[place], self.largest) + 1):
                count = self.arrays((*found, value))
                if left <= count:
                    break
                left -= count
            found.append(value)
        return found


def next_place(places: list[int], place: int) -> int:
    """The next of ascending places; beyond all ranges after the last."""
    return next((other for other in places if other > place), 10**9)
