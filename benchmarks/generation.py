"""Problems per second and core, each with its prompt and its solution, per environment and difficulty.

python -m benchmarks.generation
python -m benchmarks.generation --envs puzzles --seconds 1
"""

import argparse

from benchmarks.measuring import DIFFICULTIES, per_second, report
from envs.registry import Environment, select

TARGETS = (
    "Targets: a median of 10,000 problems a second at each difficulty, none under 20 at difficulty 6.",
)  # fmt: skip


def rate(environment: Environment, difficulty: int, seconds: float) -> float:
    def make(seed: int) -> None:
        problem = environment.problem(difficulty, seed)
        problem.prompt()
        _ = problem.solution

    return per_second(make, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--envs", default="all", help="a selection, as for `rlve generate --env`")
    parser.add_argument("--seconds", type=float, default=0.2, help="of processor time for each measurement")
    arguments = parser.parse_args()
    rates = {
        environment.name: [rate(environment, difficulty, arguments.seconds) for difficulty in DIFFICULTIES]
        for environment in select(arguments.envs)
    }
    print(report("problems/s", rates, DIFFICULTIES, TARGETS))


if __name__ == "__main__":
    main()
