"""A game of taking coins in which the limit doubles."""

from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class DoublingTakeCoinGame(Problem[int]):
    """Take coins from a row, at most twice as many as the opponent just took: how much does the first player get?"""

    coins: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        problem = cls([rng.randint(1, 2 * count) for _ in range(count)])
        if problem.solution == problem.greedy_total():
            raise Redraw
        if problem.solution == problem.total_one_move_ahead() and rng.random() < 0.7:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            Coins lie in a row. Alice and Bob move in turn, Alice first. A move takes some coins, at least one, from
            the left end of the row; their values count for the player who takes them. Alice's first move takes
            one or two coins. After that, if the previous move (the opponent's) took k coins, the next move takes
            from 1 to 2k coins, but never more than are left. The game ends when no coins are left. Both players
            want to make their own totals as large as possible and play perfectly. These are the values of the coins,
            from left to right:""")
        return f"{rules}\n{' '.join(map(str, self.coins))}\nWhat is the total of Alice's coins?"

    def answer_format(self) -> Integer:
        return Integer(1)

    def greedy_total(self) -> int:
        """What Alice gets if both always take as many coins as they may."""
        total, start, limit = 0, 0, 2
        while start < len(self.coins):
            total += sum(self.coins[start : start + limit])
            start += limit + 2 * limit
            limit *= 4
        return total

    def total_one_move_ahead(self) -> int:
        """What Alice gets if both take what leads by most after the opponent's largest answer."""
        coins, limit, total, alice = self.coins, 2, 0, True
        while coins:
            leads = [
                sum(coins[:count]) - sum(coins[count : 3 * count]) for count in range(1, min(limit, len(coins)) + 1)
            ]
            count = leads.index(max(leads)) + 1
            total += sum(coins[:count]) if alice else 0
            coins, limit, alice = coins[count:], 2 * count, not alice
        return total

    def solve(self) -> int:
        count = len(self.coins)
        left_from = [*reversed(list(accumulate(reversed(self.coins)))), 0]
        # best[i][k]: most that the player to move gets from coins i.. after a move of k coins
        best = [[0] * (count + 1) for _ in range(count + 1)]
        for i in range(count - 1, -1, -1):
            for k in range(1, count + 1):
                taken = [t for t in (2 * k - 1, 2 * k) if i + t <= count]
                best[i][k] = max([best[i][k - 1], *(left_from[i] - best[i + t][t] for t in taken)])
        return best[0][1]
