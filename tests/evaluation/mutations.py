"""Right answers written another way, and changed into wrong ones, by kind, made from any gold answer.

Nothing here asks a grader: a rewriting is right and a change is wrong by how it is made.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from math import factorial

Case = tuple[str, str]  # kind, response

INTEGER = re.compile(r"-?\d+")
DECIMAL = re.compile(r"-?\d*\.\d+")
SIMPLE_FRACTION = re.compile(r"(-?)(?:\\frac\{(-?\d+)\}\{(\d+)\}|(\d+)/(\d+))")
NAMED = re.compile(r"([A-Za-z](?:\([a-z]\))?) ?= ?(.+)")
INTERVAL = re.compile(r"([\[(])([^,()\[\]]+(?:\{[^{}]*\})*),([^,()\[\]]+)([\])])")
WHOLE_TUPLE = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)")

GOLDS = [
    *("7", "36", "204", "-12", "468194046", "0.6", "1.6", "0.07", "-93/223", r"$\frac{58}{3}$", r"$-\frac{23}{60}$"),
    *(r"$2 \sqrt{2}$", r"$1024-256 \pi$", r"$\frac{-1+\sqrt{5}}{2}$", r"$2^{1009}$", r"$\frac{100!}{2^{50}}$", "$9m$"),
    *(r"$\frac{1}{31!}$", "$7^{-81}$", r"$\binom{2k}{k}$", r"$\frac{1-p^{2}}{3}$", r"$\lceil n / 2\rceil+1$", "$2n-2$"),
    *("1,3,5", "$64,\\frac{1}{4}$", "1331, 1728", "$(2,4)$", "$(1,1), (3,2)$", "(2,5]", r"(-\infty,-5)", "[-4,9)"),
    *("$k=3$", "$f(x)=2 x$", "$y=2 x+9$", "62.5%", r"$44^{\circ}$", r"$\sqrt[3]{7}$", r"$5 \sqrt[3]{4}$"),
]


def boxed(answer: str) -> str:
    return f"So it is $\\boxed{{{answer}}}$."


def split(text: str) -> list[str]:
    """Parts between commas outside of brackets."""
    parts, depth, part = [], 0, ""
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += character
    return [*parts, part.strip()]


def body_of(gold: str) -> str:
    return gold.replace("$", "").replace("\\quad", "").strip().rstrip(".").strip()


def value_of(body: str) -> Fraction | None:
    if INTEGER.fullmatch(body) or DECIMAL.fullmatch(body):
        return Fraction(body)
    found = SIMPLE_FRACTION.fullmatch(body)
    if not found:
        return None
    top, bottom = (int(part) for part in found.groups()[1:] if part)
    return Fraction(-top if found[1] else top, bottom)


def rewritings(gold: str) -> Iterator[Case]:
    """Responses that are as right as `gold` itself."""
    body = body_of(gold)
    if "where" in body or body == "t(0,4]":  # prose, and a set known to have lost its "in"
        return
    for kind, answer in (
        ("as it is", body),
        ("dollars", f"${body}$"),
        ("stop", f"{body}."),
        ("words before", f"\\text{{Answer: }} {body}"),
        ("words before", f"The answer is {body}"),
        (
            "sizes",
            re.sub(r"(?<!\\)\(", r"\\left(", re.sub(r"(?<!\\)\)", r"\\right)", body)) if "]" not in body else body,
        ),
        ("display", f"\\displaystyle {body}"),
        ("blanks", re.sub(r"([-+=,])", r" \1\\, ", body)),
        ("fractions", body.replace("\\frac", "\\dfrac")),
        ("fractions", body.replace("\\frac", "\\tfrac")),
        ("fractions", body.replace("\\frac", "\\nicefrac")),
        ("fractions", body.replace("\\frac", "\\sfrac")),
    ):
        yield kind, boxed(answer)
    yield "tag", f"<answer>{body}</answer>"
    yield "placeholder box", f"\\boxed{{{body}}} (format: \\boxed{{answer}})"
    yield "empty box", f"\\boxed{{{body}}} \\boxed{{}}"
    parts, interval = split(body), INTERVAL.fullmatch(body)
    if interval and (interval[1] + interval[4] != "()" or "infty" in body):
        yield from interval_rewritings(interval)
    elif len(parts) > 1:
        yield from list_rewritings(parts)
    elif named := NAMED.fullmatch(body):
        yield from equation_rewritings(named[1], named[2])
    elif body.endswith("%"):
        yield "percent", boxed(body.rstrip("%\\ ") + "\\%")
        yield "percent", boxed(body.rstrip("%\\ ") + " \\text{ percent}")
        yield "percent", boxed(body.rstrip("%\\ "))
    elif "circ" in body:
        plain = body.partition("^")[0]
        yield from (("degrees", boxed(answer)) for answer in (plain, f"{plain} \\text{{ degrees}}", f"{plain}^\\circ"))
    elif is_single(body):
        yield from value_rewritings(body)


def is_single(body: str) -> bool:
    return not re.search(r"[,=<>\[]|\\(?:cup|in|angle|geq|text)|^\(|mho", body.replace("\\sqrt[", ""))


def value_rewritings(body: str) -> Iterator[Case]:
    letter = next(one for one in "xyzwt" if one not in body)
    terms = f"({body})"
    for kind, answer in (
        ("name", f"{letter} = {body}"),
        ("name behind", f"{body} = {letter}"),
        ("words as name", f"\\text{{Area}} = {body}"),
        ("approximately", f"\\approx {body}"),
        ("brackets", terms),
        ("sum", f"{terms} + 5 - 5"),
        ("sum", f"1 + {terms} - 1"),
        ("double", f"\\frac{{2 {terms}}}{{2}}"),
        ("product", f"3 \\cdot {terms} / 3"),
        ("minus", f"-(-{terms})"),
        ("unit", f"{body} \\text{{ square units}}"),
        ("equals", f"= {body}"),
    ):
        yield kind, boxed(answer)
    if "\\sqrt" in body:
        yield "root", boxed(re.sub(r"\\sqrt\{([^{}]*)\}", r"(\1)^{1/2}", body))
    value = value_of(body)
    if value is None:
        return
    top, bottom = value.numerator, value.denominator
    for kind, answer in (
        ("words before", f"roughly {body}"),
        ("words behind", f"{body}, altogether"),
        ("fraction", f"\\frac{{{3 * top}}}{{{3 * bottom}}}"),
        ("fraction", f"{top}/{bottom}"),
    ):
        yield kind, boxed(answer)
    if value:  # nothing is stated by what is set to zero
        yield "statement", boxed(f"a + b = {body}")
    if re.fullmatch(r"-?[\d.]+", body):
        yield "unbraced box", f"so \\boxed {body}."
    if INTEGER.fullmatch(body):
        yield "zeros", boxed(f"{body}.0")
        yield "unit", boxed(f"{body} ways")
        if abs(top) > 999:
            yield "thousands", boxed(f"{top:,}")
            yield "thousands", boxed(f"{top:,}".replace(",", "{,}"))
            yield "thousands", boxed(f"{top:,}".replace(",", "\\,"))
    if DECIMAL.fullmatch(body):
        yield "zeros", boxed(f"{body}0")
        yield "braced point", boxed(body.replace(".", "{.}"))
        if value:
            yield "percent", boxed(f"{float(100 * value):.10g}\\%")
    if bottom > 1 and value > 1:
        yield "mixed", boxed(f"{top // bottom}\\frac{{{top % bottom}}}{{{bottom}}}")


def list_rewritings(parts: list[str]) -> Iterator[Case]:
    for kind, answer in (
        ("order", ", ".join(reversed(parts))),
        ("set", "\\{" + ", ".join(parts) + "\\}"),
        ("and", ", ".join(parts[:-1]) + " \\text{ and } " + parts[-1]),
        ("text comma", "\\text{, }".join(parts)),
        ("rows", " \\\\ ".join(parts)),
        ("semicolon", "; ".join(parts)),
        ("blank set", "\\left\\{ " + " , ".join(parts) + " \\right\\}"),
    ):
        if "=" not in answer or kind in ("order", "and", "semicolon"):
            yield kind, boxed(answer)
    yield "boxes", " and ".join(f"$\\boxed{{{part}}}$" for part in parts)
    if not any("=" in part for part in parts) and not any("(" in part or "x" in part for part in parts):
        yield "names", boxed(" \\text{ or } ".join(f"x = {part}" for part in parts))


def equation_rewritings(name: str, value: str) -> Iterator[Case]:
    yield "bare value", boxed(value)
    yield "sum", boxed(f"{name} = {value} + 4 - 4")
    yield "double", boxed(f"{name} = \\frac{{2({value})}}{{2}}")
    if len(name) == 1 and not re.search(rf"(?<![\\A-Za-z]){name}(?![A-Za-z])", value):
        yield "turned round", boxed(f"{value} = {name}")
        yield "other sides", boxed(f"{name} - ({value}) = 0")
        yield "factor", boxed(f"2({value}) = 2{name}")


def interval_rewritings(interval: re.Match[str]) -> Iterator[Case]:
    opening, low, high, closing = interval.groups()
    yield "member", boxed(f"x \\in {interval.group()}")
    first, second = ("<" if opening == "(" else "\\leq"), ("<" if closing == ")" else "\\leq")
    chain = f"x{second} {high}" if "infty" in low else f"{low}{first} x" if "infty" in high else ""
    chain = chain or f"{low}{first} x{second} {high}"
    yield "inequality", boxed(chain)
    yield "inequality", boxed(chain.replace("\\leq", "<="))
    yield "inequality", boxed(chain.replace("\\leq", "\\leqslant"))
    yield "set builder", boxed(f"\\{{x : {chain}\\}}")
    yield "set builder", boxed(f"\\{{x \\in \\mathbb{{R}} \\mid {chain}\\}}")


def wrong_changes(gold: str) -> Iterator[Case]:
    """Responses that are wrong, most of them nearly right."""
    body = body_of(gold)
    if "where" in body:
        return
    parts, interval, whole = split(body), INTERVAL.fullmatch(body), WHOLE_TUPLE.fullmatch(body)
    if interval and (interval[1] + interval[4] != "()" or "infty" in body):
        yield from interval_changes(interval)
    elif len(parts) > 1:
        yield from list_changes(parts)
    elif whole and len(split(whole[1])) > 1:
        yield from tuple_changes(split(whole[1]))
    elif named := NAMED.fullmatch(body):
        yield from equation_changes(named[1], named[2])
    elif body.endswith("%"):
        plain = body.rstrip("%\\ ")
        yield from (
            ("percent", boxed(answer)) for answer in (f"{plain}1\\%", f"1{plain}\\%", f"0.{plain}\\%", f"-{plain}\\%")
        )
    elif "circ" in body:
        plain = body.partition("^")[0]
        yield from (
            ("degrees", boxed(answer)) for answer in (f"1{plain}^\\circ", f"-{plain}^\\circ", f"180^\\circ-{plain}")
        )
    elif is_single(body):
        yield from value_changes(body)


def value_changes(body: str) -> Iterator[Case]:
    value, terms = value_of(body), f"({body})"
    fresh = "q" if "q" not in body else "w"
    for kind, answer in (
        ("one more", f"{terms} + 1"),
        ("one less", f"{terms} - 1"),
        ("a little more", f"{terms} + 10^{{-30}}"),
        ("a letter more", f"{terms} + {fresh}"),
        ("two answers", f"{body}, {body} + 1"),
        ("two answers", f"{terms} \\pm 1"),
        ("inequality", f"x > {body}"),
        ("inequality", f"x \\neq {body}"),
        ("bound", f"\\text{{at least }} {body}"),
        ("scale", f"{body} \\text{{ million}}"),
        ("untrue", f"123456789 = {body}"),
        ("other name's equation", f"{fresh} - {terms} + 1 = 0"),
    ):
        yield kind, boxed(answer)
    yield "later box", f"\\boxed{{{body}}}, no: \\boxed{{{terms} + 2}}"
    yield "later unbraced box", f"\\boxed{{{body}}}, no: \\boxed 987654321"
    if value != 0:
        yield "a letter more", boxed(f"{body} {fresh}")
        yield "sign", boxed(f"-{terms}")
        yield "double", boxed(f"2 \\cdot {terms}")
        yield "a little more", boxed(f"{terms}(1 + 10^{{-30}})")
        yield "thousandfold", boxed(f"1000 \\cdot {terms}")
    if value is None or abs(value) not in (0, 1):
        yield "square", boxed(f"{terms}^2")
        yield "inverse", boxed(f"\\frac{{1}}{{{body}}}")
    for letter in sorted(set(re.findall(r"(?<![\\A-Za-z])[a-z](?![A-Za-z])", body))):
        yield "other letter", boxed(re.sub(rf"(?<![\\A-Za-z]){letter}(?![A-Za-z])", fresh, body))
    for found in list(re.finditer(r"\d+", body))[:4]:
        changed = f"{body[: found.start()]}{int(found.group()) + 1}{body[found.end() :]}"
        if not re.fullmatch(r".*\\frac\{0\}.*|0|-0", body) and is_changed(body, found):
            yield "other digit", boxed(changed)
    if value is not None:
        if "frac" not in body:
            yield "a digit more", boxed(f"{body}1" if "." not in body else f"1{body.lstrip('-')}")
        if value.denominator == 1 and 3 <= value <= 20:
            yield "factorial", boxed(f"{body}!")
            yield "factorial", boxed(str(factorial(int(value))))
        if value.denominator > 1 and value != round(value, 2):
            yield "rounded", boxed(f"{float(value):.2f}")


def is_changed(body: str, digits: re.Match[str]) -> bool:
    """Whether another number at this place is sure to make another value."""
    return "lfloor" not in body and "lceil" not in body and not body[: digits.start()].endswith("^{0")


def list_changes(parts: list[str]) -> Iterator[Case]:
    def joined(kind: str, items: list[str]) -> Case:
        return kind, boxed(", ".join(items))

    yield joined("one missing", parts[1:])
    yield joined("one missing", parts[:-1])
    yield joined("one too many", [*parts, "987"])
    if len(set(parts)) == len(parts):
        yield joined("one twice", [*parts[:-1], parts[0]])
    yield joined("one other", [*parts[:-1], "987"])
    if not any("=" in part for part in parts):
        yield "sum", boxed("+".join(parts))
        yield joined("one changed", [changed(parts[0]), *parts[1:]])
        yield joined("one changed", [*parts[:-1], changed(parts[-1])])


def changed(part: str) -> str:
    """A value or tuple with something added to it."""
    if part.startswith("("):
        items = split(part[1:-1])
        return "(" + ", ".join([*items[:-1], f"{items[-1]} + 500"]) + ")"
    return f"{part} + 500"


def tuple_changes(items: list[str]) -> Iterator[Case]:
    yield "one missing", boxed(f"({', '.join(items[1:])})")
    yield "one changed", boxed(f"({', '.join([*items[:-1], items[-1] + ' + 1'])})")
    yield "one changed", boxed(f"({', '.join([items[0] + ' - 1', *items[1:]])})")
    yield "one too many", boxed(f"({', '.join([*items, '0'])})")
    yield "two tuples", boxed(f"({', '.join(items)}), (987, 1)")
    if items != items[::-1]:
        yield "order", boxed(f"({', '.join(reversed(items))})")
        yield "set", boxed(f"\\{{{', '.join(items)}\\}}")
    if len(items) == 2:
        yield "matrix", boxed(f"\\begin{{pmatrix}} {items[0]} \\\\ {items[1]} + 1 \\end{{pmatrix}}")


def equation_changes(name: str, value: str) -> Iterator[Case]:
    other = "q" if name[0] != "q" else "w"
    yield "other name", boxed(f"{other}{name[1:]} = {value}")
    yield "one more", boxed(f"{name} = {value} + 1")
    yield "sign", boxed(f"{name} = -({value})")
    yield "double", boxed(f"{name} = 2({value})")
    yield "value one more", boxed(f"({value}) + 1")
    yield "a little more", boxed(f"{name} = {value} + 10^{{-30}}")
    yield "inequality", boxed(f"{name} > {value}")
    if len(name) == 1:
        yield "other sides", boxed(f"{name} + ({value}) + 2 = 0")


def interval_changes(interval: re.Match[str]) -> Iterator[Case]:
    opening, low, high, closing = interval.groups()
    turned = {"(": "[", "[": "(", ")": "]", "]": ")"}
    if "infty" not in low:
        yield "bracket", boxed(f"{turned[opening]}{low},{high}{closing}")
        yield "end", boxed(f"{opening}{low}-1,{high}{closing}")
        yield "inequality", boxed(f"x<{low}")
    if "infty" not in high:
        yield "bracket", boxed(f"{opening}{low},{high}{turned[closing]}")
        yield "end", boxed(f"{opening}{low},{high}+1{closing}")
        yield "inequality", boxed(f"x >= {high}")
        yield "set builder", boxed(f"\\{{x : x > {high}\\}}")
        yield "complement", boxed(f"\\mathbb{{R}} \\setminus \\{{{high}\\}}")
    yield "union", boxed(f"{interval.group()} \\cup \\{{987\\}}")
