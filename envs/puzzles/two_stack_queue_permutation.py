"""Permutations made by two stacks."""

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible

PUSHES, POPS = "ac", "bd"
REDRAWN = 0.85  # of the orders in which the first stack that fits is never worse than the other


@dataclass(frozen=True)
class TwoStackQueuePermutation(Problem[str]):
    """Bring the numbers of a queue into a wanted order through two stacks, as few as possible through the second."""

    target: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        queue, output = deque(range(1, size + 1)), list[int]()
        stacks: list[list[int]] = [[], []]
        for step in range(2 * size):
            pops = [stack for stack in stacks if stack]
            if queue and (not pops or rng.random() < (0.8 if step < size else 0.5)):
                rng.choice(stacks).append(queue.popleft())
            else:
                output.append(rng.choice(pops).pop())
        if _one_stack_suffices(output):
            raise Redraw
        problem = cls(output)
        if problem.first_fitting_cost == problem.least_cost and rng.random() < REDRAWN:
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.target)
        return prose(f"""
            A queue holds the numbers 1, 2, ..., {size}, with 1 at the front and {size} at the back. There are two
            empty stacks, S and T, and an empty output list. Operation a takes the number at the front of the queue
            and puts it on top of S; operation b takes the number from the top of S and writes it at the end of the
            output. Operation c takes the number at the front of the queue and puts it on top of T; operation d
            takes the number from the top of T and writes it at the end of the output. An operation on an empty
            queue or stack is not allowed. Find {2 * size} operations, with operation c as few times as possible, after
            which the output is: {" ".join(map(str, self.target))}""")

    def answer_format(self) -> Letters:
        return Letters("abcd", length=2 * len(self.target))

    def solve(self) -> str:
        """Numbers that cannot share a stack go to different ones, and each number leaves as soon as it is wanted."""
        on_second = dict.fromkeys(self.target, 0)
        for sides in self._components():
            fewer = int(2 * sum(sides.values()) > len(sides))  # the first stack takes the side with more numbers
            on_second |= {number: side ^ fewer for number, side in sides.items()}
        operations, queue = list[str](), deque(range(1, len(self.target) + 1))
        waiting: list[list[int]] = [[], []]
        for wanted in self.target:
            side = on_second[wanted]
            while not waiting[side] or waiting[side][-1] != wanted:
                number = queue.popleft()
                waiting[on_second[number]].append(number)
                operations.append(PUSHES[on_second[number]])
            waiting[side].pop()
            operations.append(POPS[side])
        return "".join(operations)

    def _conflicts(self) -> dict[int, list[int]]:
        """i < j cannot share a stack if j lies on i when i leaves: because a number after j has left before i."""
        conflicts: dict[int, list[int]] = {number: [] for number in self.target}
        largest = 0
        for place, i in enumerate(self.target):
            for j in self.target[place + 1 :]:
                if i < j < largest:
                    conflicts[i].append(j)
                    conflicts[j].append(i)
            largest = max(largest, i)
        return conflicts

    def _components(self) -> list[dict[int, int]]:
        """Numbers that constrain each other, with the stack that each of them goes to, or all to the other one."""
        conflicts, components, seen = self._conflicts(), list[dict[int, int]](), set[int]()
        for start in conflicts:
            if start not in seen:
                sides, open_numbers = {start: 0}, [start]
                while open_numbers:
                    number = open_numbers.pop()
                    for other in conflicts[number]:
                        if other not in sides:
                            sides[other] = 1 - sides[number]
                            open_numbers.append(other)
                components.append(sides)
                seen.update(sides)
        return components

    @cached_property
    def least_cost(self) -> int:
        """The fewest numbers that must go to the second stack."""
        seconds = [(sum(sides.values()), len(sides)) for sides in self._components()]
        return sum(min(second, count - second) for second, count in seconds)

    @cached_property
    def first_fitting_cost(self) -> int:
        """The numbers that go to the second stack because they would lie on one that leaves before them; more than
        all where they fit neither."""
        place = {number: k for k, number in enumerate(self.target)}
        stacks: list[list[int]] = [[], []]
        done = cost = 0
        for number in range(1, len(self.target) + 1):
            fitting = [side for side in (0, 1) if not stacks[side] or place[stacks[side][-1]] > place[number]]
            if not fitting:
                return len(self.target) + 1
            stacks[fitting[0]].append(number)
            cost += fitting[0]
            while holding := [stack for stack in stacks if stack and stack[-1] == self.target[done]]:
                holding[0].pop()
                done += 1
                if done == len(self.target):
                    break
        return cost

    def score(self, answer: str) -> float:
        queue, output = deque(range(1, len(self.target) + 1)), list[int]()
        stacks: list[list[int]] = [[], []]
        for step, operation in enumerate(answer, start=1):
            if operation in PUSHES:
                if not queue:
                    raise Infeasible(f"operation {step} takes from an empty queue")
                stacks[PUSHES.index(operation)].append(queue.popleft())
            else:
                stack = stacks[POPS.index(operation)]
                if not stack:
                    raise Infeasible(f"operation {step} takes from an empty stack")
                output.append(stack.pop())
        if output != self.target:
            return 0.0
        cost, least = answer.count(PUSHES[1]), self.least_cost
        return minimized(cost, least, naive=max(self.first_fitting_cost, least + 1))


def _one_stack_suffices(target: list[int]) -> bool:
    stack, pushed = list[int](), 0
    for wanted in target:
        while pushed < wanted:
            pushed += 1
            stack.append(pushed)
        if stack.pop() != wanted:
            return False
    return True
