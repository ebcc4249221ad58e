"""Towers of layers of one colour each."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Lines
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class MonochromeLayerTowerCounting(Problem[list[int]]):
    """How high is the highest tower of black and white layers, and in how many ways can it be built?"""

    black: int
    white: int
    black_layers: list[int]
    white_layers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_blocks": 30 + 8 * difficulty, "fixed": 2 + difficulty // 4}

    @classmethod
    def generate(cls, rng: Random, most_blocks: int, fixed: int) -> Self:
        black, white = rng.randint(most_blocks // 2, most_blocks), rng.randint(most_blocks // 2, most_blocks)
        possible = next(n for n in range(most_blocks) if n * (n + 1) > black + white)  # not quite as high as it can be
        layers = rng.sample(range(2, possible + fixed), fixed)
        problem = cls(black, white, sorted(layers[::2]), sorted(layers[1::2]))
        if problem.solution[1] < 4:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = [
            f"Layer {layer}, if there is one, has to be {colour}."
            for layer, colour in sorted(
                [(layer, "black") for layer in self.black_layers] + [(layer, "white") for layer in self.white_layers]
            )
        ]
        return prose(f"""
            A tower with n layers has exactly i blocks in layer i, for i = 1..n: layer 1 is the top and layer n the
            bottom. All blocks of one layer have the same colour, black or white. There are {self.black} black and
            {self.white} white blocks; not all of them need be used. {" ".join(rules)} All other layers may have either
            colour. Give two numbers: the largest number n of layers that such a tower can have, and in how many ways
            the layers of a tower with this largest n can be coloured. Two ways are different if some layer has
            different colours.""")

    def answer_format(self) -> Lines:
        return Lines((Integer(low=0), Integer(low=0)))

    def solve(self) -> list[int]:
        """Layer by layer, by the number of black blocks: a tower without its last layer is a tower as well."""
        ways, height = {0: 1}, 0
        while True:
            layer, longer = height + 1, dict[int, int]()
            blocks = layer * (layer + 1) // 2
            for used, count in ways.items():
                if used + layer <= self.black and layer not in self.white_layers:
                    longer[used + layer] = longer.get(used + layer, 0) + count
                if blocks - used <= self.white and layer not in self.black_layers:
                    longer[used] = longer.get(used, 0) + count
            if not longer:
                return [height, sum(ways.values())]
            # the white blocks of a tower whose last layer is black were counted before
            ways, height = longer, layer
