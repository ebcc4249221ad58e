from rlve.envs.number_theory.infinite_power_tower_mod import InfinitePowerTowerMod
from tests.envs.drawing import drawn, reward


def settled(base: int, modulus: int) -> int:
    """By the cycle of the powers: where it begins, how long it is, and where in it the tower stands."""
    if modulus == 1:
        return 0
    powers: list[int] = []
    power = 1 % modulus
    while power not in powers:
        powers.append(power)
        power = power * base % modulus
    before = powers.index(power)
    period = len(powers) - before
    return powers[before + (settled(base, period) - before) % period]


def test_worked_example():
    # modulo 7 the powers of 2 repeat 1, 2, 4; the exponents 4, 16, 65536, ... are all 1 modulo 3
    problem = InfinitePowerTowerMod(2, 7)
    assert reward(problem, "2") == 1.0
    assert reward(problem, "1") == reward(problem, "4") == 0.0
    assert reward(problem, "7") == reward(problem, "-5") == -0.5


def test_equals_the_cycle_of_powers():
    for base in range(2, 10):
        for modulus in range(1, 300):
            assert InfinitePowerTowerMod(base, modulus).solution == settled(base, modulus)


def test_equals_towers_that_can_be_computed():
    assert InfinitePowerTowerMod(3, 7).solution == pow(3, 3**27, 7)
    assert InfinitePowerTowerMod(2, 12).solution == 2**16 % 12  # the base is not coprime to 12


def test_low_towers_have_not_settled():
    for problem in drawn(InfinitePowerTowerMod, largest_modulus=400, largest_base=5):
        b = problem.base
        assert problem.solution not in (0, 1, b, b**b % problem.modulus, pow(b, b**b, problem.modulus))


def shortcut_exponents_modulo_the_modulus(problem):
    """Reduces exponents modulo the modulus itself, until the value comes again."""
    value, seen = problem.base % problem.modulus, set()
    while value not in seen and len(seen) < 1000:
        seen.add(value)
        value = pow(problem.base, value, problem.modulus)
    return value


def shortcut_euler_as_if_coprime(problem):
    """Reduces exponents modulo phi, also where base and modulus have a common factor."""
    return problem.as_if_coprime()
