"""Sequences with equal neighbours."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

MODULUS = 10_007
UNKNOWN = 0


@dataclass(frozen=True)
class EqualAdjacentSequenceCount(Problem[int]):
    """Count the ways to complete a sequence so that some two neighbours are equal."""

    entries: list[int]
    symbols: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 9 + difficulty, "most_symbols": 4 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, size: int, most_symbols: int) -> Self:
        """Known entries at places of which no two are neighbours, and gaps of several lengths between them."""
        symbols = rng.randint(max(3, most_symbols - 2), most_symbols)
        entries, place = [UNKNOWN] * size, rng.randint(0, 2)
        while place < size:
            entries[place] = rng.randint(1, symbols)
            place += rng.randint(2, 5)
        problem = cls(entries, symbols)
        free = entries.count(UNKNOWN)
        if problem.solution == (symbols**free - (symbols - 1) ** free) % MODULUS:
            raise Redraw
        return problem

    def statement(self) -> str:
        shown = " ".join("?" if entry == UNKNOWN else str(entry) for entry in self.entries)
        rules = prose(f"""
            A sequence of {len(self.entries)} entries consists of symbols 1..{self.symbols}. Some entries are known and
            shown below, the others are question marks. In how many ways can each question mark be replaced by one of
            the symbols 1..{self.symbols} so that at least two neighbouring entries (next to each other) of the sequence
            are equal? The sequence is not a circle.""")
        return f"{rules}\n{shown}\nGive the number of ways modulo {MODULUS}."

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def solve(self) -> int:
        """All ways without those in which all neighbours differ; these go by the last symbol."""
        last = [int(self.entries[0] in (UNKNOWN, symbol)) for symbol in range(1, self.symbols + 1)]
        for entry in self.entries[1:]:
            total = sum(last)
            last = [(total - ways) * (entry in (UNKNOWN, symbol)) for symbol, ways in enumerate(last, start=1)]
        ways: int = self.symbols ** self.entries.count(UNKNOWN)
        return (ways - sum(last)) % MODULUS
