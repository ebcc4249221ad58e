"""Vectors whose entries have given sums in pairs."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized, minimized
from rlve.envs.verdict import Infeasible

Terms = dict[int, tuple[int, int]]  # index -> (sign, constant): the entry is sign * t + constant


@dataclass(frozen=True)
class PairSumConstrainedVectorExtremum(Problem[list[int]]):
    """Find the vector within bounds, with given sums of pairs of entries, whose total is least or largest."""

    bounds: list[int]
    equations: list[list[int]]  # u, v, w: entries u and v add up to w
    largest: bool

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 9 + difficulty, "trees": 3 + difficulty // 8}

    @classmethod
    def generate(cls, rng: Random, size: int, trees: int) -> Self:
        """Trees of at least three entries each, some with one more equation, which may fix all entries of the tree."""
        hidden = [rng.randint(0, 2 * size) for _ in range(size)]
        bounds = [entry + rng.randint(1, 2 * size) for entry in hidden]
        labels = rng.sample(range(size), size)
        cuts = [0, *(size * tree // trees for tree in range(1, trees + 1))]
        pairs: set[tuple[int, int]] = set()
        for start, end in zip(cuts, cuts[1:]):
            part = labels[start:end]
            sides = [[part[0]], []]  # most hang on the first entry's side, so that one sign outnumbers the other
            edges = []
            for entry in part[1:]:
                side = 0 if not sides[1] or rng.random() < 0.75 else 1
                edges.append((rng.choice(sides[side]), entry))
                sides[1 - side].append(entry)
            if trees > 3 and rng.random() < 0.3:
                edges.append((part[0], part[rng.randrange(2, len(part))]))
            pairs |= {(min(edge), max(edge)) for edge in edges}
        equations = [[u, v, hidden[u] + hidden[v]] for u, v in rng.sample(sorted(pairs), len(pairs))]
        problem = cls(bounds, equations, rng.random() < 0.5)
        if sum(problem.solution) in (sum(problem.first_extreme(False)), sum(problem.first_extreme(True))):
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.bounds) - 1
        goal = "large" if self.largest else "small"
        rules = prose(f"""
            Find integers Q[0], ..., Q[{last}] whose total Q[0] + ... + Q[{last}] is as {goal} as possible. Each
            Q[i] is at least 0 and at most P[i]; P[0], ..., P[{last}] are, in this order:""")
        equations = "Each line u v w below means the equation Q[u] + Q[v] = w, and all equations must hold."
        question = f"Give Q[0], ..., Q[{last}] in this order. If several vectors are equally good, any of them will do."
        bounds = " ".join(map(str, self.bounds))
        return f"{rules}\n{bounds}\n{equations}\n{table(self.equations)}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=len(self.bounds))

    def components(self) -> list[tuple[Terms, int, int]]:
        """The entries that hang together, written by one number t, and the least and the largest t."""
        neighbours: list[list[tuple[int, int]]] = [[] for _ in self.bounds]
        for u, v, w in self.equations:
            neighbours[u].append((v, w))
            neighbours[v].append((u, w))
        found: list[tuple[Terms, int, int]] = []
        seen: set[int] = set()
        for first in range(len(self.bounds)):
            if first in seen:
                continue
            terms: Terms = {first: (1, 0)}
            low, high = Fraction(0), Fraction(self.bounds[first])
            stack = [first]
            while stack:
                u = stack.pop()
                sign, constant = terms[u]
                for v, w in neighbours[u]:
                    if v not in terms:
                        terms[v] = (-sign, w - constant)
                        ends = sorted(-sign * (end - w + constant) for end in (0, self.bounds[v]))
                        low, high = max(low, Fraction(ends[0])), min(high, Fraction(ends[1]))
                        stack.append(v)
                    elif terms[v][0] == sign:  # an odd cycle: 2 * sign * t + both constants = w
                        low = high = Fraction(sign * (w - constant - terms[v][1]), 2)
            seen |= set(terms)
            found.append((terms, ceil(low), floor(high)))
        return found

    def first_extreme(self, high: bool) -> list[int]:
        """The first entry of each component as large, or as small, as the others allow."""
        return self._vector([(terms, top if high else bottom) for terms, bottom, top in self.components()])

    def _vector(self, chosen: list[tuple[Terms, int]]) -> list[int]:
        vector = [0] * len(self.bounds)
        for terms, t in chosen:
            for i, (sign, constant) in terms.items():
                vector[i] = sign * t + constant
        return vector

    def naive(self) -> int:
        totals = [sum(self.first_extreme(high)) for high in (False, True)]
        return max(totals) if self.largest else min(totals)

    def solve(self) -> list[int]:
        """The total is linear in the t of each component."""
        chosen = []
        for terms, low, high in self.components():
            slope = sum(sign for sign, _ in terms.values())
            chosen.append((terms, high if (slope > 0) == self.largest else low))
        return self._vector(chosen)

    def score(self, answer: list[int]) -> float:
        for i, (entry, bound) in enumerate(zip(answer, self.bounds)):
            if not 0 <= entry <= bound:
                raise Infeasible(f"Q[{i}] is not in 0..{bound}")
        for u, v, w in self.equations:
            if answer[u] + answer[v] != w:
                raise Infeasible(f"Q[{u}] + Q[{v}] is not {w}")
        total, best = sum(answer), sum(self.solution)
        if self.largest:
            return maximized(total, best, naive=self.naive())
        return minimized(total, best, naive=self.naive())
