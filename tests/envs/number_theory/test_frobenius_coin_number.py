from rlve.envs.number_theory.frobenius_coin_number import FrobeniusCoinNumber
from tests.envs.drawing import drawn, reward


def greatest_gap(coins: list[int]) -> int:
    """Mark what can be paid until as many amounts in a row can be paid as the smallest coin is worth."""
    payable = [True]
    while payable[-min(coins) :] != [True] * min(coins):
        amount = len(payable)
        payable.append(any(coin <= amount and payable[amount - coin] for coin in coins))
    return max(amount for amount, paid in enumerate(payable) if not paid)


def test_worked_example():
    problem = FrobeniusCoinNumber([6, 9, 20])
    assert reward(problem, "43") == 1.0
    assert reward(problem, "44") == reward(problem, "37") == 0.0
    assert reward(FrobeniusCoinNumber([5, 3]), "7") == 1.0  # 5 * 3 - 5 - 3; the least one would be 1
    assert reward(FrobeniusCoinNumber([5, 3]), "1") == 0.0


def test_equals_marking_all_amounts():
    for count, largest in ((3, 24), (3, 60), (4, 40)):
        for problem in drawn(FrobeniusCoinNumber, seeds=25, count=count, largest=largest):
            assert problem.solution == greatest_gap(problem.coins)


def shortcut_two_smallest_coins(problem):
    """Uses the formula for two coins on the two smallest ones."""
    a, b = sorted(problem.coins)[:2]
    return a * b - a - b


def shortcut_greatest_residue_of_two(problem):
    """Finds the worst residue with the smallest and one other coin at a time, never mixing two others."""
    smallest, *others = sorted(problem.coins)
    costs = [min((k * coin for coin in others for k in range(smallest) if k * coin % smallest == residue), default=0)
             for residue in range(min(smallest, 60))]  # fmt: skip
    return max(1, max(costs) - smallest)
