"""Sizes and sums of a checkpoint's files: not one bit of them changes unnoticed.

A sum is the CRC-32 of the file or, above `BLOCK` bytes, a digest of the CRC-32s of its blocks, which several threads
compute at once: a checkpoint may hold a hundred gigabytes.
"""

import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from rlve.envs.cores import usable_cores

BLOCK = 256 * 2**20
PORTION = 2**22  # bytes that are read at a time
Sums = Mapping[str, tuple[int, int | None]]  # size and sum by name; older versions did not sum large files


def of_file(path: Path) -> tuple[int, int]:
    """Size and sum. Raises `OSError`."""
    size = path.stat().st_size
    if size <= BLOCK:
        return size, of_block(path, 0)
    with ThreadPoolExecutor(min(8, usable_cores())) as threads:
        parts = list(threads.map(lambda start: of_block(path, start), range(0, size, BLOCK)))
    whole = sha256(b"".join(part.to_bytes(4, "little") for part in parts))  # a CRC of CRCs sees little
    return size, int.from_bytes(whole.digest()[:4], "little")


def of_block(path: Path, start: int) -> int:
    total, left = 0, BLOCK
    with path.open("rb") as file:
        file.seek(start)
        while left and (portion := file.read(min(PORTION, left))):
            total = zlib.crc32(portion, total)
            left -= len(portion)
    return total


def fault(folder: Path, files: Sums) -> str:
    """Which of these files is not what it was, in words; no text if all are."""
    for name, (size, total) in files.items():
        path = folder / name
        try:
            if not path.is_file():
                return f"{name} is missing"
            if path.stat().st_size != size or total not in (None, of_file(path)[1]):
                return f"{name} was changed or cut"
        except OSError as error:
            return f"{name} cannot be read ({error.strerror})"
    return ""
