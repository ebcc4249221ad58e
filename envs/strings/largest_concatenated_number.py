"""Numbers written one behind the other."""

from dataclasses import dataclass
from functools import cmp_to_key
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized

LONGEST = 5


@dataclass(frozen=True)
class LargestConcatenatedNumber(Problem[list[int]]):
    """In which order do given numbers, written one behind the other, make the largest number?"""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        """Numbers of the digits 1 and 2, of which most begin with others."""
        texts = ["".join(rng.choices("12", k=LONGEST)) for _ in range(count - 3 * count // 5)]
        while len(texts) < count:
            longer = rng.choice(texts)
            texts.append(longer[: rng.randint(1, len(longer))])
        rng.shuffle(texts)
        problem = cls([int(text) for text in texts])
        if problem.naive() == sum(map(len, texts)):
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.numbers) - 1
        listed = "\n".join(f"A[{i}] = {number}" for i, number in enumerate(self.numbers))
        rules = prose(f"""
            Write the numbers A[0], ..., A[{last}] below one directly behind the other, each of them once, in an order
            that you choose. Their digits together make one long number, in decimal notation. Which order makes that
            number as large as possible? If several orders do, any of them is right.""")
        return f"{rules}\n{listed}\nGive the indices 0..{last} in the order in which the numbers are written."

    def answer_format(self) -> Permutation:
        return Permutation(len(self.numbers))

    def solve(self) -> list[int]:
        """Of two neighbours the one comes first with which the two together are larger."""
        texts = list(map(str, self.numbers))

        def order(i: int, j: int) -> int:
            one, other = texts[i] + texts[j], texts[j] + texts[i]
            return (one < other) - (one > other)

        return sorted(range(len(texts)), key=cmp_to_key(order))

    def written(self, order: list[int]) -> str:
        return "".join(str(self.numbers[i]) for i in order)

    def filled(self, filler: str | int) -> list[int]:
        """In falling order of the digits if shorter numbers are filled up with this digit, or the one at this place."""
        texts = list(map(str, self.numbers))
        keys = [text.ljust(2 * LONGEST, filler if isinstance(filler, str) else text[filler]) for text in texts]
        return sorted(range(len(texts)), key=keys.__getitem__, reverse=True)

    def right_digits(self, order: list[int]) -> int:
        """The digits up to the first one that is not the best."""
        best = self.written(self.solution)
        return next((i for i, (a, b) in enumerate(zip(self.written(order), best)) if a != b), len(best))

    def naive(self) -> int:
        """The best of dictionary orders with longer numbers before and behind their beginnings, or among them."""
        return max(self.right_digits(self.filled(filler)) for filler in ("0", "9", 0, -1))

    def score(self, answer: list[int]) -> float:
        digits = len(self.written(answer))
        return maximized(self.right_digits(answer), digits, naive=min(self.naive(), digits - 1))
