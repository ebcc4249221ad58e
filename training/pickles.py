"""Reading what DeepSpeed wrote without doing what it says.

Its files are pickles, which name functions to call. Read as weights only, tensors, plain values and the few classes
below are all that comes out of them; a file that names anything else is refused, unless the user trusts where it came
from.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch


def harmless() -> list[Any]:
    """The classes in DeepSpeed's own states: they hold numbers."""
    from deepspeed.runtime.fp16.loss_scaler import DynamicLossScaler, LossScaler
    from deepspeed.runtime.zero.config import ZeroStageEnum
    from deepspeed.utils.tensor_fragment import fragment_address

    return [DynamicLossScaler, LossScaler, ZeroStageEnum, fragment_address]


@contextmanager
def weights_only(*, trusted: bool = False) -> Iterator[None]:
    """Within it `torch.load` reads weights only, whatever its callers ask for; with `trusted`, everything.

    Reading then raises `pickle.UnpicklingError` for a file that names other classes or functions.
    """
    original = torch.load

    def load(*arguments: Any, **options: Any) -> Any:
        return original(*arguments, **options | {"weights_only": not trusted})

    torch.load = load
    try:
        with torch.serialization.safe_globals([] if trusted else harmless()):
            yield
    finally:
        torch.load = original
