"""Graders: plain functions that say whether a response answers a benchmark's problem."""

from rlve.evaluation.graders.bbeh import grade_bbeh
from rlve.evaluation.graders.code import grade_code
from rlve.evaluation.graders.math import grade_math

__all__ = ["grade_bbeh", "grade_code", "grade_math"]
