from fractions import Fraction
from itertools import permutations, product

from rlve.envs.probability.weighted_draw_tree_order_probability import WeightedDrawTreeOrderProbability
from tests.envs.drawing import drawn, reward


def by_orders(problem: WeightedDrawTreeOrderProbability) -> Fraction:
    """Over all weights, and all orders of first draws, which are those of drawing without putting back."""
    nodes, total = len(problem.shares), Fraction(0)
    orders = [
        order for order in permutations(range(nodes))
        if all(order.index(u) < order.index(v) for u, v in problem.earlier)
    ]  # fmt: skip
    for weights in product(*(range(1, len(shares) + 1) for shares in problem.shares)):
        chance = Fraction(1)
        for weight, shares in zip(weights, problem.shares):
            chance *= Fraction(shares[weight - 1], sum(shares))
        for order in orders:
            left, term = sum(weights), chance
            for node in order:
                term *= Fraction(weights[node], left)
                left -= weights[node]
            total += term
    return total


def test_worked_example():
    # Node 0 weighs 1 or 2, the others 1: 1/2 * (1/3 + 2/4)
    problem = WeightedDrawTreeOrderProbability(shares=[[1, 1], [3, 0], [1, 0]], earlier=[[0, 1], [0, 2]])
    assert reward(problem, "5/12") == 1.0
    assert reward(problem, "3/8") == reward(problem, "1/3") == 0.0  # of the weight 1.5; of equal weights
    assert WeightedDrawTreeOrderProbability([[1], [1], [1]], [[1, 0], [2, 1]]).solution == Fraction(1, 6)


def test_all_weights_and_orders():
    for nodes, seeds in ((3, 15), (4, 12), (5, 2)):
        for problem in drawn(WeightedDrawTreeOrderProbability, seeds=seeds, nodes=nodes, largest=4):
            assert problem.solution == by_orders(problem)


def test_three_weights():
    for problem in drawn(WeightedDrawTreeOrderProbability, seeds=3, nodes=6, largest=4):
        assert all(len(shares) == 3 for shares in problem.shares)
    smaller = WeightedDrawTreeOrderProbability([[1, 2, 1], [3, 1, 1], [1, 1, 4]], [[2, 0], [1, 0]])
    assert smaller.solution == by_orders(smaller)


def shortcut_mean_weights(problem):
    """Takes the expected weight of each node for its weight."""
    means = [sum(w * share for w, share in enumerate(shares, start=1)) for shares in problem.shares]
    totals = [sum(shares) for shares in problem.shares]
    return independent(problem, [Fraction(mean, total) for mean, total in zip(means, totals)])


def shortcut_equal_weights(problem):
    """Lets all orders be equally likely, and the conditions independent."""
    return independent(problem, [Fraction(1)] * len(problem.shares))


def independent(problem, weights) -> Fraction:
    product_of_all = Fraction(1)
    for u, v in problem.earlier:
        product_of_all *= weights[u] / (weights[u] + weights[v])
    return product_of_all


def shortcut_conditions_one_by_one(problem):
    """Multiplies the probabilities of the single conditions."""
    probability = Fraction(1)
    for u, v in problem.earlier:
        pair = WeightedDrawTreeOrderProbability([problem.shares[u], problem.shares[v]], [[0, 1]])
        probability *= pair.solution
    return probability
