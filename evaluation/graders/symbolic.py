"""Are two expressions equal? Asked of `math-verify`, in a worker process with a limit on time and memory."""

import re

from rlve.evaluation.graders.worker import Failed, Workers

LONGEST_EXPRESSION = 400
DEEPEST_NESTING = 25
LONGEST_DIGITS = 100
SECONDS = 5.0

_workers = Workers("rlve.evaluation.graders.expressions", seconds=SECONDS)


def equivalent(answer: str, gold: str) -> bool:
    """Whether two LaTeX expressions are equal. False for what cannot be read, or decided in time."""
    if not all(map(is_modest, (answer, gold))):
        return False
    try:
        return _workers.ask([answer, gold]) is True
    except Failed:
        return False


def is_modest(expression: str) -> bool:
    """Small enough to try: length, nesting and digits in a row are bounded."""
    depth = deepest = 0
    for character in expression:
        depth += (character in "([{") - (character in ")]}")
        deepest = max(deepest, depth)
    digits = max((len(run) for run in re.findall(r"\d+", expression)), default=0)
    return 0 < len(expression) <= LONGEST_EXPRESSION and deepest <= DEEPEST_NESTING and digits <= LONGEST_DIGITS
