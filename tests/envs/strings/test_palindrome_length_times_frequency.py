from rlve.envs.strings.palindrome_length_times_frequency import PalindromeLengthTimesFrequency
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = PalindromeLengthTimesFrequency("abaabbabab")  # a, b: 5; aba and bab: 2 times 3; babab: once 5
    assert reward(problem, "0 3") == reward(problem, "6 9") == reward(problem, "5 8") == 1.0
    assert reward(problem, "0 1") == reward(problem, "1 5") == 0.0
    assert reward(problem, "0 2") == reward(problem, "1 1") == reward(problem, "0 11") == -0.5
    overlapping = PalindromeLengthTimesFrequency("ababababbb")  # ababa twice, 10; bab three times; bababab 7; aba 9
    assert reward(overlapping, "0 5") == reward(overlapping, "1 6") == 1.0
    assert reward(overlapping, "0 3") < 1.0


def test_agrees_with_counting_every_palindrome():
    for length in (10, 18):
        for problem in drawn(PalindromeLengthTimesFrequency, seeds=8, length=length):
            text = problem.text
            pieces = [text[i:j] for i in range(length) for j in range(i + 1, length + 1)]
            values = {piece: len(piece) * pieces.count(piece) for piece in pieces if piece == piece[::-1]}
            for i in range(length):
                for j in range(i + 1, length + 1):
                    earned = reward(problem, f"{i} {j}")
                    assert (earned >= 0.0) == (text[i:j] in values)
                    assert (earned == 1.0) == (values.get(text[i:j]) == max(values.values()))


def shortcut_longest(problem):
    """Takes the longest palindrome."""
    return problem.longest()


def shortcut_more_frequent_letter(problem):
    """Takes the letter that occurs most often."""
    return problem.single()


def shortcut_three_letters(problem):
    """Takes the best palindrome of three letters."""
    return problem.three_letters()


def shortcut_without_overlaps(problem):
    """Counts only occurrences that do not overlap."""
    return problem.solve(overlaps=False)
