"""Verdicts per second and core, in this process, per environment and difficulty.

    python -m benchmarks.verification
    python -m benchmarks.verification --envs strings --seconds 1
    python -m benchmarks.verification --pool

With `--pool`, quick checks go through a pool of two processes instead: verdicts per second of the clock, and per second
of the caller's processor time, which is what sending and reading them costs; beside them the same without a pool.

The responses to each problem are a right answer, the answer of another problem, and a text without an answer, each
after some words. The problem's solution is at hand, as it is when a group of responses is judged.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator

from benchmarks.kills import questions
from benchmarks.measuring import per_second, print_rates
from rlve.envs.pool import Pool, Question, verify
from rlve.envs.registry import Environment
from rlve.envs.verdict import Verdict

TARGETS = ("Target: a median of 100,000 verdicts a second at each difficulty.",)
PROBLEMS = 50
WORDS = "First I look at the data, then I work out the answer step by step. "


def rate(environment: Environment, difficulty: int, seconds: float) -> float:
    problems = [environment.problem(difficulty, seed) for seed in range(PROBLEMS)]
    texts = [problem.answer_format().render(problem.solution) for problem in problems]
    work = []
    for place, problem in enumerate(problems):
        for answer in (f"<answer>{texts[place]}</answer>", f"<answer>{texts[place - 1]}</answer>", "I do not know."):
            work.append((problem, WORDS + answer))

    def judge(number: int) -> None:
        problem, response = work[number % len(work)]
        problem.verify(response)

    return per_second(judge, seconds)


def through(judge: Callable[[Iterable[Question]], Iterator[Verdict]], asked: list[Question]) -> tuple[float, float]:
    """Verdicts a second of the clock, and of this process's processor time."""
    clock, spent = time.perf_counter(), time.process_time()
    count = sum(1 for _ in judge(asked))
    return count / (time.perf_counter() - clock), count / (time.process_time() - spent)


def measure_pool(count: int = 10_000, turns: int = 3) -> None:
    """Four responses to each of the questions, in chunks of two sizes; all in turn, so that a busy machine is fair."""
    asked = [question for question in questions(count // 4) for _ in range(4)]
    for _ in range(turns):
        print("here      ", *(f"{rate:10,.0f}" for rate in through(verify, asked)))
        for chunk in (16, 64):
            with Pool(2, chunk=chunk) as pool:
                through(pool.verify, asked[:200])  # the processes start, and import what they need
                print(f"chunks {chunk:3}", *(f"{rate:10,.0f}" for rate in through(pool.verify, asked)), flush=True)


if __name__ == "__main__":
    if "--pool" in sys.argv:
        measure_pool()
        sys.exit()
    print_rates(__doc__, "verdicts/s", rate, TARGETS)
