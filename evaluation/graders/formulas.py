"""A small grammar of written formulas: LaTeX and plain text into a tree, by hand, so that nothing a response says runs.

A tree is a tuple whose first entry names its kind:
`("number", Fraction)`, `("name", text)`, `("constant", "pi" | "e" | "i")`, `("add" | "multiply" | "divide" | "power",
left, right)`, `("negate", tree)`, `("call", function, tree, ...)`, `("sum" | "product", name, first, last, body)`.
"""

import re
from fractions import Fraction
from typing import Any

Tree = tuple[Any, ...]

FUNCTIONS = {
    *("sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh"),
    *("ln", "log", "lg", "exp", "gcd", "lcm", "max", "min"),
}
ROUNDINGS = {"\\lfloor": ("floor", "\\rfloor"), "\\lceil": ("ceil", "\\rceil")}
GREEK = {
    *("alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "vartheta", "iota", "kappa"),
    *("lambda", "mu", "nu", "xi", "rho", "sigma", "tau", "phi", "varphi", "chi", "psi", "omega", "ell", "Omega"),
    *("Gamma", "Delta", "Theta", "Lambda", "Phi", "Psi", "Sigma"),
}
PLAIN_WORDS = "|".join(sorted({*FUNCTIONS, "sqrt", "cbrt", "pi"}, key=len, reverse=True))
WORD_COMMAND = re.compile(rf"\\text\s*\{{\s*({PLAIN_WORDS}|[A-Za-z])\s*\}}")
TOKEN = re.compile(
    rf"\s*(?:(?P<number>\d+(?:\.\d+)?|\.\d+)|(?P<command>\\[A-Za-z]+)|(?P<word>(?:{PLAIN_WORDS})(?![a-z]))"
    r"|(?P<letter>[A-Za-z]'*)|(?P<sign>[-+*/^_!(){}\[\]|,=<>]))"
)
DEEPEST = 40
MULTIPLIED = {"*", "\\cdot", "\\times"}
ENDS_PRODUCT = {"", "+", "-", "*", "/", "^", "_", "!", ")", "}", "]", ",", "=", "<", ">", "\\cdot", "\\times", "\\pm"}


class Unreadable(ValueError):
    """Not a formula of this grammar."""


def read(text: str) -> Tree:
    """The tree of one formula. Raises Unreadable."""
    reader = Reader(text)
    tree = reader.sum()
    if reader.peek():
        raise Unreadable(f"{reader.peek()!r} is left over")
    return tree


class Reader:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        text = WORD_COMMAND.sub(lambda found: f" {found[1]} ", text)
        self.tokens: list[str] = []
        self.place = 0
        self.bars = 0
        self.depth = 0
        position, text = 0, text.rstrip()
        while position < len(text):
            found = TOKEN.match(text, position)
            if not found:
                raise Unreadable(f"{text[position : position + 10]!r} has no meaning here")
            token = found[found.lastgroup or 0]
            self.tokens.append("\\" + token if found.lastgroup == "word" else token)
            position = found.end()

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.peek()
        if not token or (expected and token != expected):
            raise Unreadable(f"expected {expected or 'more'}, found {token or 'the end'}")
        self.place += 1
        return token

    def accept(self, token: str) -> bool:
        if self.peek() != token:
            return False
        self.place += 1
        return True

    def sum(self) -> Tree:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable("nested too deeply")
        tree = self.signed_product()
        while self.peek() in ("+", "-"):
            tree = ("add", tree, self.signed_product())
        self.depth -= 1
        return tree

    def signed_product(self) -> Tree:
        negative = False
        while self.peek() in ("+", "-"):
            negative ^= self.take() == "-"
        tree = self.product()
        return ("negate", tree) if negative else tree

    def product(self) -> Tree:
        tree = self.factor()
        while True:
            token = self.peek()
            if token in MULTIPLIED:
                self.take()
                tree = ("multiply", tree, self.signed_factor())
            elif token in ("/", "\\div"):
                self.take()
                tree = ("divide", tree, self.signed_factor())
            elif self.starts_factor(token):
                tree = self.beside(tree, token)
            else:
                return tree

    def beside(self, tree: Tree, token: str) -> Tree:
        """What stands behind a factor multiplies it; a whole number before a proper fraction is a mixed number."""
        if token[0].isdigit() or token[0] == ".":
            raise Unreadable("a number behind another factor")
        before = self.tokens[self.place - 1]
        right = self.factor()
        if token == "\\frac" and before.isdigit() and tree[0] == "number" and right[0] == "divide":
            top, bottom = right[1:]
            if top[0] == bottom[0] == "number" and 0 < top[1] < bottom[1]:
                return ("number", tree[1] + top[1] / bottom[1])
        return ("multiply", tree, right)

    def starts_factor(self, token: str) -> bool:
        if token == "|":
            return self.bars == 0
        return token not in ENDS_PRODUCT and token not in ("\\rfloor", "\\rceil", "\\choose", "\\over", "\\div")

    def signed_factor(self) -> Tree:
        negative = False
        while self.peek() in ("+", "-"):
            negative ^= self.take() == "-"
        tree = self.factor()
        return ("negate", tree) if negative else tree

    def factor(self) -> Tree:
        """An atom with what stands behind and above it: `n!`, `x^2`, `30^\\circ`."""
        tree = self.atom()
        while True:
            if self.accept("!"):
                tree = ("call", "double factorial" if self.accept("!") else "factorial", tree)
            elif self.accept("^"):
                if self.tokens[self.place : self.place + 3] == ["{", "\\circ", "}"]:
                    self.place += 3
                    tree = ("call", "degrees", tree)
                elif self.accept("\\circ"):
                    tree = ("call", "degrees", tree)
                else:
                    tree = ("power", tree, self.exponent())
            else:
                return tree

    def exponent(self) -> Tree:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable("nested too deeply")
        negative = False
        while self.peek() in ("+", "-"):
            negative ^= self.take() == "-"
        tree = self.group() if self.peek() == "{" else self.atom()
        if self.peek() == "^":  # plain text writes towers without braces
            self.take()
            tree = ("power", tree, self.exponent())
        self.depth -= 1
        return ("negate", tree) if negative else tree

    def group(self) -> Tree:
        self.take("{")
        tree = self.sum()
        if self.peek() in ("\\choose", "\\over"):
            kind, right = self.take(), self.sum()
            tree = ("call", "binomial", tree, right) if kind == "\\choose" else ("divide", tree, right)
        self.take("}")
        return tree

    def argument(self) -> Tree:
        """What `\\frac` and its like take: a group, or one digit, letter or command."""
        if self.peek() == "{":
            return self.group()
        token = self.peek()
        if token.isdigit() and len(token) > 1:
            self.tokens[self.place : self.place + 1] = [token[0], token[1:]]
        return self.atom()

    def inside(self, closing: str) -> list[Tree]:
        """Formulas with commas between them, up to a closing bracket."""
        bars, self.bars = self.bars, 0
        trees = [self.sum()]
        while self.accept(","):
            trees.append(self.sum())
        self.take(closing)
        self.bars = bars
        return trees

    def single(self, closing: str) -> Tree:
        trees = self.inside(closing)
        if len(trees) != 1:
            raise Unreadable("a comma inside a formula")
        return trees[0]

    def atom(self) -> Tree:
        token = self.take()
        if token[0].isdigit() or token[0] == ".":
            return ("number", Fraction(token))
        if token[0].isalpha():
            return self.name(token)
        if token == "{":
            self.place -= 1
            return self.group()
        if token in ("(", "["):
            return self.single(")" if token == "(" else "]")
        if token in ("|", "\\lvert", "\\vert"):
            return self.absolute(token)
        if token in ROUNDINGS:
            name, closing = ROUNDINGS[token]
            return ("call", name, self.single(closing))
        if token.startswith("\\"):
            return self.command(token[1:])
        raise Unreadable(f"{token!r} begins no formula")

    def absolute(self, token: str) -> Tree:
        self.bars += 1
        tree = self.sum()
        self.bars -= 1
        self.take("\\rvert" if token == "\\lvert" else token)
        return ("call", "abs", tree)

    def name(self, letter: str) -> Tree:
        subscript = self.subscript()
        if not subscript and letter in ("e", "i"):
            return ("constant", letter)
        return ("name", letter + subscript)

    def subscript(self) -> str:
        """The text below a name: its tokens, which count as letters of the name."""
        if not self.accept("_"):
            return ""
        if self.peek() != "{":
            return "_" + self.take()
        written, depth = "_", 0
        while True:
            token = self.take()
            depth += (token == "{") - (token == "}")
            if depth == 0:
                return written
            written += "" if token == "{" else token

    def command(self, name: str) -> Tree:
        if name in ("frac", "binom"):
            top, bottom = self.argument(), self.argument()
            return ("divide", top, bottom) if name == "frac" else ("call", "binomial", top, bottom)
        if name in ("sqrt", "cbrt"):
            index: Tree = ("number", Fraction(2 if name == "sqrt" else 3))
            if self.accept("["):
                index = self.single("]")
            return ("call", "root", self.group() if self.peek() == "{" else self.atom(), index)
        if name == "pi":
            return ("constant", "pi")
        if name in FUNCTIONS:
            return self.function(name)
        if name in ("sum", "prod"):
            return self.series("sum" if name == "sum" else "product")
        if name in GREEK:
            return self.name("\\" + name)
        raise Unreadable(f"\\{name} has no meaning here")

    def function(self, name: str) -> Tree:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable("nested too deeply")
        base = exponent = None
        while self.peek() in ("_", "^"):
            if self.take() == "_":
                base = self.argument()
            else:
                exponent = self.exponent()
        if self.accept("("):
            arguments = self.inside(")")
        else:
            tree = self.signed_factor()
            while self.starts_factor(self.peek()) and self.peek()[1:] not in FUNCTIONS and self.peek() != "(":
                tree = self.beside(tree, self.peek())
            arguments = [tree]
        if len(arguments) != 1 and name not in ("gcd", "lcm", "max", "min"):
            raise Unreadable("a comma inside a formula")
        self.depth -= 1
        if exponent == ("negate", ("number", Fraction(1))):
            raise Unreadable("an inverse function or a reciprocal")
        tree = ("call", name, *arguments)
        if name == "lg" or base is not None:
            tree = ("divide", ("call", "ln", arguments[0]), ("call", "ln", base or ("number", Fraction(10))))
        return tree if exponent is None else ("power", tree, exponent)

    def series(self, kind: str) -> Tree:
        self.take("_")
        self.take("{")
        name = self.take() + self.subscript()
        self.take("=")
        first = self.sum()
        self.take("}")
        self.take("^")
        last = self.exponent()
        return (kind, name, first, last, self.product())


def names(tree: Tree, bound: frozenset[str] = frozenset()) -> set[str]:
    """The free names of a tree."""
    kind = tree[0]
    if kind == "name":
        return set() if tree[1] in bound else {tree[1]}
    if kind in ("sum", "product"):
        return names(tree[2], bound) | names(tree[3], bound) | names(tree[4], bound | {tree[1]})
    return set().union(*(names(part, bound) for part in tree[1:] if isinstance(part, tuple)))


def calls(tree: Tree) -> set[str]:
    """The functions and series that occur in a tree."""
    found = {tree[1]} if tree[0] == "call" else {tree[0]} & {"sum", "product"}
    return found.union(*(calls(part) for part in tree[1:] if isinstance(part, tuple)))
