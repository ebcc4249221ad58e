"""What the answer formats read, what they tolerate, and what they refuse."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlve.envs.answers import (
    Formula,
    Integer,
    Items,
    Letters,
    Lines,
    Permutation,
    Polynomial,
    Rational,
    Real,
    Rows,
    Word,
    extract,
)
from rlve.envs.hostile import TEXTS
from rlve.envs.verdict import Infeasible, Malformed

CALCULUS = Formula(variables=("x", "y"), functions=("sin", "log"))
COUNTDOWN = Formula(operators=("+", "-", "*", "/"), negation=False)


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        ("<answer>42</answer>", "42"),
        ("So <answer> 42\n</answer>. Done.", "42"),
        ("<answer>1</answer> no, wait: <answer>2</answer>", "2"),
        ("<answer>1</answer> and <answer>2", "1"),
        ("\\boxed{1} or rather \\boxed{2}", "2"),
        ("<answer>1</answer> \\boxed{2}", "2"),
        ("\\boxed{1} <answer>2</answer>", "2"),
        ("\\boxed{\\frac{1}{2}}", "\\frac{1}{2}"),
        ("\\boxed {3}", "3"),
        ("<answer>\\boxed{42}</answer>", "42"),
        ("<answer>The answer is \\boxed{42}.</answer>", "42"),
        ("\\boxed{<answer>42</answer>}", "42"),
        ("<answer><answer>42</answer></answer>", "42"),
        ("\\boxed{\\boxed{42}}", "42"),
        ("<answer>```\n1 2\n3 4\n```</answer>", "1 2\n3 4"),
        ("<answer>```text\r\n1 2\r\n3 4\r\n```</answer>", "1 2\n3 4"),
        ("<answer>`42`</answer>", "42"),
        ("<answer>$42$</answer>", "42"),
        ("<answer>$$42$$</answer>", "42"),
        ("<answer>\\(42\\)</answer>", "42"),
        ("<answer>\\[\n42\n\\]</answer>", "42"),
        ("\\boxed{\\text{knave}}", "knave"),
        ("\\boxed{$\\text{knave}$}", "knave"),
        ("<think>maybe <answer>1</answer></think><answer>2</answer>", "2"),
        ("I think </think> twice </think><answer>2</answer>", "2"),
        ("<answer>2</answer><think>hm", "2"),
    ],
)
def test_extracts_the_last_complete_answer(response, answer):
    assert extract(response) == answer


@pytest.mark.parametrize(
    "response",
    [
        "",
        "42",
        "The answer is 42.",
        "<answer>42",
        "42</answer>",
        "\\boxed{42",
        "\\fbox{42}",
        "<Answer>42</Answer>",
        "<think><answer>42</answer>",
        "<think>a</think> so <think><answer>42</answer>",
        "<answer>" + "9" * 60_000 + "</answer>",
    ],
)
def test_finds_no_answer(response):
    with pytest.raises(Malformed):
        extract(response)


READ = [
    (Integer(), "42", 42),
    (Integer(), " **42** ", 42),
    (Integer(), "42.", 42),
    (Integer(), "-1,234,567", -1234567),
    (Integer(), "1{,}234", 1234),
    (Integer(), "\u22125", -5),
    (Integer(), "+5", 5),
    (Rational(), "6/4", Fraction(3, 2)),
    (Rational(), "-6 / 4", Fraction(-3, 2)),
    (Rational(), "\\frac{6}{4}", Fraction(3, 2)),
    (Rational(), "-\\dfrac{1}{3}", Fraction(-1, 3)),
    (Rational(), "1.50", Fraction(3, 2)),
    (Rational(), "7", Fraction(7)),
    (Real(), "12.5", 12.5),
    (Real(), "1.", 1.0),
    (Real(), ".5e-3", 0.0005),
    (Word(("knight", "knave")), "Knight.", "knight"),
    (Word(("A", "B")), "(b)", "B"),
    (Letters("LRUD"), '"LR UD"', "LRUD"),
    (Letters(".#*"), "*#..", "*#.."),
    (Letters("ab"), "`ab`.", "ab"),
    (Letters("()"), "(())", "(())"),
    (Items(Integer()), "[1, 2, 3]", [1, 2, 3]),
    (Items(Integer()), "1,2 ,3", [1, 2, 3]),
    (Items(Integer()), "\\{1, 2\\}", [1, 2]),
    (Items(Integer()), "0,1", [0, 1]),
    (Items(Integer()), "(1, -2).", [1, -2]),
    (Items(Letters("abc")), "ab, ca", ["ab", "ca"]),
    (Items(Letters("()")), "() (())", ["()", "(())"]),
    (Items(Integer(), empty="empty"), "Empty.", []),
    (Permutation(3, base=1), "2 3 1", [2, 3, 1]),
    (Rows(Items(Integer(), 2), 2), "1 2\n\n3 4\n", [[1, 2], [3, 4]]),
    (Rows(Items(Integer(), 2), 2), "[[1, 2], [3, 4]]", [[1, 2], [3, 4]]),
    (Rows(Items(Integer(), 2), 2), "[\n  [1, 2],\n  [3, 4]\n]", [[1, 2], [3, 4]]),
    (Rows(Items(Integer(), 2)), "(1, 2), (3, 4)", [[1, 2], [3, 4]]),
    (Rows(Letters("*.", 3), 2), "**.\n.*.", ["**.", ".*."]),
    (Lines((Integer(), Items(Integer(), 2))), "5\n1 2", [5, [1, 2]]),
    (Lines((Integer(), Rows(Items(Integer(), 2)))), "2\n1 2\n3 4", [2, [[1, 2], [3, 4]]]),
    (COUNTDOWN, "8/(3 - 8/3)", ("/", 8, ("-", 3, ("/", 8, 3)))),
    (COUNTDOWN, "\\frac{8}{3} \\times 3", ("*", ("/", 8, 3), 3)),
    (CALCULUS, "-x^2", ("-", ("**", "x", 2))),
    (CALCULUS, "2**-x*y", ("*", ("**", 2, ("-", "x")), "y")),
    (CALCULUS, "1 - 2 - 3", ("-", ("-", 1, 2), 3)),
    (CALCULUS, "\\left(x + y\\right) \\cdot sin(x)", ("*", ("+", "x", "y"), ("sin", "x"))),
    (Polynomial(), "3*x^2 - x + 5", {(2,): 3, (1,): -1, (0,): 5}),
    (Polynomial(), "-3x**2", {(2,): -3}),
    (Polynomial(), "0", {}),
    (Polynomial(("x", "y")), "3 x^2 y - y*x + x^{3}", {(2, 1): 3, (1, 1): -1, (3, 0): 1}),
]


@pytest.mark.parametrize(("answer_format", "text", "value"), READ)
def test_reads(answer_format, text, value):
    assert answer_format.parse(text) == value
    assert answer_format.parse(answer_format.render(value)) == value


@pytest.mark.parametrize(
    ("answer_format", "text"),
    [
        *((Integer(), text) for text in ("", "five", "5.0", "1 2", "1e3", "0x10", "007", "1_000", "12,34", "0,123", "--1")),
        *((Integer(), text) for text in ("1,234,56", "x = 5", "5 cm", "\u0663", "\uff11", "9" * 4001, "5\x00", "1/1")),
        *((Rational(), text) for text in ("1/0", "1/-2", "1 1/2", "\\frac{1}{0}", "\\frac12", "nan", "1/2/3", "1e3")),
        *((Real(), text) for text in ("nan", "inf", "1e999", "1_0", "0x2", "two", "1,5", "")),
        *((Word(("yes", "no")), text) for text in ("maybe", "yes no", "yes or no", "")),
        *((Letters("ab"), text) for text in ("abc", "AB", "a-b")),
        *((Items(Integer()), text) for text in ("", "1; 2", "1 and 2", "empty", "1 2 x", "1 2.5")),
        (Items(Letters("ab")), "a ''"),
        (Permutation(3), "0 1 two"),
        (Rows(Items(Integer())), "1 2\na b"),
        *((COUNTDOWN, text) for text in ("", "-3 + 4", "3**2", "3.0*8", "8 3", "8//3", "08 + 3", "x", "8*(3", "= 8", "8 = 8")),
        *((CALCULUS, text) for text in ("z", "diff(x)", "sin x", "2x", "x.real", "x(2)", "cos(x)", "()", "x***y")),
        *((CALCULUS, text) for text in ("(" * 3000 + "x", "1" + "+1" * 10_000, "9" * 31, "\\frac{x}", "\\frac{x}{", "{x}")),
        *((Polynomial(), text) for text in ("", "x + x", "(x + 1)*(x + 2)", "x^-1", "x^1.5", "2*3*x", "y", "x +", "0*x + 1")),
        *((Polynomial(), text) for text in ("*x", "x2", "++x", "x^", "x^99999999")),
    ],
)  # fmt: skip
def test_refuses_another_kind_of_text(answer_format, text):
    with pytest.raises(Malformed):
        answer_format.parse(text)


@pytest.mark.parametrize(
    ("answer_format", "text"),
    [
        (Integer(0, 9), "10"),
        (Integer(low=1), "0"),
        (Items(Integer(), 3), "1 2"),
        (Items(Integer(0, 1)), "0 2"),
        (Letters("ab", 3), "ab"),
        (Permutation(3), "0 1 1"),
        (Permutation(3), "1 2 3"),
        (Permutation(3), "0 1"),
        (Rows(Items(Integer(), 2), 2), "1 2"),
        (Rows(Items(Integer(), 2), 2), "1 2\n3 4\n5 6"),
        (Lines((Integer(), Integer())), "1"),
        (Lines((Integer(), Rows(Integer(), 2))), "1\n2"),
    ],
)
def test_tells_wrong_counts_and_ranges_apart(answer_format, text):
    with pytest.raises(Infeasible):
        answer_format.parse(text)


def test_no_text_raises_anything_else():
    for answer_format in {row[0] for row in READ}:
        for text in TEXTS:
            try:
                answer_format.parse(text)
            except (Malformed, Infeasible) as error:
                assert "\n" not in str(error)
                assert len(str(error)) < 500


@given(st.text(max_size=60))
def test_random_text_raises_nothing_else(text):
    for answer_format in {row[0] for row in READ}:
        try:
            value = answer_format.parse(text)
        except (Malformed, Infeasible):
            continue
        assert answer_format.parse(answer_format.render(value)) == value


EXPRESSIONS = st.recursive(
    st.one_of(st.integers(0, 10**20), st.sampled_from(["x", "y"])),
    lambda part: st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*", "/", "**"]), part, part),
        st.tuples(st.sampled_from(["sin", "log"]), part),
        st.tuples(st.just("-"), part.filter(lambda inner: not isinstance(inner, int) or inner == 0)),
    ),
    max_leaves=20,
)


@given(EXPRESSIONS)
def test_expressions_read_back(expression):
    assert CALCULUS.parse(CALCULUS.render(expression)) == expression


@given(st.dictionaries(st.tuples(st.integers(0, 9), st.integers(0, 9)), st.integers().filter(bool), max_size=8))
def test_polynomials_read_back(monomials):
    answer_format = Polynomial(("x", "y"))
    assert answer_format.parse(answer_format.render(monomials)) == monomials


@given(st.fractions(), st.integers(), st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_read_back(fraction, integer, real):
    assert Rational().parse(Rational().render(fraction)) == fraction
    assert Integer().parse(Integer().render(integer)) == integer
    assert Real().parse(Real().render(real)) == real


def test_instructions_read_well():
    assert Integer(0, 9).instruction == "one integer in 0..9"
    assert Items(Integer(0, 2), 5).instruction == "5 integers in 0..2 separated by spaces (notation: 2 0 0)"
    assert Letters("abcdefgh").instruction == "one string over the characters a..h without separators"
    assert Rows(Letters(".#", 3), 2).instruction == (
        "2 lines, each with one string of 3 characters over the characters .# without separators"
    )
    assert Lines((Integer(), Rows(Items(Integer(), 2)))).instruction == (
        "several lines (line 1: one integer; then lines, each with 2 integers separated by spaces (notation: 11 2 2))"
    )
