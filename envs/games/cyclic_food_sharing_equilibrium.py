"""People and foods around a table."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class CyclicFoodSharingEquilibrium(Problem[list[int]]):
    """Everyone takes one of two foods, which is halved if two take it: find choices that nobody wants to change."""

    calories: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"people": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, people: int) -> Self:
        problem = cls([rng.randint(1, 2 * people) for _ in range(people)])
        if problem.naive() == 0:
            raise Redraw
        return problem

    def statement(self) -> str:
        count = len(self.calories)
        rules = prose(f"""
            The people 1..{count} and the foods 1..{count} are arranged in a circle. Person i chooses food i or food
            i + 1; person {count} chooses food {count} or food 1. A food that only one person chooses goes to that
            person; a food that two people choose is halved between them. Below are the calories of the foods 1, 2, ...,
            {count}, in this order. Find choices such that nobody would get strictly more calories by changing to the
            other food alone, while all others keep their choices. There is at least one solution, and any will do.""")
        question = f"Give the numbers of the foods that the people 1, 2, ..., {count} choose, in this order."
        return f"{rules}\n{' '.join(map(str, self.calories))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.calories)), count=len(self.calories))

    def unhappy(self, choices: list[int]) -> list[int]:
        """The people, from 0, who would get more from their other food."""
        count = len(choices)
        takers = [0] * count
        for food in choices:
            takers[food - 1] += 1
        found = []
        for person, food in enumerate(choices):
            mine, other = food - 1, (person + 1) % count if food == person + 1 else person
            # twice the calories, so that a half is a whole number
            if 2 * self.calories[other] // (takers[other] + 1) > 2 * self.calories[mine] // takers[mine]:
                found.append(person)
        return found

    def naive(self) -> int:
        """The fewest unhappy people if all take the first food, all the second, or all the larger one."""
        count = len(self.calories)
        first = list(range(1, count + 1))
        second = [*first[1:], 1]
        larger = [a if self.calories[a - 1] >= self.calories[b - 1] else b for a, b in zip(first, second)]
        return min(len(self.unhappy(choices)) for choices in (first, second, larger))

    def solve(self) -> list[int]:
        """Let one unhappy person after another change. Each change raises a potential, so that this ends."""
        count = len(self.calories)
        choices = list(range(1, count + 1))
        while unhappy := self.unhappy(choices):
            person = unhappy[0]
            choices[person] = (person + 1) % count + 1 if choices[person] == person + 1 else person + 1
        return choices

    def score(self, answer: list[int]) -> float:
        count = len(answer)
        for person, food in enumerate(answer):
            if food not in (person + 1, (person + 1) % count + 1):
                raise Infeasible(f"person {person + 1} cannot choose food {food}")
        return minimized(len(self.unhappy(answer)), 0, naive=self.naive())
