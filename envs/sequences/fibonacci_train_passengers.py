"""Passengers of a train who board as Fibonacci's rabbits breed."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class FibonacciTrainPassengers(Problem[int]):
    """How many passengers does a train carry, if one boarding is unknown and the later ones grow like Fibonacci's?"""

    max_difficulty = 60

    stations: int
    first: int
    arriving: int
    station: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_stations": 8 + difficulty, "most_boarding": 30 + 10 * difficulty}

    @classmethod
    def generate(cls, rng: Random, most_stations: int, most_boarding: int) -> Self:
        stations = rng.randint((most_stations + 7) // 2, most_stations)
        first = rng.randint(most_boarding // 4, most_boarding)
        second = rng.randint(1, first)  # else more passengers alight than there are
        arriving = _aboard(stations, first, second)[-1]
        # before station 4 the number is 2 * first, and after the last but one it is the number that arrives
        return cls(stations, first, arriving, rng.randint(4, stations - 2))

    def statement(self) -> str:
        return prose(f"""
            A train stops at the stations 1 to {self.stations}, in this order. At station 1 it is empty, and
            {self.first} passengers board. At station 2 some passengers board, at least one, and equally many alight;
            how many is not known. At each of the stations 3 to {self.stations - 1}, the number of passengers who board
            is the sum of the numbers of those who boarded at the two stations before it, and the number of passengers
            who alight is the number of those who boarded at the one station before it. At station {self.stations} all
            passengers alight, and these are {self.arriving}. How many passengers are aboard when the train leaves
            station {self.station}?""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """All numbers are linear in the unknown one: the trains with 0 and with 1 tell how."""
        without, with_one = _aboard(self.stations, self.first, 0), _aboard(self.stations, self.first, 1)
        second = (self.arriving - without[-1]) // (with_one[-1] - without[-1])
        index = self.station - 1
        return without[index] + second * (with_one[index] - without[index])


def _aboard(stations: int, first: int, second: int) -> list[int]:
    """The passengers aboard after each of the stations but the last."""
    before, boarded, aboard = first, second, [first, first]
    for _ in range(3, stations):
        aboard.append(aboard[-1] + before)  # before + boarded get on, boarded get off
        before, boarded = boarded, before + boarded
    return aboard
