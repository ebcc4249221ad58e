"""Formats in which answers are written, and where in a response the answer stands.

A format reads hostile text: every `parse` takes time linear in a text of at most `LONGEST` characters, at most 20 ms.
It raises `Malformed` when the text is not of its kind ("not an integer"), and `Infeasible` when it is, but of another
size or range than this problem's ("5 items, not 4"): so `score` is only ever handed values of the right shape. An empty
answer is malformed; where nothing at all can be right, the format asks for a word that says so.

`instruction` is a noun phrase ("one integer"). Its notation shows how to write, never what or how much: it is constant,
and of a list it shows the beginning only (11 2 ...).

What is tolerated, because strong models write it and it cannot be mistaken for anything else, and nothing besides:
- around the whole answer: white space, a code fence, backticks, $, \\( \\), \\[ \\], \\text{}; nested answer markers;
  one introduction such as "Answer:" or "The final answer is";
- around a token: * _ ` $ " ' and one final full stop, unless the alphabet has them; any minus sign;
- in front of a number, an expression or a polynomial: one name and =, as in x = 5, a[3] = 5 or f'(x) = 2*x;
- in a single number: thousands separators as in 1,234,567 (in a list a comma separates);
- in a list: commas, brackets, arrows (2 -> 0 -> 1); names in front of = that rise with the items (x1 = 3, x2 = 5);
- in lines: empty lines; a bullet before each, or its number (1. and so on); lists of lists such as [[1, 2], [3, 4]] and
  (1, 2), (3, 4) in one line; a list of quoted rows of letters or words (["..#", "#.."]); words, or groups of several
  items each, that commas or semicolons separate in one line (1 2, 3 4);
- in expressions with functions: 6x, 0.5, tan, ln and others that sin, cos, exp, log and sqrt express, with or without a
  backslash (envs/toolkit/expressions.py); a final + C where any constant will do.

Two numbers are never one, and of alternatives none is picked: `3 or 4`, `x = 3 = 4`, `j = 2, i = 1` are malformed. So
are units: nothing that is asked for has one.
"""

from rlve.envs.answers.extraction import extract
from rlve.envs.answers.formats import LONGEST, MOST_DIGITS, AnswerFormat, Token, Value
from rlve.envs.answers.formulas import MOST_MONOMIALS, Formula, Monomials, Polynomial
from rlve.envs.answers.lists import Items, Lines, Permutation, Rows
from rlve.envs.answers.tokens import Integer, Letters, Rational, Real, Word
from rlve.envs.verdict import Infeasible, Malformed

__all__ = [
    "LONGEST", "MOST_DIGITS", "MOST_MONOMIALS", "AnswerFormat", "Formula", "Infeasible", "Integer", "Items",
    "Letters", "Lines", "Malformed", "Monomials", "Permutation", "Polynomial", "Rational", "Real", "Rows", "Token",
    "Value", "Word", "extract",
]  # fmt: skip
