"""A warehouse that serves as many customers as it can."""

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class WarehouseMaxSatisfiedOrders(Problem[list[int]]):
    """Serve as many customers as possible from a stock that grows day by day."""

    arrivals: list[int]
    demands: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"days": 12 + difficulty}

    @classmethod
    def generate(cls, rng: Random, days: int) -> Self:
        more = rng.randint(days // 6, days // 2)
        demands = [rng.randint(1, days) + rng.randint(0, more) for _ in range(days)]
        problem = cls([rng.randint(0, 2 * days // 3) for _ in range(days)], demands)
        if len(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        days = len(self.arrivals)
        rules = prose(f"""
            A shop is open on the days 1..{days} and begins with an empty stock. In the morning of day i, A[i] items
            arrive and go into stock. In the evening one customer wants exactly B[i] items. If at least B[i] are in
            stock, you may serve this customer, which takes B[i] items out of stock; otherwise, or if you like, you turn
            the customer away, and nothing changes. Items that are not sold stay in stock. The lines below give A[i] and
            B[i] for i = 1, 2, ..., {days}, in this order. Serve as many customers as possible; if several choices are
            equally good, any of them will do.""")
        return f"{rules}\n{table(zip(self.arrivals, self.demands))}\nGive the days on which you serve, in any order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.arrivals)))

    def served_while_possible(self, most: int) -> list[int]:
        """All who can be served as they come, and want at most so many items."""
        stock, served = 0, []
        for day, (arrived, demand) in enumerate(zip(self.arrivals, self.demands), start=1):
            stock += arrived
            if demand <= min(stock, most):
                stock -= demand
                served.append(day)
        return served

    def naive(self) -> int:
        """The most that are served as they come, all of them or only those below a common demand."""
        ordered = sorted(self.demands)
        limits = (ordered[-1], ordered[len(ordered) // 2], ordered[2 * len(ordered) // 3])
        return max(len(self.served_while_possible(most)) for most in limits)

    def solve(self) -> list[int]:
        """Serve as they come; one who cannot be served replaces the largest demand served, if that is larger."""
        stock = 0
        served: list[tuple[int, int]] = []  # a heap, largest demands first
        for day, (arrived, demand) in enumerate(zip(self.arrivals, self.demands), start=1):
            stock += arrived
            if demand > stock and served and -served[0][0] > demand:
                stock -= heappop(served)[0]
            if demand <= stock:
                stock -= demand
                heappush(served, (-demand, day))
        return sorted(day for _, day in served)

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("a day is given twice")
        days, stock = set(answer), 0
        for day, (arrived, demand) in enumerate(zip(self.arrivals, self.demands), start=1):
            stock += arrived - demand * (day in days)
            if stock < 0:
                raise Infeasible(f"too few items are in stock on day {day}")
        return maximized(len(answer), len(self.solution), naive=self.naive())
