"""Changing seats around a table."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class CircularReseatingMinCost(Problem[list[list[int]]]):
    """Let people around a table change seats, few in all, so that everybody sits between the wanted neighbours."""

    wishes: list[list[int]]  # the two wanted neighbours of each

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Many sit well already, once the wanted circle is turned, and perhaps reflected, in the right way."""
        circle = list(range(size))
        moved = rng.sample(range(size), rng.randint(size // 3 + 1, 2 * size // 3 + 1))
        students = [circle[seat] for seat in moved]
        rng.shuffle(students)
        for seat, student in zip(moved, students):
            circle[seat] = student
        turn = rng.randrange(size)
        circle = [(student + turn) % size for student in circle]
        if rng.random() < 0.5:
            circle.reverse()
        wishes: list[list[int]] = [[] for _ in range(size)]
        for before, student, after in zip([circle[-1], *circle], circle, [*circle[1:], circle[0]]):
            wishes[student] = rng.sample([before, after], 2)
        problem = cls(wishes)
        if not 0 < problem.cost(problem.solution) < problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.wishes)
        rules = prose(f"""
            Students 0..{size - 1} sit around a circle of {size} seats in this order: student i sits between students
            i - 1 and i + 1, and student {size - 1} sits next to student 0. Line i below (i = 0, ..., {size - 1}) gives
            the two students next to whom student i wants to sit, one on either side; which of them sits on which side
            does not matter. A change of seats is a list b1 b2 ... bm of at least two different students: b1 moves to
            the seat of b2, b2 to the seat of b3, ..., and bm to the seat of b1, all at the same time. It costs m.
            Changes are made one after another, each with the seats as they are then. Find changes after which every
            student sits between the two students wanted, and whose costs add up to as little as possible. If several
            lists of changes are equally good, any of them will do.""")
        question = "Give the changes in the order in which they are made, one a line: b1 b2 ... bm."
        return f"{rules}\n{table(self.wishes)}\n{question}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(0, len(self.wishes) - 1)))

    def wanted_circle(self) -> list[int]:
        circle = [0, self.wishes[0][0]]
        while len(circle) < len(self.wishes):
            left, right = self.wishes[circle[-1]]
            circle.append(right if left == circle[-2] else left)
        return circle

    def seatings(self) -> list[list[int]]:
        """The students by seat, in each direction and turn of the wanted circle; first those that leave 0 in place."""
        circle = self.wanted_circle()
        size = len(circle)
        reflected = [circle[0], *circle[:0:-1]]
        return [way[turn:] + way[:turn] for turn in range(size) for way in (circle, reflected)]

    def naive(self) -> int:
        """The cheaper of the two seatings in which student 0 stays."""
        return min(map(misplaced, self.seatings()[:2]))

    def changes(self, seating: list[int]) -> list[list[int]]:
        """Every student who is not in place moves once."""
        seat = {student: place for place, student in enumerate(seating)}
        cycles = []
        for first in range(len(seating)):
            cycle = []
            student = first
            while student in seat:
                cycle.append(student)
                student = seat.pop(student)
            if len(cycle) > 1:
                cycles.append(cycle)
        return cycles

    def solve(self) -> list[list[int]]:
        """Whoever must leave a seat takes part in a change, and the cycles of the rearrangement move each just once."""
        return self.changes(min(self.seatings(), key=misplaced))

    def cost(self, changes: list[list[int]]) -> int:
        return sum(map(len, changes))

    def score(self, answer: list[list[int]]) -> float:
        size = len(self.wishes)
        seats = list(range(size))  # of the students
        for change in answer:
            if len(change) < 2:
                raise Infeasible("a change of fewer than two students")
            if len(set(change)) < len(change):
                raise Infeasible("a student stands twice in a change")
            taken = [seats[student] for student in change[1:] + change[:1]]
            for student, seat in zip(change, taken):
                seats[student] = seat
        seated = sorted(range(size), key=seats.__getitem__)
        for place, student in enumerate(seated):
            if {seated[place - 1], seated[(place + 1) % size]} != set(self.wishes[student]):
                raise Infeasible(f"student {student} does not sit between the wanted neighbours")
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive())


def misplaced(seating: list[int]) -> int:
    """How many do not keep their seats."""
    return sum(place != student for place, student in enumerate(seating))
