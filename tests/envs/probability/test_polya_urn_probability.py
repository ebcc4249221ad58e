from fractions import Fraction

from rlve.envs.probability.polya_urn_probability import PolyaUrnProbability
from tests.envs.drawing import drawn, reward

EXAMPLE = PolyaUrnProbability(counts=[1, 2], added=1, steps=[1, 3], colours=[2, 2])


def probability(counts: list[int], added: int, wanted: dict[int, int], step: int = 1) -> Fraction:
    """By following every colour of every draw."""
    if step > max(wanted):
        return Fraction(1)
    total = Fraction(0)
    for colour, count in enumerate(counts, start=1):
        if wanted.get(step, colour) == colour:
            after = [n + added * (c == colour) for c, n in enumerate(counts, start=1)]
            total += Fraction(count, sum(counts)) * probability(after, added, wanted, step + 1)
    return total


def test_worked_example():
    # 2/3 for the first draw; then 1/4 * 3/5 + 3/4 * 4/5 = 3/4.
    assert reward(EXAMPLE, "1/2") == reward(EXAMPLE, "6/12") == reward(EXAMPLE, "0.5") == 1.0
    assert reward(EXAMPLE, "4/9") == reward(EXAMPLE, "1/3") == 0.0
    assert reward(EXAMPLE, "50%") == reward(EXAMPLE, "1/0") == -1.0


def test_equals_the_enumeration_of_all_draws():
    for most in (2, 3, 4):
        for problem in drawn(PolyaUrnProbability, seeds=30, most=most):
            wanted = dict(zip(problem.steps, problem.colours))
            assert problem.solution == probability(problem.counts, problem.added, wanted)
            assert 0 < problem.solution < 1


def test_there_are_always_two_events_at_least():
    for problem in drawn(PolyaUrnProbability, most=3):
        assert len(problem.steps) >= 2
        assert problem.steps == sorted(set(problem.steps))


def shortcut_without_replacement_of_counts(problem):
    """Multiply the shares of the colours as they are at first, as if nothing were added."""
    product, total = Fraction(1), sum(problem.counts)
    for colour in problem.colours:
        product *= Fraction(problem.counts[colour - 1], total)
    return product


def shortcut_total_grows_with_the_steps(problem):
    """Let the total grow with the number of the step, the counts only with the asked colours."""
    product, counts = Fraction(1), problem.counts.copy()
    for step, colour in zip(problem.steps, problem.colours):
        product *= Fraction(counts[colour - 1], sum(problem.counts) + (step - 1) * problem.added)
        counts[colour - 1] += problem.added
    return product
