"""Graders: plain functions that say whether a response answers a benchmark's problem."""

from evaluation.graders.bbeh import grade_bbeh
from evaluation.graders.code import grade_code
from evaluation.graders.math import grade_math

__all__ = ["grade_bbeh", "grade_code", "grade_math"]
