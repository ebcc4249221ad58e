"""Disjoint sets that cover everything."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class ExactCover(Problem[list[int]]):
    """Choose disjoint sets of a list that together contain every item."""

    max_difficulty = 40

    items: int
    sets: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"items": 10 + difficulty, "sets": 15 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, items: int, sets: int) -> Self:
        """Parts of the items, and sets of the same sizes: parts with an item exchanged, and random ones."""
        parts: list[list[int]] = [[] for _ in range(rng.randint(3, max(3, items // 3)))]
        for place, item in enumerate(rng.sample(range(items), items)):
            (parts[place] if place < len(parts) else rng.choice(parts)).append(item)
        chosen = {tuple(sorted(part)) for part in parts}
        if len(chosen) == len(parts):
            for _ in range(20 * sets):
                part = rng.choice(parts)
                if rng.random() < 0.5:
                    new = {*part, rng.randrange(items)} - {rng.choice(part)}
                else:
                    new = set(rng.sample(range(items), len(part)))
                if new:
                    chosen.add(tuple(sorted(new)))
                if len(chosen) == sets:
                    break
        order = sorted(chosen)
        rng.shuffle(order)
        problem = cls(items, [list(part) for part in order])
        for key in (lambda k: k, lambda k: len(order[k])):
            for hurried in (sorted(range(len(order)), key=key), sorted(range(len(order)), key=key, reverse=True)):
                if 1.0 in (problem.score(problem.taken(hurried)), problem.score(problem.rarest_first(hurried))):
                    raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.sets) - 1
        rules = prose(f"""
            The items are 0..{self.items - 1}. Each of the {last + 1} lines below is a set of items; the sets are
            numbered 0..{last} in this order. Choose some of the sets so that every item is in exactly one chosen set:
            no two of them share an item, and together they contain all {self.items} items. How many sets you choose
            does not matter. There is such a choice, and any will do.""")
        return f"{rules}\n{table(self.sets)}\nGive the numbers of the chosen sets in any order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.sets) - 1))

    def taken(self, order: list[int]) -> list[int]:
        """The sets that one takes in this order as long as they share no item with those taken before."""
        covered, taken = set[int](), []
        for k in order:
            if covered.isdisjoint(self.sets[k]):
                covered.update(self.sets[k])
                taken.append(k)
        return taken

    def rarest_first(self, order: list[int]) -> list[int]:
        """The first set, in this order, with the item that the fewest can still cover, and so on, never going back."""
        left, usable, taken = set(range(self.items)), order, list[int]()
        while left:
            rarest = min(sorted(left), key=lambda item: sum(item in self.sets[k] for k in usable))
            choice = next((k for k in usable if rarest in self.sets[k]), None)
            if choice is None:
                break
            taken.append(choice)
            left.difference_update(self.sets[choice])
            usable = [k for k in usable if left.issuperset(self.sets[k])]
        return taken

    def solve(self) -> list[int]:
        """Knuth's Algorithm X: next the item that the fewest sets can still cover."""
        masks = [sum(1 << item for item in items) for items in self.sets]

        def search(left: int, usable: list[int]) -> list[int] | None:
            if not left:
                return []
            items = [item for item in range(self.items) if left >> item & 1]
            rarest = min(items, key=lambda item: sum(masks[k] >> item & 1 for k in usable))
            for k in usable:
                if masks[k] >> rarest & 1:
                    rest = search(left & ~masks[k], [other for other in usable if not masks[other] & masks[k]])
                    if rest is not None:
                        return [k, *rest]
            return None

        found = search((1 << self.items) - 1, list(range(len(self.sets))))
        if found is None:
            raise ValueError("there is no exact cover")
        return sorted(found)

    def score(self, answer: list[int]) -> float:
        covered = set[int]()
        for k in answer:
            if not covered.isdisjoint(self.sets[k]):
                raise Infeasible(f"set {k} shares an item with another chosen set")
            covered.update(self.sets[k])
        return float(len(covered) == self.items)
