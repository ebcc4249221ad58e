"""How well answers in mathematics are judged: right ones written another way, and wrong ones that are nearly right.

    python -m benchmarks.grading                                  # golds of the tests' own, and ../shared/benchmarks
    python -m benchmarks.grading --grader math-verify --every 12
    python -m benchmarks.grading --golds FOLDER --show 20

Every gold answer is rewritten in ways that keep it right and changed in ways that make it wrong
(tests/evaluation/mutations.py). Printed by kind: how many right ones are refused, how many wrong ones accepted; and the
processor time of the whole, its workers' included.
"""

import argparse
import json
import logging
import resource
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.evaluation.mutations import GOLDS, rewritings, wrong_changes

NAMES = ("aime24", "aime25", "omega500", "olympiadbench")
FOLDER = Path(__file__).parents[2] / "shared" / "benchmarks"


def main() -> int:
    arguments = parsed()
    golds = list(GOLDS)
    for name in NAMES:
        path = arguments.golds / f"{name}.json"
        if path.is_file():
            golds += [str(row["ground_truth"]) for row in json.loads(path.read_text())]
    golds = list(dict.fromkeys(golds))[:: arguments.every]
    grade = grader(arguments.grader)
    bad = False
    for title, cases_of, right in (("rewritings", rewritings, True), ("wrong changes", wrong_changes, False)):
        tried: Counter[str] = Counter()
        failed: Counter[str] = Counter()
        shown = 0
        for gold in golds:
            for kind, response in cases_of(gold):
                tried[kind] += 1
                if grade(response, gold) is not right:
                    failed[kind] += 1
                    shown += 1
                    if shown <= arguments.show:
                        print(f"  {title}: {kind}: {response!r} for {gold!r}")
        print(f"{title}: {failed.total()} of {tried.total()} misjudged ({100 * failed.total() / tried.total():.2f} %)")
        for kind, count in sorted(failed.items(), key=lambda item: -item[1]):
            print(f"    {kind:24} {count:5} of {tried[kind]}")
        bad |= not failed.total() <= (0.02 * tried.total() if right else 0)
    end_workers()
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(f"{len(golds)} different gold answers, {sum(one.ru_utime + one.ru_stime for one in spent):.1f} s")
    return int(bad)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--golds", type=Path, default=FOLDER, help="folder with the published problems")
    parser.add_argument("--grader", choices=("rlve", "math-verify"), default="rlve")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth gold answer only")
    parser.add_argument("--show", type=int, default=0, help="print that many misjudged answers of each sort")
    return parser.parse_args()


def grader(name: str) -> Callable[[str, str], bool]:
    if name == "math-verify":
        return judged_by_math_verify
    from rlve.evaluation.graders import grade_math

    return grade_math


def end_workers() -> None:
    """Wait for the worker processes, whose time counts only then."""
    from rlve.evaluation.graders import symbolic

    symbolic._workers.close()


def judged_by_math_verify(response: str, gold: str) -> bool:
    """Its default, limits on time included. The gold answer is given as LaTeX."""
    from math_verify import parse, verify

    logging.disable()
    return bool(verify(parse(gold if "$" in gold else f"${gold}$"), parse(response)))


if __name__ == "__main__":
    sys.exit(main())
