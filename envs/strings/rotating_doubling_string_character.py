"""Characters of a string that doubles again and again."""

from dataclasses import dataclass
from random import Random
from string import ascii_lowercase
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class RotatingDoublingStringCharacter(Problem[str]):
    """Which letters stand at given places of a string to which its own rotation is added again and again?"""

    max_difficulty = 55

    start: str
    places: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 8 + min(difficulty, 10), "doublings": 3 + difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int, doublings: int) -> Self:
        """Places in the right half of the last string; one of them comes from the first place of a right half."""
        start = "".join(rng.sample(ascii_lowercase, rng.randint(5, length)))
        size = len(start) * 2**doublings
        place = half = len(start) * 2 ** rng.randrange(doublings)
        while 2 * half < size:
            half *= 2
            if 2 * half == size or rng.random() < 0.5:
                place = half + (place + 1) % half
        places = [place + 1, *(rng.randint(size // 2 + 1, size) for _ in range(2))]
        return cls(start, rng.sample(places, 3))

    def statement(self) -> str:
        first, second, third = self.places
        return prose(f"""
            From a string s make a longer one: write behind s the string that results from s when its last character is
            moved to its beginning. For example, abc becomes abccab, and then abccabbabcca. Begin with the string
            {self.start} and do this again and again. Each string is the beginning of the next one, so that every place
            has a letter that never changes any more. Which letters stand at the places {first}, {second} and {third},
            if the first place is number 1? Give the three letters in this order.""")

    def answer_format(self) -> Letters:
        return Letters("".join(sorted(self.start)), length=len(self.places))

    def solve(self) -> str:
        return "".join(self.letter(place - 1) for place in self.places)

    def letter(self, place: int) -> str:
        """From right halves back to left ones; places from 0."""
        while place >= (half := len(self.start)):
            while 2 * half <= place:
                half *= 2
            place = (place - half - 1) % half
        return self.start[place]
