"""Measuring with jugs."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Self

from rlve.envs.answers import Rows, Word
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible

NAMES = "ABC"
FILL, EMPTY = ([f"{what} {name}" for name in NAMES] for what in ("fill", "empty"))
POUR = [[f"pour {one} {other}" for other in NAMES] for one in NAMES]
Volumes = tuple[int, ...]


@dataclass(frozen=True)
class WaterJugMeasuring(Problem[list[str]]):
    """Bring given volumes of water into three jugs of known capacities by filling, emptying and pouring."""

    max_difficulty = 10  # beyond it, the search for states that are so many moves away takes too long

    capacities: list[int]
    volumes: list[int]
    limit: int
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"moves": 3 + difficulty, "largest": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, moves: int, largest: int) -> Self:
        capacities = rng.sample(range(largest // 4, largest + 1), len(NAMES))
        arrivals, farthest = _search(capacities, moves + rng.randint(0, 2))
        if not farthest:
            raise Redraw
        # one volume in some jug would be too easy: the moves that give it are the same for many capacities
        volumes = rng.choice(farthest)
        return cls(capacities, list(volumes), 2 * moves - 1, _way(arrivals, volumes))

    def statement(self) -> str:
        jugs = ", ".join(f"{name} holds {capacity}" for name, capacity in zip(NAMES, self.capacities))
        wanted = ", ".join(f"{name} {volume}" for name, volume in zip(NAMES, self.volumes))
        return prose(f"""
            There are three jugs, all empty at first. Their capacities in litres: {jugs}. There is a tap with as much
            water as you like, and a drain. The moves are: "fill A" fills jug A to its capacity from the tap; "empty A"
            empties jug A into the drain; "pour A B" pours water from jug A into jug B until A is empty or B is full;
            and likewise for the other jugs. A move that changes nothing is allowed. Give at most {self.limit} moves,
            one in a line, after which the jugs contain exactly, in litres: {wanted}. Only the volumes after the last
            move count, and the moves need not be as few as possible.""")

    def answer_format(self) -> Rows[str]:
        return Rows(Word((*FILL, *EMPTY, *(POUR[i][j] for i, j in permutations(range(len(NAMES)), 2)))))

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        if len(answer) > self.limit:
            raise Infeasible(f"{len(answer)} moves, not at most {self.limit}")
        volumes = [0] * len(NAMES)
        for move in answer:
            match move.split():
                case "fill", name:
                    volumes[NAMES.index(name)] = self.capacities[NAMES.index(name)]
                case "empty", name:
                    volumes[NAMES.index(name)] = 0
                case _, name, other:
                    source, goal = NAMES.index(name), NAMES.index(other)
                    poured = min(volumes[source], self.capacities[goal] - volumes[goal])
                    volumes[source] -= poured
                    volumes[goal] += poured
        return float(volumes == self.volumes)


def _search(capacities: list[int], distance: int) -> tuple[dict[Volumes, tuple[str, Volumes]], list[Volumes]]:
    """Breadth-first: how each state within `distance` moves is reached, and those exactly as far away."""
    empty: Volumes = (0,) * len(capacities)
    arrivals: dict[Volumes, tuple[str, Volumes]] = {empty: ("", empty)}
    last = [empty]
    for _ in range(distance):
        states, last = last, []
        for state in states:
            for move, after in _moves(state, capacities):
                if after not in arrivals:
                    arrivals[after] = move, state
                    last.append(after)
    return arrivals, last


def _way(arrivals: dict[Volumes, tuple[str, Volumes]], state: Volumes) -> list[str]:
    way = []
    while any(state):
        move, state = arrivals[state]
        way.append(move)
    return way[::-1]


def _moves(state: Volumes, capacities: list[int]) -> Iterator[tuple[str, Volumes]]:
    """The moves that change something, and what they lead to."""
    for i, held in enumerate(state):
        if held < capacities[i]:
            yield FILL[i], (*state[:i], capacities[i], *state[i + 1 :])
        if held:
            yield EMPTY[i], (*state[:i], 0, *state[i + 1 :])
            for j, taken in enumerate(state):
                if i != j and taken < capacities[j]:
                    poured = min(held, capacities[j] - taken)
                    after = [*state]
                    after[i], after[j] = held - poured, taken + poured
                    yield POUR[i][j], tuple(after)
