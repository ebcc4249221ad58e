"""Tables of marks with given ranks."""

from dataclasses import dataclass
from math import comb, prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000


@dataclass(frozen=True)
class GradeMatrixRankCount(Problem[int]):
    """Count the tables of marks in which one pupil has given ranks and is at least as good as K others everywhere."""

    pupils: int
    highest: list[int]
    better: list[int]
    dominated: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"pupils": 6 + difficulty // 2, "subjects": 2 + (difficulty + 1) // 2}

    @classmethod
    def generate(cls, rng: Random, pupils: int, subjects: int) -> Self:
        """The ranks and the number of a drawn table, in which some others are nowhere better."""
        others = pupils - 1
        dominated = rng.randint(0, others - 3)
        better = [
            set(rng.sample(range(dominated, others), rng.randint(1, others - dominated - 1))) for _ in range(subjects)
        ]
        highest = [rng.randint(2, 3 + subjects // 2) for _ in range(subjects)]
        exceeded = set().union(*better)
        if len(exceeded) in map(len, better):
            raise Redraw  # one subject would tell who is dominated
        problem = cls(pupils, highest, [len(some) for some in better], others - len(exceeded), rng.choice(MODULI))
        if problem.tables() < 200:
            raise Redraw
        return problem

    def statement(self) -> str:
        subjects, last = len(self.highest), self.pupils - 1
        rules = prose(f"""
            {self.pupils} pupils, numbered 0..{last}, get marks in {subjects} subjects, numbered 1..{subjects}. A mark
            in subject j is an integer in 1..U[j]. How many tables of marks, with a mark for each pupil in each subject,
            fulfil two conditions? In each subject j, exactly R[j] of the pupils 1..{last} have a higher mark than pupil
            0. And exactly {self.dominated} of the pupils 1..{last} have in no subject a higher mark than pupil 0. Pupil
            0's marks are not given; tables are different if any mark is. Give the number modulo {self.modulus}. Below,
            each line is a subject: U[j] and R[j].""")
        return f"{rules}\n{table(zip(self.highest, self.better))}"

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def tables(self) -> int:
        """Who is better than pupil 0, and where; times, for each subject, the marks that fit to it."""
        others = self.pupils - 1
        above = others - self.dominated  # pupils who are better somewhere: by inclusion and exclusion
        who: int = comb(others, above) * sum(
            (-1) ** nowhere * comb(above, nowhere) * prod(comb(above - nowhere, count) for count in self.better)
            for nowhere in range(above + 1)
        )
        own_marks: int = prod(
            sum((most - own) ** count * own ** (others - count) for own in range(1, most + 1))
            for most, count in zip(self.highest, self.better)
        )
        return who * own_marks

    def solve(self) -> int:
        return self.tables() % self.modulus
