from rlve.envs.toolkit.games import mex


def test_mex():
    assert mex([]) == mex([1, 2]) == 0
    assert mex({0, 1, 3}) == 2
    assert mex([2, 0, 1, 1]) == 3
