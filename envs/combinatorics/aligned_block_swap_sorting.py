"""Sorting by exchanges of aligned blocks."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class AlignedBlockSwapSorting(Problem[list[list[int]]]):
    """Sort a permutation by at most one exchange of two aligned blocks of each length."""

    max_difficulty = 14  # 256 numbers

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        levels = 4 + difficulty // 3
        return {"levels": levels, "operations": min(levels, 3 + difficulty // 2)}

    @classmethod
    def generate(cls, rng: Random, levels: int, operations: int) -> Self:
        numbers = list(range(1, 2**levels + 1))
        for kind in rng.sample(range(1, levels + 1), operations):
            first, second = rng.sample(range(1, (len(numbers) >> (kind - 1)) + 1), 2)
            numbers = exchanged(numbers, kind, first, second)
        problem = cls(numbers)
        if len(problem.solution) < 2:
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.numbers)
        kinds = size.bit_length() - 1
        rules = prose(f"""
            The array below is a permutation of 1..{size}. There are operations of the types 1..{kinds}. An operation of
            type i sees the array as cut, from its beginning, into blocks of 2^(i-1) entries each, numbered 1, 2, 3, ...
            from left to right, and exchanges the contents of two different blocks; the entries within a block keep
            their order. Each type may be used at most once, and types may be used in any order. Give a sequence of
            operations that leaves the array in ascending order. There is one, and any will do.""")
        question = prose("""
            Give one line for each operation, in the order in which they are carried out: its type and the numbers of
            the two blocks.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\n{question}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(low=1), count=3))

    def solve(self) -> list[list[int]]:
        """Types in ascending order: every order of the same types sorts equally many permutations."""
        found = completed([number - 1 for number in self.numbers], 1)
        if found is None:
            raise ValueError("no operations sort this permutation")
        return found

    def score(self, answer: list[list[int]]) -> float:
        numbers, used = self.numbers, set[int]()
        for kind, first, second in answer:
            if kind >= len(numbers).bit_length():
                raise Infeasible(f"there is no operation of type {kind}")
            if kind in used:
                raise Infeasible(f"type {kind} is used twice")
            if first == second or max(first, second) > len(numbers) >> (kind - 1):
                raise Infeasible(f"{first} and {second} are not two blocks for type {kind}")
            used.add(kind)
            numbers = exchanged(numbers, kind, first, second)
        return float(numbers == sorted(numbers))


def exchanged(numbers: list[int], kind: int, first: int, second: int) -> list[int]:
    size = 1 << (kind - 1)
    blocks = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    blocks[first - 1], blocks[second - 1] = blocks[second - 1], blocks[first - 1]
    return [number for block in blocks for number in block]


def completed(blocks: list[int], kind: int) -> list[list[int]] | None:
    """Operations of this and larger types that sort the blocks 0, 1, 2, ...; None if there are none.

    After an operation of this type the blocks have to stand in right pairs 2m, 2m + 1: it can mend two wrong pairs.
    """
    if len(blocks) == 1:
        return []
    wrong = [k for k in range(0, len(blocks), 2) if blocks[k] % 2 or blocks[k + 1] != blocks[k] + 1]
    if len(wrong) > 2:
        return None
    places = [(k, k + 1) for k in wrong]
    if not places:
        choices: list[tuple[int, int]] = [(0, 0)]
    else:
        choices = places if len(places) == 1 else [(one, other) for one in places[0] for other in places[1]]
    for one, other in choices:
        tried = blocks.copy()
        tried[one], tried[other] = tried[other], tried[one]
        pairs = list(zip(tried[::2], tried[1::2]))
        if all(a % 2 == 0 and b == a + 1 for a, b in pairs):
            rest = completed([a // 2 for a, _ in pairs], kind + 1)
            if rest is not None:
                return [[kind, one + 1, other + 1], *rest] if one != other else rest
    return None
