from collections import deque
from itertools import permutations
from random import Random

from rlve.envs.puzzles.water_jug_measuring import WaterJugMeasuring
from tests.envs.drawing import drawn, reward

EXAMPLE = WaterJugMeasuring(
    capacities=[3, 5, 9], volumes=[0, 2, 3], limit=5, planted=["fill B", "pour B A", "pour A C"]
)


def replay(capacities: list[int], moves: list[str]) -> list[int]:
    """The volumes after moves, litre by litre."""
    held = dict.fromkeys("ABC", 0)
    most = dict(zip("ABC", capacities))
    for move in moves:
        what, *jugs = move.split(" ")
        source = jugs[0]
        while (held[source] < most[source]) if what == "fill" else held[source] > 0:
            if what == "pour" and held[jugs[1]] == most[jugs[1]]:
                break
            held[source] += 1 if what == "fill" else -1
            if what == "pour":
                held[jugs[1]] += 1
    return list(held.values())


def least_moves(problem: WaterJugMeasuring) -> int:
    moves = problem.answer_format().row.choices
    depths, queue = {(): 0}, deque([()])
    seen = {tuple(replay(problem.capacities, []))}
    while queue:
        way = queue.popleft()
        state = replay(problem.capacities, list(way))
        if state == problem.volumes:
            return len(way)
        for move in moves:
            after = (*way, move)
            if (found := tuple(replay(problem.capacities, list(after)))) not in seen:
                seen.add(found)
                depths[after] = len(after)
                queue.append(after)
    raise AssertionError


def test_worked_example():
    assert "A 0, B 2, C 3" in EXAMPLE.statement()
    assert reward(EXAMPLE, "fill B\npour B A\npour A C") == 1.0
    assert reward(EXAMPLE, "fill B\nfill B\npour B A\npour A C\npour A C") == 1.0  # moves that change nothing
    for text in (
        "fill B, pour B A, pour A C",
        "- fill B\n- pour B A\n- pour A C",
        "1. fill B\n2. pour B A\n3. pour A C",
    ):
        assert reward(EXAMPLE, text) == 1.0
    assert reward(EXAMPLE, "fill B\npour B A") == 0.0
    assert reward(EXAMPLE, "fill B\npour B A\nempty A") == 0.0
    assert (
        reward(EXAMPLE, "fill B\npour B A\npour A A") == reward(EXAMPLE, "fill D") == reward(EXAMPLE, "drain A") == -1.0
    )
    assert reward(EXAMPLE, "fill B\n" * 3 + "pour B A\npour A C\nfill A") == -0.5


def test_moves_do_what_the_rules_say():
    rng = Random(5)
    for problem in drawn(WaterJugMeasuring, seeds=30, moves=4, largest=9):
        moves = problem.answer_format().row.choices
        for _ in range(20):
            answer = [rng.choice(moves) for _ in range(rng.randint(1, problem.limit))]
            end = replay(problem.capacities, answer)
            assert WaterJugMeasuring(problem.capacities, end, problem.limit, []).score(answer) == 1.0
            assert problem.score(answer) == float(end == problem.volumes)


def test_nothing_shorter_than_the_asked_number_of_moves_will_do():
    for problem in drawn(WaterJugMeasuring, seeds=5, moves=4, largest=7):
        assert 4 <= least_moves(problem) == len(problem.planted) <= 6
        assert replay(problem.capacities, problem.planted) == problem.volumes


def shortcut_fill_and_pour_around(problem):
    """Tries for each pair of jugs to fill one, pour it into the other, and empty that one when it is full."""
    for one, other in permutations("ABC", 2):
        moves = list[str]()
        while len(moves) < problem.limit:
            held = replay(problem.capacities, moves)
            if held == problem.volumes and moves:
                return moves
            i, j = "ABC".index(one), "ABC".index(other)
            if held[j] == problem.capacities[j]:
                moves.append(f"empty {other}")
            elif held[i] == 0:
                moves.append(f"fill {one}")
            else:
                moves.append(f"pour {one} {other}")
    return moves


def shortcut_nearest_volumes(problem):
    """Makes the move after which the volumes are nearest to the wanted ones, to no volumes that were there before."""
    moves, seen = list[str](), {(0, 0, 0)}
    for _ in range(problem.limit):
        ends = {move: replay(problem.capacities, [*moves, move]) for move in problem.answer_format().row.choices}
        new = [move for move, end in ends.items() if tuple(end) not in seen]
        if not new:
            break
        best = min(new, key=lambda move: sum(abs(a - b) for a, b in zip(ends[move], problem.volumes)))
        moves.append(best)
        seen.add(tuple(ends[best]))
        if ends[best] == problem.volumes:
            break
    return moves
