"""Responses to BBEH-like problems in many styles, with the verdict each deserves: (gold, right ones, wrong ones)."""

BBEH: list[tuple[str, list[str], list[str]]] = [
    (
        "$12.50",
        [r"\boxed{\$12.50}", r"$\boxed{\$12.50}$", "The answer is $12.50.", r"The answer is: \$12.50"],
        [r"\boxed{\$12.05}", r"\boxed{12.50 dollars}", r"\boxed{\$1250}"],
    ),
    (
        "13",
        [
            "The answer is 13.\nEvery step was checked, so the answer is clear.",
            "The answer is 13. So the answer is now confirmed by both ways.",
            "The answer is not obvious. So the answer is 13",
        ],
        [
            "The answer is 14. Now the answer is clear.",
            "The answer is clear.",
            "The answer is 13. No, the answer is 14.",
        ],
    ),
    (
        "(B)",
        [
            "The answer is: (B)",
            "The answer is B.",
            "The final answer is: (b)",
            r"\boxed{B}",
            r"\boxed{(B)}",
            r"\boxed{\text{(B)}}",
            "<answer>B</answer>",
            "So the answer is **(B)**",
            "the answer is (A)? No. The answer is (B).",
            "The answer is $\\boxed{B}$.",
            "<think>The answer is (C)</think>The answer is (B)",
        ],
        [
            "The answer is (C)",
            "B",
            "It could be (B) or (C).",
            r"\boxed{(A)}",
            "<answer>A, B</answer>",
            "The answer is (B) and (C)",
            r"\boxed{Option}",
            "The answer is",
            "<think>\\boxed{B}</think>",
        ],
    ),
    (
        "E",
        ["The answer is: E", r"\boxed{E}", r"\boxed{(E)}", "The correct answer is e"],
        [r"\boxed{F}", r"\boxed{EE}", "The answer is: none"],
    ),
    (
        "Ambiguous",
        [r"\boxed{Ambiguous}", "The answer is ambiguous.", r"\boxed{\text{Ambiguous}}", "<answer>ambiguous</answer>"],
        [r"\boxed{Yes}", "The answer is: not ambiguous", r"\boxed{}"],
    ),
    (
        "150, 2",
        [r"\boxed{150, 2}", r"\boxed{150,2}", "The answer is: 150, 2", "The answer is 150,2."],
        [r"\boxed{150}", r"\boxed{2, 150}", r"\boxed{150, 3}", r"\boxed{1502}", r"\boxed{150; 2}"],
    ),
    (
        "[emma, lily]",
        [r"\boxed{[emma, lily]}", r"\boxed{emma, lily}", "The answer is: [Emma, Lily]", "The answer is emma,lily"],
        [r"\boxed{[lily, emma]}", r"\boxed{emma}", r"\boxed{[emma, lily, rose]}"],
    ),
    (
        "404.0",
        [r"\boxed{404}", r"\boxed{404.0}", "The answer is 404.00", r"\boxed{\text{404}}"],
        [r"\boxed{405}", r"\boxed{40.4}", r"\boxed{404, 0}", r"\boxed{-404}"],
    ),
    (
        "-52",
        [r"\boxed{-52}", "The answer is: -52.0", "<answer>-52</answer>"],
        [r"\boxed{52}", "The answer is: minus", r"\boxed{- 5 2}"],
    ),
    (
        "8749",
        [r"\boxed{8749}", "The final answer is: 8749.", "\\[\\boxed{8749}\\]"],
        [r"\boxed{8,749}", r"\boxed{8748}", "8749"],
    ),
    (
        "no, unknown, yes",
        [
            r"\boxed{no, unknown, yes}",
            "The answer is: no,unknown,yes",
            r"\boxed{\text{no, unknown, yes}}",
            r"\boxed{\text{no}, \text{unknown}, \text{yes}}",
            "The answer is **No, Unknown, Yes**.",
        ],
        [r"\boxed{no, no, yes}", r"\boxed{no, unknown}", r"\boxed{yes, unknown, no}"],
    ),
    (
        "1,1,0",
        [r"\boxed{1,1,0}", r"\boxed{1, 1, 0}", "The answer is: [1, 1, 0]"],
        [r"\boxed{1,0,1}", r"\boxed{110}", r"\boxed{1,1}"],
    ),
    (
        "A, A, A",
        [r"\boxed{A, A, A}", "The answer is: a,a,a", r"\boxed{A,A,A}"],
        [r"\boxed{A}", r"\boxed{A, A, B}", r"\boxed{AAA}"],
    ),
    (
        "2006-06-08",
        [r"\boxed{2006-06-08}", "The answer is: 2006-06-08", "<answer>2006-06-08</answer>"],
        [r"\boxed{2006-08-06}", r"\boxed{June 8, 2006}"],
    ),
    (
        "the stranger's dog",
        [r"\boxed{the stranger's dog}", 'The answer is: "the stranger\'s dog"', "The answer is the strangers dog"],
        [r"\boxed{the dog}", "The answer is: the stranger"],
    ),
    (
        "disproved",
        [r"\boxed{disproved}", "The answer is: Disproved.", r"\boxed{\textbf{disproved}}"],
        [r"\boxed{proved}", r"\boxed{unknown}"],
    ),
    (
        "African bush elephant",
        [
            "The answer is: African bush elephant",
            r"\boxed{\text{african bush elephant}}",
            "<answer>African bush elephant?</answer>",
        ],
        [r"\boxed{elephant}", r"\boxed{Asian elephant}"],
    ),
    (
        "He really cried.",
        [r"\boxed{He really cried}", "The answer is: He really cried.", r"\boxed{He really cried.}"],
        [r"\boxed{He cried.}", r"\boxed{She really cried.}"],
    ),
    (
        "chair, paper, patch",
        [
            r"\boxed{chair, paper, patch}",
            "The answer is: chair,paper,patch",
            "The answer is: `chair, paper, patch`\nbecause they are sorted",
        ],
        [r"\boxed{paper, chair, patch}", r"\boxed{chair, paper}", r"\boxed{chair paper patch}"],
    ),
    (
        "unknown",
        [r"\boxed{unknown}", 'The answer is: "unknown"', "<answer>Unknown</answer>"],
        [r"\boxed{known}", "I do not know", "unknown"],
    ),
]
