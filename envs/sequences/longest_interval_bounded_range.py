"""Long blocks of similar numbers."""

from collections import deque
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class LongestIntervalBoundedRange(Problem[list[int]]):
    """Find a longest contiguous block whose largest and smallest number differ by at most a bound."""

    numbers: list[int]
    bound: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 26 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        # a walk: in independent numbers no block but a very short one has a small range
        step = 2 + size // 6
        numbers = [rng.randint(0, 3 * size)]
        while len(numbers) < size:
            following = numbers[-1] + rng.randint(-step, step)
            numbers.append(min(max(following, 0), 3 * size))
        problem = cls(numbers, bound=rng.randint(step // 2 + 1, 2 * step))
        left, right = problem.solution
        if not size <= 5 * (right - left) <= 3 * size or problem.naive() == right - left:
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.numbers)
        rules = prose(f"""
            Find a longest contiguous block of the array A[0], ..., A[{size - 1}] below in which the largest number
            exceeds the smallest one by at most {self.bound}. A block is given by two integers l and r with
            0 <= l < r <= {size} and holds A[l], A[l+1], ..., A[r-1]: A[l] belongs to it, A[r] does not. For example,
            l = 4 and r = 6 stand for the two numbers A[4] and A[5]. If several blocks have the greatest length, any
            of them is right.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive l and r."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers)), count=2)

    def solve(self) -> list[int]:
        """A window of which two queues hold the candidates for the largest and the smallest number."""
        best, left = [0, 0], 0
        falling, rising = deque[int](), deque[int]()
        for i, number in enumerate(self.numbers):
            while falling and self.numbers[falling[-1]] <= number:
                falling.pop()
            while rising and self.numbers[rising[-1]] >= number:
                rising.pop()
            falling.append(i)
            rising.append(i)
            while self.numbers[falling[0]] - self.numbers[rising[0]] > self.bound:
                left += 1
                if falling[0] < left:
                    falling.popleft()
                if rising[0] < left:
                    rising.popleft()
            if i + 1 - left > best[1] - best[0]:
                best = [left, i + 1]
        return best

    def naive(self) -> int:
        """The better of one pass, and of what the middle and the flattest place can be extended to."""
        steps = [abs(a - b) for a, b in zip(self.numbers, self.numbers[1:])]
        starts = (len(self.numbers) // 2, steps.index(min(steps)) if steps else 0)
        blocks = [self.extended(start) for start in starts]
        return max(self.one_pass(), *(right - left for left, right in blocks))

    def extended(self, start: int) -> list[int]:
        """The block that one element grows to, first to the right, then to the left."""
        left, right, low, high = start, start + 1, self.numbers[start], self.numbers[start]
        for step in (1, -1):
            place = right if step == 1 else left - 1
            while 0 <= place < len(self.numbers):
                low, high = min(low, self.numbers[place]), max(high, self.numbers[place])
                if high - low > self.bound:
                    low, high = min(self.numbers[left:right]), max(self.numbers[left:right])
                    break
                left, right = min(left, place), max(right, place + 1)
                place += step
        return [left, right]

    def one_pass(self) -> int:
        """The longest block if the next one always begins where the last one could not go on."""
        longest, start = 0, 0
        for end in range(1, len(self.numbers) + 1):
            if max(self.numbers[start:end]) - min(self.numbers[start:end]) > self.bound:
                start = end - 1
            longest = max(longest, end - start)
        return longest

    def score(self, answer: list[int]) -> float:
        left, right = answer
        if left >= right:
            raise Infeasible("l is not less than r")
        block = self.numbers[left:right]
        if max(block) - min(block) > self.bound:
            raise Infeasible(f"the numbers differ by more than {self.bound}")
        best_left, best_right = self.solution
        return maximized(right - left, best_right - best_left, naive=self.naive())
