"""Reordering a queue by one stack."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching
from rlve.envs.verdict import Infeasible

PUSH, POP = "ab"


@dataclass(frozen=True)
class StackPermutationOperations(Problem[str]):
    """Write the pushes and pops of one stack that turn a queue into a given order."""

    queue: list[int]
    target: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        operations, waiting, stacked = "", size, 0
        while waiting or stacked:
            push = waiting > 0 and (stacked == 0 or rng.random() < 0.5)
            operations += PUSH if push else POP
            waiting, stacked = (waiting - 1, stacked + 1) if push else (waiting, stacked - 1)
        order = _output(list(range(size)), operations)
        ascents = sum(a < b for a, b in zip(order, order[1:]))
        if not 2 <= ascents <= size - 3:
            raise Redraw
        queue = rng.sample(range(1, 2 * size + 10), size)
        return cls(queue, [queue[place] for place in order])

    def statement(self) -> str:
        size = len(self.queue)
        return "\n".join(
            [
                prose(f"""
                    {size} numbers wait in a queue; a stack and an output list are empty. Operation {PUSH} takes the
                    number at the front of the queue and puts it on top of the stack. Operation {POP} takes the number
                    on top of the stack and appends it to the end of the output list. Write the sequence of {2 * size}
                    operations that moves all numbers to the output list in the target order."""),
                f"Queue, front first: {' '.join(map(str, self.queue))}",
                f"Target order of the output list, first number first: {' '.join(map(str, self.target))}",
            ]
        )

    def answer_format(self) -> Letters:
        return Letters(PUSH + POP, length=2 * len(self.queue))

    def solve(self) -> str:
        """Push until the next number of the target is on top, then pop it."""
        operations, pushed = "", 0
        stack: list[int] = []
        for number in self.target:
            while not stack or stack[-1] != number:
                stack.append(self.queue[pushed])
                operations += PUSH
                pushed += 1
            stack.pop()
            operations += POP
        return operations

    def score(self, answer: str) -> float:
        return matching(_output(self.queue, answer), self.target)


def _output(queue: list[int], operations: str) -> list[int]:
    """Raises `Infeasible` when the stack or the queue is empty; two operations a number move all of them."""
    stack: list[int] = []
    output: list[int] = []
    pushed = 0
    for number, operation in enumerate(operations, start=1):
        if operation == POP:
            if not stack:
                raise Infeasible(f"operation {number} ({POP}) finds the stack empty")
            output.append(stack.pop())
        else:
            if pushed == len(queue):
                raise Infeasible(f"operation {number} ({PUSH}) finds the queue empty")
            stack.append(queue[pushed])
            pushed += 1
    return output
