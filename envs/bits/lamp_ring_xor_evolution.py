"""Lamps on a circle that look at their neighbour."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching


@dataclass(frozen=True)
class LampRingXorEvolution(Problem[str]):
    """Find the states of lamps on a circle after many steps in which each is compared with the next."""

    max_difficulty = 60

    lamps: str
    steps: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_lamps": 11 + difficulty, "most_steps": geometric(20, difficulty, 1.7)}

    @classmethod
    def generate(cls, rng: Random, most_lamps: int, most_steps: int) -> Self:
        count = rng.randint(most_lamps - 2, most_lamps)
        if count.bit_count() == 1:
            raise Redraw  # then all lamps are soon off
        share = rng.uniform(0.3, 0.7)
        lamps = "".join("01"[rng.random() < share] for _ in range(count))
        problem = cls(lamps, rng.randint(most_steps // 2, most_steps))
        if problem.solution in (lamps, "0" * count):
            raise Redraw
        return problem

    def statement(self) -> str:
        count = len(self.lamps)
        return prose(f"""
            The lamps 1..{count} stand on a circle in clockwise order, so that lamp 1 follows clockwise after lamp
            {count}. A lamp is on (1) or off (0). In each step all lamps change at once: a lamp is on after the step if
            its state before the step differs from the state before the step of the next lamp clockwise, and off if the
            two are equal. At first the states of the lamps 1, 2, ..., {count} are {self.lamps}. What are they after
            {self.steps} steps? Give them in the same order.""")

    def answer_format(self) -> Letters:
        return Letters("01", len(self.lamps))

    def solve(self) -> str:
        """2^k steps at once compare each lamp with the one 2^k places on."""
        states, count = [lamp == "1" for lamp in self.lamps], len(self.lamps)
        for place in range(self.steps.bit_length()):
            if self.steps >> place & 1:
                states = [states[i] != states[(i + (1 << place)) % count] for i in range(count)]
        return "".join("01"[state] for state in states)

    def score(self, answer: str) -> float:
        return matching(answer, self.solution)
