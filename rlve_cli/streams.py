"""Standard streams and files, compressed ones too: written whole or not at all."""

import gzip
import io
import os
import secrets
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, cast

from rlve.envs.installation import missing
from rlve_cli.errors import WrongUse

COMPRESSED = (".gz", ".zst")
GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"  # how such files begin
_GZIP_LEVEL, _ZSTD_LEVEL = 6, 3  # what their own commands take
_PART_NAME = 80  # characters of a name that its .part file repeats


@contextmanager
def opened_output(path: Path | None) -> Iterator[BinaryIO]:
    """Standard output for None and `-`; otherwise a file, compressed where its name ends in `.gz` or `.zst`.

    The file is written beside its place and put there when all went well: what is there is always whole. Raises
    `WrongUse` where nothing can be written.
    """
    if path is None or str(path) == "-":
        if sys.stdout is None:
            raise WrongUse("standard output is closed; write to a file with --output")
        try:
            yield sys.stdout.buffer
        finally:
            if sys.exc_info()[0] is None:
                sys.stdout.buffer.flush()
        return
    compressing = _compressing(path.suffix)
    place = path.resolve()
    if place.exists() and not place.is_file():  # a pipe or a device: nothing can be put in its place
        if place.is_dir():
            raise WrongUse(f"{path} is a folder; --output takes a file")
        with place.open("wb") as device, compressing(device) as stream:
            yield stream
        return
    beside = place.with_name(f".{place.name[:_PART_NAME]}.{secrets.token_hex(8)}.part")
    try:
        try:
            file = _created(beside, place)
        except OSError as error:
            raise WrongUse(f"cannot write {path}: {error.strerror}") from None
        with file, compressing(file) as stream:
            yield stream
        beside.replace(place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _created(beside: Path, place: Path) -> BinaryIO:
    """A new file that nobody put there, with the mode and group of the one whose place it will take."""
    old = place.stat() if place.exists() else None
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    file = open(os.open(beside, flags, 0o666 if old is None else 0o600), "wb")  # noqa: PTH123, SIM115
    if old is not None:
        try:
            if os.fstat(file.fileno()).st_gid != old.st_gid:
                with suppress(PermissionError):
                    os.fchown(file.fileno(), -1, old.st_gid)
            os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))
        except BaseException:
            file.close()
            raise
    return file


def _compressing(suffix: str) -> Any:
    """What wraps a file that is written. Raises `WrongUse` where that cannot be had."""
    if suffix == ".zst":
        zstandard()  # before anything is made
    return {".gz": _gzipped, ".zst": _zstd_written}.get(suffix, _as_it_is)


@contextmanager
def _as_it_is(file: BinaryIO) -> Iterator[BinaryIO]:
    yield file


@contextmanager
def _gzipped(file: BinaryIO) -> Iterator[BinaryIO]:
    """Without name and time: the same records give the same bytes."""
    with gzip.GzipFile(filename="", mode="wb", compresslevel=_GZIP_LEVEL, fileobj=file, mtime=0) as stream:
        yield cast(BinaryIO, stream)


@contextmanager
def _zstd_written(file: BinaryIO) -> Iterator[BinaryIO]:
    compressor = zstandard().ZstdCompressor(level=_ZSTD_LEVEL, write_checksum=True)
    with compressor.stream_writer(file, closefd=False) as stream:
        yield stream


def zstandard() -> Any:
    """The package of that name. Raises `WrongUse` where it is not installed."""
    try:
        import zstandard
    except ImportError:
        raise WrongUse(missing("a .zst file", "zstandard", "zstd")) from None
    return zstandard


@contextmanager
def opened_input(path: Path | None) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """A stream to read from, uncompressed, and the file behind it.

    It is standard input for None and `-`; otherwise a file. What it begins with tells whether it is compressed. Raises
    `WrongUse` where there is nothing to read.
    """
    if path is None or str(path) == "-":
        if sys.stdin is None:
            raise WrongUse("standard input is closed; name a file")
        if path is None and sys.stdin.isatty():
            raise WrongUse("name a file of records, or pipe records in")
        yield _uncompressed(sys.stdin.buffer), sys.stdin.buffer
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {error.strerror}") from None
    with file:
        yield _uncompressed(file), file


def _uncompressed(file: BinaryIO) -> BinaryIO:
    start = beginning(file)
    if start.startswith(GZIP):
        return io.BufferedReader(_Frames(file, partial(zlib.decompressobj, wbits=31), 2**16))
    if start.startswith(ZSTD):
        decompressor = zstandard().ZstdDecompressor(max_window_size=2**27)
        return io.BufferedReader(_Frames(file, decompressor.decompressobj, 2**11))
    return file


def beginning(stream: BinaryIO) -> bytes:
    """What comes first, without taking it: one byte at least, unless the stream is empty."""
    return cast(io.BufferedReader, stream).peek(64)


class _Frames(io.RawIOBase):
    """What compressed frames hold, one after another. All that comes before damage is given out before it is told.

    The readers that come with the formats drop the last thousands of bytes of a file that is cut off, or take it for a
    whole one. `chunk` bytes of input at a time become 64 MiB of output at the very most.
    """

    def __init__(self, file: BinaryIO, new_frame: Callable[[], Any], chunk: int) -> None:
        self.file, self.new_frame, self.chunk = file, new_frame, chunk
        self.frame: Any = None
        self.rest = b""  # of the input, not yet decompressed
        self.ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self.ready:
            chunk, self.rest = self.rest or self.file.read(self.chunk), b""
            if not chunk:
                if self.frame is not None:
                    raise EOFError("the compressed data end too early")
                return 0
            if self.frame is None:
                chunk = chunk.lstrip(b"\0")  # some tools fill up the last block with it
                if not chunk:
                    continue
                self.frame = self.new_frame()
            self.ready = memoryview(self.frame.decompress(chunk))
            if self.frame.eof:
                self.rest, self.frame = self.frame.unused_data, None
        taken = min(len(buffer), len(self.ready))
        buffer[:taken] = self.ready[:taken]
        self.ready = self.ready[taken:]
        return taken
