from itertools import product
from random import Random

from rlve.envs.toolkit.boolean_formulas import draw_formula, fold, truth


def test_value_by_hand():
    values = {"a": 0b1100, "b": 0b1010}
    assert fold("((a & b) ^ a)", values.__getitem__, truth) == 0b0100
    assert fold("(a | (b ^ a))", values.__getitem__, truth) == 0b1110
    assert fold("b", values.__getitem__, truth) == 0b1010


def test_operands_keep_their_order():
    assert fold("((p & q) | (r ^ s))", str, lambda op, left, right: f"<{left}{op}{right}>") == "<<p&q>|<r^s>>"


def test_agrees_with_python():
    for seed in range(60):
        names = [f"v{number}" for number in range(1 + seed % 6)]
        formula = draw_formula(Random(seed), names)
        assert [token for token in formula.replace("(", "").replace(")", "").split() if token[0] == "v"] == names
        for bits in product((0, 1), repeat=len(names)):
            values = dict(zip(names, bits))
            assert fold(formula, values.__getitem__, truth) == eval(formula, {}, values)


def test_long_formulas_do_not_recurse_too_deeply():
    assert fold("(" * 5000 + "x" + " ^ x)" * 5000, lambda name: 1, truth) == 1
