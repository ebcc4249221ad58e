"""What the environments are, as text: `python -m rlve.envs.catalogue > docs/environments.md`."""

import inspect
from itertools import groupby

from rlve.envs.problem import Problem
from rlve.envs.registry import Environment, environments, splits

FEW_LINES = """# The environments

{count} environments in {families} families. This page is made by `python -m rlve.envs.catalogue`; a test keeps it
fresh.

How answers are checked: *one answer* compares with the only right one, some with credit for what agrees; *rules*
accepts every answer that keeps the rules; *best value* does so too, and measures how close the answer comes to the best
possible one. What grows: the parameters at difficulty 0 and at 10. Environments marked * are in the split `heldout`.
"""


def summary(environment: Environment) -> str:
    """The first line of an environment's docstring."""
    return (environment.problem_class.__doc__ or "").strip().partition("\n")[0]


def kind_of_check(environment: Environment) -> str:
    """`one answer`, `rules` or `best value`, read off how the environment scores."""
    score = environment.problem_class.score
    if score is Problem.score:
        return "one answer"
    source = inspect.getsource(score)
    if "minimized(" in source or "maximized(" in source:
        return "best value"
    return "one answer" if "self.solution" in source else "rules"


def growth(environment: Environment, first: int = 0, last: int = 10) -> str:
    """Every parameter at two difficulties: `size 3 to 16`."""
    before, after = environment.parameters(first), environment.parameters(last)
    return ", ".join(
        f"{name.replace('_', ' ')} {before[name]}" + ("" if before[name] == after[name] else f" to {after[name]}")
        for name in before
    )


def markdown() -> str:
    ours = [environment for environment in environments().values() if environment.is_ours]
    held_out = set(splits()["heldout"])
    parts = [FEW_LINES.format(count=len(ours), families=len({environment.family for environment in ours}))]
    for family, members in groupby(ours, key=lambda environment: environment.family):
        rows = [f"## {family}\n", "| environment | task | check | what grows |", "| --- | --- | --- | --- |"]
        for member in members:
            name = f"`{member.name}`" + ("*" if member.name in held_out else "")
            rows.append(f"| {name} | {summary(member)} | {kind_of_check(member)} | {growth(member)} |")
        parts.append("\n".join(rows))
    return "\n\n".join(part.strip() for part in parts) + "\n"


if __name__ == "__main__":
    print(markdown(), end="")
