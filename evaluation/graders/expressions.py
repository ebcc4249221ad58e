"""What the worker process of `symbolic` does: expressions are read and compared by `math-verify`.

It reads LaTeX through a grammar; its other readers, which end in `eval`, are not used.
"""

from math_verify import LatexExtractionConfig, parse, verify


def answer(question: list[str]) -> bool:
    """Whether the two LaTeX expressions in `question`, a response's and the right one, are equal."""
    written, gold = (
        parse(
            f"${expression}$",
            extraction_config=[LatexExtractionConfig()],
            fallback_mode="no_fallback",
            parsing_timeout=None,
        )
        for expression in question
    )
    if not written or not gold:
        return False
    return bool(verify(gold, written, timeout_seconds=None))
