"""Sets that change little from one day to the next."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import penalized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class ConsecutiveSetsBoundedChange(Problem[list[list[int]]]):
    """Choose sets of numbers, without those that are forbidden on a day, that change little from day to day."""

    max_difficulty = 80

    numbers: int
    size: int
    changes: int
    forbidden: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"numbers": 9 + difficulty // 2, "days": 7 + (difficulty + 1) // 2}

    @classmethod
    def generate(cls, rng: Random, numbers: int, days: int) -> Self:
        """Sets are planted first; most of what they leave out is forbidden, so that there is little choice."""
        size = rng.randint(3, max(3, numbers // 2 - 1))
        changes = rng.randint(1, max(1, size // 2))
        chosen = set(rng.sample(range(1, numbers + 1), size))
        forbidden = []
        for _ in range(days):
            outside = sorted(set(range(1, numbers + 1)) - chosen)
            forbidden.append(sorted(rng.sample(outside, rng.randint(len(outside) // 2, len(outside) - 1))))
            chosen -= set(rng.sample(sorted(chosen), changes))
            chosen |= set(rng.sample(outside, changes))
        problem = cls(numbers, size, changes, forbidden)
        if any(problem.broken(sets) == 0 for sets in problem.hurried()):
            raise Redraw
        return problem

    def statement(self) -> str:
        days = len(self.forbidden)
        rules = prose(f"""
            For each of the days 1..{days} choose a set of exactly {self.size} different integers in 1..{self.numbers}.
            The set of a day must not contain any of the numbers that are forbidden on this day. From each day to the
            next, at most {self.changes} of the numbers may be new: at least {self.size - self.changes} numbers of a
            day's set belong to the set of the day before as well. There is such a choice, and any will do. Line i below
            holds the numbers forbidden on day i.""")
        lines = [" ".join(map(str, numbers)) for numbers in self.forbidden]
        return "\n".join([rules, *lines, f"Give {days} lines: the set of each day, its numbers in any order."])

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(1, self.numbers), count=self.size), count=len(self.forbidden))

    def allowed(self, day: int) -> list[int]:
        return [number for number in range(1, self.numbers + 1) if number not in self.forbidden[day]]

    def broken(self, sets: list[list[int]]) -> int:
        """How often too much changes from a day to the next."""
        return sum(len(set(today) - set(before)) > self.changes for before, today in zip(sets, sets[1:]))

    def hurried(self) -> list[list[list[int]]]:
        """Sets made anew every day, and three ways to replace only what is forbidden."""
        days = range(len(self.forbidden))
        anew = [self.allowed(day)[: self.size] for day in days]
        seldom = sorted(range(1, self.numbers + 1), key=lambda number: sum(number in some for some in self.forbidden))
        tomorrow = [
            sorted(self.allowed(day), key=lambda number: number in self.forbidden[min(day + 1, days[-1])])
            for day in days
        ]
        return [
            anew,
            self.when_needed([self.allowed(day) for day in days]),
            self.when_needed(tomorrow),
            self.when_needed([[number for number in seldom if number not in self.forbidden[day]] for day in days]),
        ]

    def when_needed(self, preferred: list[list[int]]) -> list[list[int]]:
        """Only what is forbidden is replaced, by the first of the numbers that are preferred on that day."""
        sets = [preferred[0][: self.size]]
        for day in range(1, len(self.forbidden)):
            kept = [number for number in sets[-1] if number not in self.forbidden[day]]
            others = [number for number in preferred[day] if number not in kept]
            sets.append(kept + others[: self.size - len(kept)])
        return sets

    def solve(self) -> list[list[int]]:
        """Always those numbers that are allowed for longest: changes left over are made ahead of need."""
        days = len(self.forbidden)
        until = [[days] * (self.numbers + 1) for _ in range(days + 1)]  # the next day on which a number is forbidden
        for day in reversed(range(days)):
            until[day] = until[day + 1].copy()
            for number in self.forbidden[day]:
                until[day][number] = day
        sets = [sorted(self.allowed(0), key=lambda number: -until[0][number])[: self.size]]
        for day in range(1, days):
            lasting = sorted(self.allowed(day), key=lambda number: -until[day][number])
            kept = sorted((n for n in sets[-1] if n not in self.forbidden[day]), key=lambda number: -until[day][number])
            fresh = [number for number in lasting if number not in kept]
            most = min(self.changes, len(fresh))  # beyond those that are needed
            while self.size - len(kept) < most and until[day][fresh[self.size - len(kept)]] > until[day][kept[-1]]:
                kept.pop()
            sets.append(kept + fresh[: self.size - len(kept)])
        return [sorted(numbers) for numbers in sets]

    def score(self, answer: list[list[int]]) -> float:
        for day, numbers in enumerate(answer):
            if len(set(numbers)) != len(numbers):
                raise Infeasible(f"a number is given twice for day {day + 1}")
            if not set(numbers).isdisjoint(self.forbidden[day]):
                raise Infeasible(f"a number is forbidden on day {day + 1}")
        return penalized(self.broken(answer))
