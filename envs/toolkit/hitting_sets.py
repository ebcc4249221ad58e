"""Sets that meet all given sets: vertex covers, dominating sets, set covers."""

from collections.abc import Sequence
from math import inf


def greedy_hitting_set(sets: Sequence[Sequence[int]], costs: Sequence[int]) -> list[int]:
    """Again and again the element that meets the most unmet sets for its cost, the least of equally good ones."""
    unmet, chosen = list(sets), list[int]()
    while unmet:
        meets = [0] * len(costs)
        for members in unmet:
            for element in members:
                meets[element] += 1
        best = max(range(len(costs)), key=lambda element: (meets[element] / costs[element], -element))
        chosen.append(best)
        unmet = [members for members in unmet if best not in members]
    return chosen


def sparing_hitting_set(sets: Sequence[Sequence[int]], costs: Sequence[int]) -> list[int]:
    """From all elements the dearest that every set can spare is left out, and so on."""
    chosen = set(range(len(costs)))
    for element in sorted(chosen, key=lambda element: -costs[element]):
        if all(element not in members or len(chosen & set(members)) > 1 for members in sets):
            chosen.remove(element)
    return sorted(chosen)


def best_simple_hitting_set(sets: Sequence[Sequence[int]], costs: Sequence[int]) -> list[int]:
    """The cheapest that a hurried solver finds: greedy for the cost, greedy for the number, and sparing."""
    simple = (
        greedy_hitting_set(sets, costs),
        greedy_hitting_set(sets, [1] * len(costs)),
        sparing_hitting_set(sets, costs),
    )
    return min(simple, key=lambda chosen: sum(costs[element] for element in chosen))


def cheapest_hitting_set(sets: Sequence[Sequence[int]], costs: Sequence[int]) -> list[int]:
    """Elements of 0..len(costs) - 1, of the least total cost, of which every set (none is empty) holds one.

    By branch and bound: some element of the smallest set must be chosen, and every unmet set pays at least the least
    share of a member's cost, split among the unmet sets that hold it. Costs are positive.
    """
    meets = [0] * len(costs)  # the sets that an element meets, as bits
    for number, members in enumerate(sets):
        for element in members:
            meets[element] |= 1 << number
    best = greedy_hitting_set(sets, costs)
    least = sum(costs[element] for element in best)

    def search(chosen: list[int], paid: int, unmet: int, barred: int) -> None:
        nonlocal best, least
        if not unmet:
            if paid < least:
                best, least = chosen, paid
            return
        share = [cost / count if (count := (meet & unmet).bit_count()) else inf for meet, cost in zip(meets, costs)]
        bound, branch = float(paid), list[int]()
        for number, members in enumerate(sets):
            if unmet >> number & 1:
                free = [element for element in members if not barred >> element & 1]
                if not free:
                    return
                bound += min(share[element] for element in free)
                if not branch or len(free) < len(branch):
                    branch = free
        if bound > least - 1 + 1e-6:  # costs are whole numbers
            return
        for element in sorted(branch, key=lambda element: share[element]):
            search([*chosen, element], paid + costs[element], unmet & ~meets[element], barred)
            barred |= 1 << element

    search([], 0, (1 << len(sets)) - 1, 0)
    return best
