from random import Random

import pytest

from rlve.envs.toolkit.grids import (
    blanked,
    cells,
    connected,
    distances,
    hamiltonian_path,
    lines,
    marked,
    neighbours,
    require_kept,
    surrounding,
)
from rlve.envs.verdict import Infeasible


def test_neighbours_share_a_side_and_surrounding_cells_also_a_corner():
    assert set(neighbours((0, 3))) == {(-1, 3), (1, 3), (0, 2), (0, 4)}
    assert set(surrounding((1, 1))) == set(cells(3, 3)) - {(1, 1)}


def test_distances_go_around_walls():
    free = marked(["...", ".#.", ".#."], ".")
    assert distances((2, 0), free)[2, 2] == 6
    assert connected(free)
    assert not connected(free - {(0, 1)})
    assert not connected(set())


def test_lines_are_the_rows_and_then_the_columns():
    assert lines(["ab", "cd", "ef"]) == [("a", "b"), ("c", "d"), ("e", "f"), ("a", "c", "e"), ("b", "d", "f")]


def test_blanked_hides_as_many_cells_as_asked_and_leaves_the_grid_alone():
    grid = [[1, 2, 3], [4, 5, 6]]
    for count in range(7):
        hidden = blanked(Random(count), grid, count, 0)
        assert sum(row.count(0) for row in hidden) == count
        require_kept(hidden, grid, 0)
    assert grid == [[1, 2, 3], [4, 5, 6]]


def test_a_changed_given_cell_is_infeasible_and_named():
    with pytest.raises(Infeasible, match="row 2, column 1"):
        require_kept([".1", "0."], ["11", "11"], ".")


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (2, 3), (3, 3), (5, 4), (9, 9)])
def test_hamiltonian_paths_visit_every_cell_once(rows, columns):
    drawn = set()
    for seed in range(30):
        path = hamiltonian_path(Random(seed), rows, columns)
        assert sorted(path) == cells(rows, columns)
        assert all(b in neighbours(a) for a, b in zip(path, path[1:]))
        drawn.add(tuple(path))
    assert len(drawn) > (20 if rows > 3 else 0)
