"""Verdicts per second and core, in this process, per environment and difficulty.

    python -m benchmarks.verification
    python -m benchmarks.verification --envs strings --seconds 1

The responses to each problem are a right answer, the answer of another problem, and a text without an answer, each
after some words. The problem's solution is at hand, as it is when a group of responses is judged.
"""

from benchmarks.measuring import per_second, print_rates
from rlve.envs.registry import Environment

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


if __name__ == "__main__":
    print_rates(__doc__, "verdicts/s", rate, TARGETS)
