"""Rows of boys, girls and teachers."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

KINDS = ("boy", "girl", "teacher")


@dataclass(frozen=True)
class NoAdjacentGirlsTeachersArrangements(Problem[int]):
    """Count the rows of boys, girls and teachers in which girls and teachers are apart from their like."""

    max_difficulty = 60

    boys: int
    girls: int
    teachers: int
    first: str
    last: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"people": 15 + difficulty}

    @classmethod
    def generate(cls, rng: Random, people: int) -> Self:
        girls, teachers = (rng.randint(people // 6, 2 * people // 5) for _ in range(2))
        boys = rng.randint(people // 6, people // 2)
        problem = cls(boys, girls, teachers, rng.choice(KINDS), rng.choice(KINDS))
        if problem.solution < 2 * people:
            raise Redraw
        return problem

    def statement(self) -> str:
        people = self.boys + self.girls + self.teachers
        return prose(f"""
            {self.boys} boys, {self.girls} girls and {self.teachers} teachers stand side by side in one row of {people}
            people. No two girls stand next to each other, and no two teachers stand next to each other; every other
            neighbourhood is allowed. The leftmost person is a {self.first}, and the rightmost person is a {self.last}.
            Only the kinds matter: two arrangements are different exactly if in some place of the row they have people
            of different kinds. How many different arrangements are there? Give the exact number.""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """By how many of each kind stand in the row so far, and who stands last."""
        ways = {
            (boys, girls, teachers): [0, 0, 0]
            for boys in range(self.boys + 1)
            for girls in range(self.girls + 1)
            for teachers in range(self.teachers + 1)
        }
        none = [0, 0, 0]
        for (boys, girls, teachers), after in ways.items():
            if boys + girls + teachers == 1:
                after[[boys, girls, teachers].index(1)] = int(KINDS[[boys, girls, teachers].index(1)] == self.first)
                continue
            after[0] = sum(ways.get((boys - 1, girls, teachers), none))
            with_boy, _, with_teacher = ways.get((boys, girls - 1, teachers), none)
            after[1] = with_boy + with_teacher
            with_boy, with_girl, _ = ways.get((boys, girls, teachers - 1), none)
            after[2] = with_boy + with_girl
        return ways[self.boys, self.girls, self.teachers][KINDS.index(self.last)]
