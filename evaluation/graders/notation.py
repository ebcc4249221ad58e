"""Written mathematics as text: one spelling for what LaTeX and people write in many, split where the structure is.

Nothing here computes on what a response says beyond exact fractions of bounded size.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

UNICODE = {
    "\u2212": "-", "\u2013": "-", "\u2014": "-", "\uff0c": ",", "\uff08": "(", "\uff09": ")", "\uff1d": "=",
    "\u00d7": r"\times ", "\u00b7": r"\cdot ", "\u22c5": r"\cdot ", "\u00f7": "/", "\u2044": "/",
    "\u03c0": r"\pi ", "\u221e": r"\infty ", "\u00b0": r"^\circ ", "\u2264": r"\leq ", "\u2265": r"\geq ",
    "\u222a": r"\cup ", "\u2208": r"\in ", "\u00b1": r"\pm ", "\u2248": r"\approx ", "\u2260": r"\neq ",
    "\u2220": r"\angle ", "\u22c3": r"\cup ", "\u221a": r"\sqrt ",
    "\u230a": r"\lfloor ", "\u230b": r"\rfloor ", "\u2308": r"\lceil ", "\u2309": r"\rceil ", "\u00a0": " ",
    "\u2216": r"\setminus ", "\u211d": r"\mathbb{R}", "\u2223": "|", "\u27e8": "(", "\u27e9": ")",
    "\u2192": r"\to ", "\u221b": r"\cbrt ", "\u223c": r"\sim ", "\u2243": r"\approx ",
    "\u00bd": r"\frac{1}{2}", "\u00bc": r"\frac{1}{4}", "\u00be": r"\frac{3}{4}", "\u20ac": r"\text{ euros}",
}  # fmt: skip
RAISED = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b\u207f", "0123456789-n")
LOWERED = str.maketrans("\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089", "0123456789")
SAME_COMMANDS = {
    r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\cfrac": r"\frac", r"\dbinom": r"\binom", r"\tbinom": r"\binom",
    r"\sfrac": r"\frac", r"\nicefrac": r"\frac", r"\flatfrac": r"\frac", r"\xfrac": r"\frac",
    r"\geqq": r"\geq", r"\leqq": r"\leq", r"\colon": ":", r"\smallsetminus": r"\setminus", r"\backslash": r"\setminus",
    r"\R": r"\mathbb{R}", r"\reals": r"\mathbb{R}", r"\Reals": r"\mathbb{R}", r"\lor": r"\text{ or }",
    r"\thickapprox": r"\approx", r"\approxeq": r"\approx", r"\cong": r"\approx", r"\iff": r"\text{ and }",
    r"\geqslant": r"\geq", r"\leqslant": r"\leq", r"\ge": r"\geq", r"\le": r"\leq", r"\ne": r"\neq",
    r"\lbrace": r"\{", r"\rbrace": r"\}", r"\lparen": "(", r"\rparen": ")", r"\lbrack": "[", r"\rbrack": "]",
    r"\bigcup": r"\cup", r"\degree": r"^\circ ", r"\gt": ">", r"\lt": "<", r"\mid": "|", r"\land": r"\text{ and }",
    r"\wedge": r"\text{ and }", r"\vee": r"\text{ or }", r"\varnothing": r"\emptyset",
    r"\langle": "(", r"\rangle": ")", r"\log10": r"\log_{10}", r"\div": "/", r"\ast": r"\cdot",
}  # fmt: skip
INVISIBLE = re.compile(
    r"\\(?:left|right|bigl|bigr|Bigl|Bigr|biggl|biggr|Biggl|Biggr|big|Big|bigg|Bigg|displaystyle|textstyle|quad|qquad"
    r"|limits|nolimits|hspace\{[^{}]*\}|phantom\{[^{}]*\})(?![A-Za-z])\.?"
    r"|\\[!,;: ]|\\\(|\\\)|\\\[|\\\]|~"
)
RAISED_DIGITS = re.compile("[\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207b\u207f]+")
LOWERED_DIGITS = re.compile("[\u2080-\u2089]+")
STARRED_POWER = re.compile(r"(?<=[A-Za-z0-9)}])\*\*(?=[A-Za-z0-9({\\-])")
DOUBLED = re.compile(
    r"(?<!\\)\\\\(?=(?:[dt]?frac|sqrt|pi|cdot|times|left|right|text|mathrm|infty|cup|leq?|geq?|pm|binom|log|ln|sin|cos|tan)(?![A-Za-z]))"
)
ROW_BREAK = re.compile(r"\\\\(?:\[[^\[\]]{0,10}(?:pt|em|ex|mm|cm)\])?")
BARE_RADICAND = re.compile(r"\\sqrt\s+(\d+|[A-Za-z])")
WRITTEN_RELATIONS = (
    (re.compile(r"<=|=<|\\not\s*>"), r"\\leq "),
    (re.compile(r">=|\\not\s*<"), r"\\geq "),
    (re.compile(r"!=|<>|\\not\s*=|=/="), r"\\neq "),
    (re.compile(r"(?<![A-Za-z\\])(?:infinity|inf|oo)(?![A-Za-z])"), r"\\infty "),
    (re.compile(r"\\mathbb\s*(?:\{\s*R\s*\}|R(?![A-Za-z]))"), r"\\mathbb{R}"),
)
ENVIRONMENT = re.compile(r"\\(?:begin|end)\{(?:aligned|align\*?|gathered|gather\*?|cases|split|equation\*?)\}")
FIGURES_FIRST = re.compile(r"\s*[-+]?[\d.(]*\d.*", re.DOTALL)
SMALL_O = re.compile(r"\^\s*\{?\s*\\text\{\s*o\s*\}\s*\}?")
TEXT_COMMAND = re.compile(r"\\(?:text|textrm|textnormal|mathrm|rm|textit|mbox|hbox|operatorname)\s*\{([^{}]*)\}")
BOLD_COMMAND = re.compile(
    r"\\(?:textbf|mathbf|bf|boldsymbol|bm|emph|underline|texttt|mathit|mathsf|textsf)\s*\{([^{}]*)\}"
)
COMMAND = re.compile(r"\\[A-Za-z]+(?:10)?")
CONDITION = re.compile(
    r"(?:,|;)?\s*(?:\\text\{)?[\s,(]*"
    r"\b(?:for (?:all|any|every|each|some)|for\s+[a-z]\s*(?:\\in|=)|where|in which|with [a-z] an?)\b.*"
    r"|,?\s*\\(?:quad)?\s*\\?forall.*"
    r"|(?:,|\s|\()+[a-z]\s*\\in\s*\\mathbb\s*\{?[A-Z]\}?[^,]*$",
    re.DOTALL,
)
LONG_UNITS = (
    "square|sq|cubic|cu|cm|mm|km|kg|inch|inches|feet|foot|ft|yard|yards|mile|miles|meter|meters|metre|metres"
    "|centimeter|centimeters|centimetres|kilometer|kilometers|kilometres|unit|units|degree|degrees|deg|second|seconds|sec|minute"
    "|minutes|min|mins|hour|hours|hr|hrs|day|days|week|weeks|month|months|year|years|dollar|dollars|cent|cents|euro"
    "|euros|point|points|mph|gram|grams|liter|liters|litre|litres|per|radian|radians|rad|times|way|ways"
)
UNIT_WORDS = re.compile(rf"(?<=[\d}})])\s*(?:(?:{LONG_UNITS})\b\.?(?:\s*\^\s*\{{?[23]\}}?)?[\s/]*)+$", re.IGNORECASE)
SCALES = {
    *("hundred", "thousand", "million", "billion", "trillion", "dozen", "half", "percent", "over", "or", "and", "mod"),
    *("choose", "plus", "minus", "squared", "cubed", "factorial", "pi", "sqrt", "log", "sin", "cos", "tan"),
}
COUNTED_THINGS = re.compile(r"(-?[\d.,/]*\d)((?:\s+[A-Za-z]{3,}){1,4})")
TEXT_UNIT = re.compile(r"\s*\\text\{([^{}]*)\}(?:\s*\^\s*\{?(-?\d)\}?)?$")
DEGREES = re.compile(r"\s*\^\s*(?:\{\s*\\circ\s*\}|\\circ)(?!\s*\d)")
ANGLE_FUNCTION = re.compile(r"\\(?:arc)?(?:sin|cos|tan|cot|sec|csc)|(?:sin|cos|tan)\s*\(")
UNIT_LETTER = re.compile(r"(?<=[\d}])\s+[msghL]$")  # 40 m with a blank; 40m is a product
IN_BASE = re.compile(r"\(?(?P<digits>\d[\dA-Fa-f]*)\)?_\(?(?P<base>\d{1,2}|[a-z]+)\)?")
BASES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen"),
)
MATRIX = re.compile(
    r"[(\[]?\s*\\begin\{(?P<kind>[pbBV]?matrix|smallmatrix|array)\}(?:\s*\{[lcr| ]*\})?(?P<rows>.*)"
    r"\\end\{(?P=kind)\}\s*[)\]]?",
    re.DOTALL,
)
PLAIN_SET = re.compile(r"\{[^{}\\]*,[^{}\\]*\}")
ROW = re.compile(r"\\cr(?![A-Za-z])")
CELL = re.compile(r"&")
FRENCH_INTERVAL = re.compile(r"(?P<left>[\[\]])(?P<low>[^\[\](),]+),(?P<high>[^\[\](),]+)(?P<right>[\[\]])")
THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
DECIMAL = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)")
FRACTION = re.compile(
    r"([-+]?)(?:\\frac\{([-+]?\d+)\}\{([-+]?\d+)\}|\\frac(\d)(\d)|\\frac\{(\d+)\}(\d)|\\frac(\d)\{(\d+)\}|\(?(\d+)\)?/\(?(\d+)\)?)"
)
MIXED = re.compile(r"([-+]?)(\d+)\s*(?:\\frac\{(\d+)\}\{(\d+)\}|\\frac(\d)(\d)|\s(\d+)\s*/\s*(\d+))")
SCIENTIFIC = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+))(?:\\times|\\cdot|\*|x)\s*10\^(?:\{([-+]?\d{1,3})\}|(\d))")
THOUSAND_BLANKS = re.compile(r"[-+]?\d{1,3}(?: \d{3})+")
LONGEST_NUMBER = 1_000


def tidy(text: str) -> str:
    """One spelling for an answer: no dollars, sizes, spacing commands or markup; words kept in `\\text{...}`."""
    for written, meant in UNICODE.items():
        text = text.replace(written, meant)
    text = RAISED_DIGITS.sub(lambda found: f"^{{{found.group().translate(RAISED)}}}", text)
    text = LOWERED_DIGITS.sub(lambda found: f"_{{{found.group().translate(LOWERED)}}}", text)
    text = STARRED_POWER.sub("^", text)
    text = text.replace("**", "").replace("`", "").replace("\\$", "").replace("$", " ").replace("{,}", ",")
    text = text.replace("{.}", ".")
    if "\\begin" not in text:  # a command written as in a program's string
        text = DOUBLED.sub(r"\\", text)
    text = ROW_BREAK.sub(r"\\cr ", text)
    text = re.sub(r"(\d)\\[,! ](?=\d{3})", r"\1", text)
    text = BARE_RADICAND.sub(r"\\sqrt{\1}", text)
    text = INVISIBLE.sub(" ", text)
    text = COMMAND.sub(lambda found: SAME_COMMANDS.get(found.group(), found.group()), text)
    text = BOLD_COMMAND.sub(r"\1", text)
    text = TEXT_COMMAND.sub(
        lambda found: found[1] if FIGURES_FIRST.fullmatch(found[1]) else f"\\text{{{found[1]}}}", text
    )
    text = SMALL_O.sub(r"^\\circ", text)
    text = text.replace("\\%", "%").replace("\\_", "_").replace("\\&", "&")
    for pattern, meant in WRITTEN_RELATIONS:
        text = pattern.sub(meant, text)
    text = ENVIRONMENT.sub(" ", text)
    text = FRENCH_INTERVAL.sub(with_round_brackets, text)
    text = re.sub(r"\s+", " ", text).strip().rstrip(".;,:").strip()
    if PLAIN_SET.fullmatch(text):  # plain text has no backslash before braces
        text = f"\\{{{text[1:-1]}\\}}"
    return text


def with_round_brackets(interval: re.Match[str]) -> str:
    """`]a, b]` as `(a, b]`."""
    left = "(" if interval["left"] == "]" else "["
    right = ")" if interval["right"] == "[" else "]"
    return f"{left}{interval['low']},{interval['high']}{right}"


def compact(text: str) -> str:
    """A tidy text without blanks, save where one ends a command's name or parts two numbers."""
    text = re.sub(r"(\\[A-Za-z]+) (?=[A-Za-z])|(?<=\d) (?=\d)", "\\1\x00", text)
    return text.replace(" ", "").replace("\x00", " ")


def without_condition(text: str) -> str:
    """Drop a trailing "for all x" or "where ...", as long as something stands before it."""
    found = CONDITION.search(text)
    return text[: found.start()].strip().rstrip(",;").strip() if found and found.start() > 0 else text


def without_units(text: str) -> str:
    """Drop degrees, currency, units and counted things behind a value: `5\\text{ cm}^2`, `7 apples`, `30^\\circ`."""
    if not ANGLE_FUNCTION.search(text):
        text = DEGREES.sub("", text).strip()
    for _ in range(4):
        found = TEXT_UNIT.search(text)
        if not found or found.start() == 0 or not is_unit(found.group(1)):
            break
        text = text[: found.start()].strip()
    text = UNIT_WORDS.sub("", text).strip()
    if number(shortened := UNIT_LETTER.sub("", text)) is not None:
        return shortened
    counted = COUNTED_THINGS.fullmatch(text)
    if counted and not any(word.lower() in SCALES for word in counted.group(2).split()):
        return counted.group(1)
    return text


def is_unit(words: str) -> bool:
    """Words behind a value are its unit unless they carry a meaning of their own, such as "or" and "million"."""
    plain = words.strip().lower()
    return not any(word in SCALES for word in re.findall(r"[a-z]+", plain)) and not re.search(r"[\d=<>]", plain)


def pieces(text: str, separator: re.Pattern[str]) -> list[str]:
    """Split where `separator` matches outside of all brackets. Half-open intervals count as brackets."""
    parts, depth, begin, position = [], 0, 0, 0
    for position, step in scan(text):
        if step == 0 and depth == 0 and (found := separator.match(text, position)) and found.end() > found.start():
            if position < begin:
                continue
            parts.append(text[begin:position])
            begin = found.end()
        depth = max(0, depth + step)
    parts.append(text[begin:])
    return [part.strip() for part in parts]


def scan(text: str) -> Iterator[tuple[int, int]]:
    """Each position with the change of bracket depth there: +1, -1 or 0. An escaped character is one position."""
    position = 0
    while position < len(text):
        character = text[position]
        width = 1
        if character == "\\" and position + 1 < len(text) and not text[position + 1].isalpha():
            character = text[position + 1]
            width = 2
            step = 1 if character == "{" else -1 if character == "}" else 0
        elif character == "\\":
            name = COMMAND.match(text, position)
            width = len(name.group()) if name else 1
            step = {r"\begin": 1, r"\end": -1, r"\lfloor": 1, r"\lceil": 1, r"\rfloor": -1, r"\rceil": -1}.get(
                name.group() if name else "", 0
            )
        else:
            step = 1 if character in "([{" else -1 if character in ")]}" else 0
        yield position, step
        position += width


def enclosed(text: str) -> tuple[str, str, str] | None:
    """`(opening, inside, closing)` where one pair of brackets encloses the whole text, else None."""
    for opening, closings in (("\\{", ("\\}",)), ("(", (")", "]")), ("[", ("]", ")"))):
        for closing in closings:
            if text.startswith(opening) and text.endswith(closing) and len(text) > len(opening) + len(closing):
                depth = 0
                last = len(text) - len(closing)
                for position, step in scan(text):
                    depth += step
                    if depth <= 0 and position < last:
                        return None
                return opening, text[len(opening) : last].strip(), closing
    return None


def number(text: str) -> Fraction | None:
    """The exact value of an integer, decimal, fraction, mixed number or power of ten; None for anything else."""
    text = text.strip()
    if len(text) > LONGEST_NUMBER:
        return None
    if THOUSAND_BLANKS.fullmatch(text):
        text = text.replace(" ", "")
    mixed = MIXED.fullmatch(text)
    if mixed:
        whole, top, bottom = int(mixed.group(2)), *(int(part) for part in mixed.groups()[2:] if part)
        if 0 < top < bottom:
            value = whole + Fraction(top, bottom)
            return -value if mixed.group(1) == "-" else value
        return None
    text = compact(text)
    while (inner := enclosed(text)) and inner[0] == "(" and inner[2] == ")":
        text = inner[1]
    if text.startswith("{") and text.endswith("}") and text.count("{") == 1:
        text = text[1:-1]
    if THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    if DECIMAL.fullmatch(text):
        return Fraction(text)
    fraction = FRACTION.fullmatch(text)
    if fraction:
        top, bottom = (int(part) for part in fraction.groups()[1:] if part)
        if bottom == 0:
            return None
        return -Fraction(top, bottom) if fraction.group(1) == "-" else Fraction(top, bottom)
    scientific = SCIENTIFIC.fullmatch(text)
    if scientific:
        return Fraction(scientific.group(1)) * Fraction(10) ** int(scientific.group(2) or scientific.group(3))
    return None


def decimal_places(text: str) -> int:
    """Digits behind the point of a plain decimal; 0 for all else."""
    plain = compact(text)
    return len(plain.partition(".")[2]) if DECIMAL.fullmatch(plain) else 0


def digits_in_base(text: str) -> tuple[str, str] | None:
    """`412_6` as its digits and its base; None without a base."""
    found = IN_BASE.fullmatch(text.replace(" ", "").replace("\\text{", "{").replace("{", "").replace("}", ""))
    if not found:
        return None
    base = found["base"].lower()
    return found["digits"].lstrip("0").upper(), str(BASES.index(base) + 2) if base in BASES else base


def matrix_rows(text: str) -> list[list[str]] | None:
    """The entries of a text that is one matrix, row by row."""
    found = MATRIX.fullmatch(text)
    if not found or "\\begin" in found["rows"]:
        return None
    rows = [pieces(row, CELL) for row in pieces(found["rows"].strip(), ROW)]
    return [row for row in rows if any(row)] or None
