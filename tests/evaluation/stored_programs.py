"""Programs for small problems, with the verdict each deserves: (tests, function name, right ones, wrong ones)."""

from rlve.evaluation.graders.code import CodeTest

SUM = [CodeTest("3\n1 2 3\n", "6\n"), CodeTest("1\n-5\n", "-5"), CodeTest("2\n1000000000 1000000000\n", "2000000000\n")]
HALVES = [CodeTest("3\n", "1.5"), CodeTest("4\n", "2.0\n")]
GRID = [CodeTest("2 3\n", "...\n...\n"), CodeTest("1 1\n", ".")]
TWO_SUM = [CodeTest("[2, 7, 11, 15]\n9", "[0, 1]", "functional"), CodeTest("[3, 3]\n6", "[0, 1]", "functional")]
REVERSED = [CodeTest('"abc"', '"cba"', "functional"), CodeTest('""', '""', "functional")]

STORED_PROGRAMS: list[tuple[str, list[CodeTest], str | None, list[str], list[str]]] = [
    (
        "sum",
        SUM,
        None,
        [
            "n = int(input())\nprint(sum(map(int, input().split())))",
            "import sys\nprint(sum(int(word) for word in sys.stdin.read().split()[1:]))",
            "def main():\n    input()\n    print(sum(map(int, input().split())))\n\nif __name__ == '__main__':\n    main()",
            "input()\nprint(reduce(lambda a, b: a + b, map(int, input().split())))",
            "input()\nprint(' ', sum(map(int, input().split())), ' \\n')",
            "input()\nprint(f'{sum(map(int, input().split()))}.0')",
            "input()\nprint(sum(map(int, input().split())))\nsys.exit(0)",
            "def solve(i, total):\n    return total if i == 0 else solve(i - 1, total)\n\n"
            "input()\nprint(solve(20_000, sum(map(int, input().split()))))",
            "import threading\n\ndef main():\n    input()\n    print(sum(map(int, input().split())))\n\n"
            "threading.stack_size(64 << 20)\nthread = threading.Thread(target=main)\nthread.start()\nthread.join()",
            "input()\nprint(fsum(map(int, input().split())))",
        ],
        [
            "n = int(input())\nprint(n)",
            "print(6)",
            "input()\nprint(sum(map(int, input().split())) + 1)",
            "input()\nprint('sum:', sum(map(int, input().split())))",
            "input()\nprint(sum(map(int, input().split())))\nprint('done')",
            "input()\nprint(sum(map(int, input().split()))",
            "input()\nresult = sum(map(int, input().split()))",
            "input()\nprint(sum(map(int, input().split())))\nraise ValueError",
            "raise SystemExit",
            "while True: pass",
            "input()\nvalues = list(map(int, input().split()))\nprint(sum(values) if max(values) < 10**9 else 0)",
            "#include <iostream>\nint main() { std::cout << 6; }",
        ],
    ),
    (
        "halves",
        HALVES,
        None,
        ["print(int(input()) / 2)", "print('%.6f' % (int(input()) / 2))"],
        ["print(int(input()) // 2)", "print('nan')"],
    ),
    (
        "grid",
        GRID,
        None,
        [
            "h, w = map(int, input().split())\nfor _ in range(h):\n    print('.' * w)",
            "h, w = map(int, input().split())\nprint('\\n'.join(['.' * w + ' '] * h))",
        ],
        [
            "h, w = map(int, input().split())\nprint('.' * w * h)",
            "h, w = map(int, input().split())\nfor _ in range(h): print('.' * w + '\\n')",
        ],
    ),
    (
        "two_sum",
        TWO_SUM,
        "twoSum",
        [
            "class Solution:\n    def twoSum(self, nums: List[int], target: int) -> List[int]:\n        seen = {}\n"
            "        for i, x in enumerate(nums):\n            if target - x in seen:\n                return [seen[target - x], i]\n"
            "            seen[x] = i",
            "def twoSum(nums, target):\n    return next(p for p in combinations(range(len(nums)), 2) if nums[p[0]] + nums[p[1]] == target)",
            "class Solution:\n    def twoSum(self, nums, target):\n        print('looking', nums)\n"
            "        return [(i, j) for j in range(len(nums)) for i in range(j) if nums[i] + nums[j] == target][0]",
        ],
        [
            "class Solution:\n    def twoSum(self, nums, target):\n        return [1, 0]",
            "class Solution:\n    def twoSum(self, nums, target):\n        print([0, 1])",
            "class Solution:\n    def threeSum(self, nums, target):\n        return [0, 1]",
            "class Solution:\n    def twoSum(self, nums):\n        return [0, 1]",
            "class Solution:\n    def twoSum(self, nums, target):\n        return '[0, 1]'",
            "class Solution:\n    def twoSum(self, nums, target):\n        return {0, 1}",
        ],
    ),
    (
        "reversed",
        REVERSED,
        "flip",
        ["flip = lambda text: text[::-1]", "def flip(text):\n    return ''.join(reversed(text))"],
        ["def flip(text):\n    return text", "def flip(text):\n    return list(reversed(text))"],
    ),
]
