"""How many problems have so many responses, so many of them correct: of any number of responses, in constant memory.

Responses to a problem need not stand together, so all of them are sorted by problem: 8 bytes each, in runs of a fixed
size that go to a temporary file, and are merged when all have come.
"""

import hashlib
import tempfile
from array import array
from collections import Counter
from collections.abc import Iterator
from heapq import merge
from itertools import chain, groupby
from typing import BinaryIO

RUN = 2**18  # responses that are sorted in memory
READ = 2**10  # of a run that are in memory while runs are merged
MOST_KINDS = 2**10
_HASH_BITS = 53  # among ten million problems of one kind, the chance that any two are taken for one is 1 in 200

Sizes = Counter[tuple[int, int]]  # responses and correct ones of a problem: how many problems have these


class Groups:
    """Problems of several kinds, which are numbers below `MOST_KINDS`."""

    def __init__(self, run: int = RUN) -> None:
        self.run = run
        self.held: array[int] = array("Q")
        self.runs: list[tuple[int, int]] = []  # where each begins in the file, and its responses
        self.file: BinaryIO | None = None

    def add(self, kind: int, problem: str, correct: bool) -> None:
        """A response to a problem, which is a text that all responses to it share."""
        digest = hashlib.blake2b(problem.encode(errors="surrogatepass"), digest_size=8).digest()
        place = kind << _HASH_BITS | int.from_bytes(digest, "big") >> (64 - _HASH_BITS)
        self.held.append(place << 1 | correct)
        if len(self.held) >= self.run:
            self._put_away()

    def sizes(self) -> dict[int, Sizes]:
        """By kind; to be asked once, after the last response."""
        found: dict[int, Sizes] = {}
        everything = merge(*(self._read(start, count) for start, count in self.runs), sorted(self.held))
        for problem, responses in groupby(everything, lambda response: response >> 1):
            count = correct = 0
            for response in responses:
                count += 1
                correct += response & 1
            found.setdefault(problem >> _HASH_BITS, Counter())[count, correct] += 1
        return found

    def _put_away(self) -> None:
        if self.file is None:
            self.file = tempfile.TemporaryFile()  # noqa: SIM115 - it ends with this object
        self.runs.append((self.file.tell(), len(self.held)))
        array("Q", sorted(self.held)).tofile(self.file)
        del self.held[:]

    def _read(self, start: int, count: int) -> Iterator[int]:
        def parts() -> "Iterator[array[int]]":
            assert self.file is not None
            for place in range(0, count, READ):
                part = array("Q")
                self.file.seek(start + place * part.itemsize)
                part.fromfile(self.file, min(READ, count - place))
                yield part

        return chain.from_iterable(parts())
