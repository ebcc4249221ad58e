from rlve.envs.grids.ascii_cube_stack_drawing import CUBE, AsciiCubeStackDrawing
from tests.envs.drawing import drawn, reward

TWO = ["..+---+---+", "./___/___/|", "+---+---+_|", "|___|___|_+", "|___|___|/.", "+---+---+.."]


def nearest(heights: list[list[int]]) -> list[str]:
    """For every character the nearest cube whose picture has something there."""
    back = len(heights) - 1
    stacks = [(i, j, height) for i, row in enumerate(heights) for j, height in enumerate(row)]
    seen = {}
    cubes = [(i, j, k) for i, j, height in stacks for k in range(height)]
    for i, j, k in sorted(cubes, reverse=True):
        for line, text in enumerate(CUBE):
            for right, character in enumerate(text):
                place = (2 * (back - i) + 3 * k + 5 - line, 2 * (back - i) + 4 * j + right)
                if character != "." and place not in seen:
                    seen[place] = character
    top, width = max(up for up, _ in seen), max(right for _, right in seen)
    return ["".join(seen.get((up, right), ".") for right in range(width + 1)) for up in range(top, -1, -1)]


def test_worked_example():
    problem = AsciiCubeStackDrawing([[1, 1]])
    assert reward(problem, "\n".join(TWO)) == 1.0
    near_miss = [*TWO[:2], "+---+---+_+", *TWO[3:]]
    assert 0.0 < reward(problem, "\n".join(near_miss)) < 1.0
    assert reward(problem, "\n".join(TWO[1:])) == reward(problem, "\n".join([*TWO[:5], "+---+---+."])) == -0.5
    assert reward(problem, "\n".join([*TWO[:5], "+---+---+ x"])) == -1.0


def test_a_stack_behind_and_one_above():
    tall = ["..+---+", "./___/|", "+---+_|", "|___|_+", "|___|/|", "+---+_|", "|___|_+", "|___|/.", "+---+.."]
    assert AsciiCubeStackDrawing([[2]]).solution == tall
    deep = ["....+---+", "../___/|.", "..+---+_|"]
    behind = AsciiCubeStackDrawing([[2], [1]]).solution
    assert (len(behind), len(behind[0])) == (11, 9)
    assert [behind[0], behind[2]] == [deep[0], deep[2]]


def test_equals_the_nearest_cube_at_every_character():
    for problem in drawn(AsciiCubeStackDrawing, seeds=25, longest_side=4, highest=4):
        assert problem.solution == nearest(problem.heights)
        assert problem.size() == (len(problem.solution), len(problem.solution[0]))


def shortcut_front_row_only(problem):
    """Draws the front row on an empty canvas and forgets what rises behind it."""
    lines, length = problem.size()
    front = AsciiCubeStackDrawing(problem.heights[-1:]).solution
    return ["." * length] * (lines - len(front)) + [line.ljust(length, ".") for line in front]


def shortcut_tallest_first(problem):
    """Draws every stack as high as the lowest one."""
    lines, length = problem.size()
    least = min(map(min, problem.heights))
    flat = AsciiCubeStackDrawing([[least] * len(row) for row in problem.heights]).solution
    return ["." * length] * (lines - len(flat)) + flat


def shortcut_nothing(problem):
    """Leaves everything empty."""
    lines, length = problem.size()
    return ["." * length] * lines


def shortcut_one_stack_one_cube_too_low(problem):
    """Draws the whole scene but takes one cube off the highest stack."""
    heights = [row.copy() for row in problem.heights]
    row = max(heights, key=max)
    row[row.index(max(row))] -= max(row) > 1
    lines, length = problem.size()
    picture = AsciiCubeStackDrawing(heights).solution
    return ["." * length] * (lines - len(picture)) + picture
