"""Problems per second and core, each with its prompt and its solution, per environment and difficulty.

python -m benchmarks.generation
python -m benchmarks.generation --envs puzzles --seconds 1
"""

from benchmarks.measuring import per_second, print_rates
from rlve.envs.registry import Environment

TARGETS = ("Targets: a median of 10,000 problems a second at each difficulty, none under 20 at difficulty 6.",)


def rate(environment: Environment, difficulty: int, seconds: float) -> float:
    def make(seed: int) -> None:
        problem = environment.problem(difficulty, seed)
        problem.prompt()
        _ = problem.solution

    return per_second(make, seconds)


if __name__ == "__main__":
    print_rates(__doc__, "problems/s", rate, TARGETS)
