"""Switches that toggle the lights of all divisors."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve.envs.answers import Rational
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import divisors


@dataclass(frozen=True)
class DivisorLightToggleExpectation(Problem[Fraction]):
    """Find the expected number of random presses until few are left that switch all lights off."""

    max_difficulty = 40

    lights: str
    enough: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_lights": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, most_lights: int) -> Self:
        share = rng.uniform(0.3, 0.7)
        lights = "".join("01"[rng.random() < share] for _ in range(rng.randint(most_lights - 2, most_lights)))
        needed = cls(lights, 0).needed()
        if needed < 2 or needed == lights.count("1"):
            raise Redraw
        return cls(lights, rng.randint(1, needed - 1))

    def statement(self) -> str:
        count = len(self.lights)
        return prose(f"""
            The lights 1..{count} are on (1) or off (0): {self.lights}, that of light 1 first. There are switches
            1..{count}. Pressing switch i toggles every light whose number divides i, among them the lights 1 and i. Let
            m be the least number of presses that switch all lights off, from how they are at the moment. A person looks
            at m before the first press and after every press. As long as m is more than {self.enough}, the person
            presses a switch chosen at random, each of the {count} being equally likely, whatever was pressed before. As
            soon as m is at most {self.enough}, the person makes m presses that switch all lights off, and stops. What
            is the expected number of all presses, those at random and those at the end?""")

    def answer_format(self) -> Rational:
        return Rational()

    def needed(self) -> int:
        """Only one set of switches does it: the last light that is on needs its own switch."""
        on, presses = [False, *(light == "1" for light in self.lights)], 0
        for switch in range(len(self.lights), 0, -1):
            if on[switch]:
                presses += 1
                for divisor in divisors(switch):
                    on[divisor] = not on[divisor]
        return presses

    def solve(self) -> Fraction:
        """A press brings m down by one if its switch is one of the m that are needed, and up by one otherwise."""
        count, needed = len(self.lights), self.needed()
        presses, down = Fraction(min(needed, self.enough)), Fraction(1)
        for left in range(count, self.enough, -1):
            if left < count:
                down = (count + (count - left) * down) / left  # from `left` needed presses to one less
            if left <= needed:
                presses += down
        return presses
