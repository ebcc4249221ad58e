"""Colourings of cards that shuffles do not tell apart."""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table


@dataclass(frozen=True)
class BurnsideCardColoringCounting(Problem[int]):
    """Count the ways to colour cards red, green and blue, so many each, up to the given shuffles."""

    max_difficulty = 24

    shuffles: list[list[int]]
    colours: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"cards": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, cards: int) -> Self:
        """A turn of one block, with its mirror image or without, and a turn or an exchange of the other block."""
        positions = rng.sample(range(cards), cards)
        block = rng.randint(3, cards - 2)
        first, second = positions[:block], positions[block : block + rng.randint(2, min(4, cards - block))]
        turned = _moved(cards, first, first[1:] + first[:1])
        kind = rng.randrange(3)
        if kind == 0:
            shuffles = [_moved(cards, first + second, first[1:] + first[:1] + second[1:] + second[:1])]
        elif kind == 1:
            shuffles = [turned, _moved(cards, first, first[::-1])]
        else:
            shuffles = [turned, _moved(cards, second, second[1:] + second[:1])]
        rng.shuffle(shuffles)
        cuts = sorted(rng.sample(range(1, cards), 2))
        problem = cls(shuffles, [cuts[0], cuts[1] - cuts[0], cards - cuts[1]])
        if problem.solution < cards:
            raise Redraw
        return problem

    def statement(self) -> str:
        cards = len(self.shuffles[0])
        red, green, blue = self.colours
        rules = prose(f"""
            {cards} cards lie at the positions 1..{cards}. {red} of them are to be coloured red, {green} green and
            {blue} blue. Each line below is a shuffle X[1], X[2], ..., X[{cards}]: it brings the card at position i to
            position X[i]. Two colourings are the same if one can be turned into the other by applying the shuffles, in
            any order and each as often as one likes. How many different colourings are there? Give the exact
            number.""")
        return f"{rules}\n{table(self.shuffles)}"

    def answer_format(self) -> Integer:
        return Integer(1)

    def solve(self) -> int:
        """Burnside: the mean, over all products of the shuffles, of the colourings that each leaves as they are."""
        known: dict[tuple[int, ...], int] = {}
        total = 0
        group = self.group()
        for shuffle in group:
            lengths = _cycle_lengths(shuffle)
            if lengths not in known:
                known[lengths] = self.unchanged(lengths)
            total += known[lengths]
        return total // len(group)

    def group(self) -> set[tuple[int, ...]]:
        """All products of the shuffles, with positions from 0."""
        generators = [[position - 1 for position in shuffle] for shuffle in self.shuffles]
        found = {tuple(range(len(generators[0])))}
        new = list(found)
        for shuffle in new:
            for generator in generators:
                following = tuple(generator[position] for position in shuffle)
                if following not in found:
                    found.add(following)
                    new.append(following)
        return found

    def unchanged(self, lengths: tuple[int, ...]) -> int:
        """The colourings in which each cycle has one colour: by how many cards are red and green so far."""
        red, green, blue = self.colours
        ways = {(0, 0): 1}
        done = 0
        for length in lengths:
            done += length
            after: dict[tuple[int, int], int] = {}
            for ((r, g), count), (more_r, more_g) in product(ways.items(), ((length, 0), (0, length), (0, 0))):
                state = r + more_r, g + more_g
                if state[0] <= red and state[1] <= green and done - sum(state) <= blue:
                    after[state] = after.get(state, 0) + count
            ways = after
        return ways.get((red, green), 0)


def _moved(cards: int, sources: list[int], targets: list[int]) -> list[int]:
    """The shuffle that brings each source to its target, from 0, and leaves the other cards; written from 1."""
    to = dict(zip(sources, targets))
    return [to.get(position, position) + 1 for position in range(cards)]


def _cycle_lengths(shuffle: tuple[int, ...]) -> tuple[int, ...]:
    lengths, seen = [], set[int]()
    for start in range(len(shuffle)):
        length, position = 0, start
        while position not in seen:
            seen.add(position)
            position, length = shuffle[position], length + 1
        if length:
            lengths.append(length)
    return tuple(sorted(lengths))
