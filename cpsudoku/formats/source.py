"""A text as blocks of whole lines, from a file, a stream or lines in memory; gzip, Zstandard and byte-order marks seen
through.

Lines end in LF, CRLF or CR. A line is UTF-8 where it is valid UTF-8, else Latin-1. Nothing is read ahead beyond
the block at hand, so a pipe that trickles is served row by row.
"""

from __future__ import annotations

import codecs
import io
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cpsudoku.budget import READING, check_deadline
from cpsudoku.errors import ExtraMissing, NotationError

BLOCK = 1 << 18
ZSTANDARD = b"\x28\xb5\x2f\xfd"
"""How a Zstandard file begins."""
SIP = 1 << 10
"""Packed bytes unpacked at once: even where each stands for a whole block, some 32 MB."""
MAX_LINE = 1 << 22
"""Bytes of one line; what goes beyond is dropped, and no row of any format is that long."""
MAX_DOCUMENT = 1 << 26
"""Bytes of a file that has to be read as a whole (XML, one JSON value)."""


class Source:
    """Lines with their numbers, or blocks of raw bytes that end where a line ends. *owned*: closes the stream at its
    end.
    """

    def __init__(self, stream: Any, *, file: str | None = None, owned: bool = False):
        self.file = file
        self._owned = stream if owned else None
        self._pieces = filter(None, _pieces(stream))
        self._waiting: list[bytes] = []
        self._rest = b""
        self._started = self._ended = False
        self._cut = False

    @classmethod
    def of_text(cls, text: str, *, file: str | None = None) -> Source:
        """The lines of a text in memory."""
        return cls(io.BytesIO(encoded(text)), file=file)

    def head(self, at_least: int = 1) -> bytes:
        """The beginning of what is not yet read, whole lines, *at_least* so many bytes where there are as many."""
        size = sum(map(len, self._waiting))
        while size < at_least and not self._ended:
            block = self._next_block()
            if block:
                self._waiting.append(block)
                size += len(block)
        self._waiting = [b"".join(self._waiting)] if self._waiting else []
        return self._waiting[0] if self._waiting else b""

    def blocks(self) -> Iterator[bytes]:
        """Raw bytes, each block ending at the end of a line (the last one may lack it)."""
        while self._waiting or not self._ended:
            block = self._waiting.pop(0) if self._waiting else self._next_block()
            if block:
                yield block

    def lines(self) -> Iterator[tuple[int, str]]:
        """(number from 1, text without its end) of each line."""
        number = 0
        for block in self.blocks():
            for line in block.splitlines():
                check_deadline(READING)
                number += 1
                yield number, decoded(line)

    def text(self) -> str:
        """All that is left, for formats that are one document. Raises NotationError beyond MAX_DOCUMENT bytes."""
        parts, size = [], 0
        for block in self.blocks():
            size += len(block)
            if size > MAX_DOCUMENT:
                raise NotationError(f"longer than {MAX_DOCUMENT >> 20} MiB, too long for one document", file=self.file)
            parts.append(block)
        return decoded(b"".join(parts))

    def _next_block(self) -> bytes:
        while True:
            check_deadline(READING)
            try:
                piece = next(self._pieces, b"")
            except (OSError, EOFError, zlib.error, UnicodeError) as error:
                raise NotationError(f"cannot be read: {error}", file=self.file) from None
            if not self._started and piece:
                self._started = True
                if piece.startswith(codecs.BOM_UTF8):
                    piece = piece[3:] or next(self._pieces, b"")
            if not piece:
                self._ended = True
                if self._owned is not None:
                    self._owned.close()
                block, self._rest = self._rest, b""
                return block
            if self._cut:  # inside a line that was too long
                _, newline, piece = piece.partition(b"\n")
                self._cut = not newline
                if self._cut:
                    continue
                if not piece:
                    continue
            data = self._rest + piece
            end = data.rfind(b"\n") + 1 or data.rfind(b"\r", 0, len(data) - 1) + 1
            self._rest = data[end:]
            if len(self._rest) > MAX_LINE:
                self._rest, self._cut = b"", True
                return data[: end + MAX_LINE] + b"\n"
            if end:
                return data[:end]


def characters(text: str) -> str:
    """The text as whole characters: halves of surrogate pairs joined, a half alone replaced by U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def encoded(text: str) -> bytes:
    """UTF-8 of the text's whole characters."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return characters(text).encode()


def decoded(line: bytes) -> str:
    """UTF-8 where valid, else Latin-1."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def open_source(path: str) -> Source:
    """The file at *path* (gzip and Zstandard are seen by their first bytes), `-` for standard input.

    Raises NotationError where it cannot be opened.
    """
    if path == "-":
        if sys.stdin is None:
            raise NotationError("standard input is closed", file="<stdin>")
        return Source(sys.stdin.buffer, file="<stdin>")
    try:
        return Source(Path(path).open("rb"), file=path, owned=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NotationError(f"cannot be opened: {reason}", file=path) from None


def _pieces(stream: Any) -> Iterator[bytes]:
    if isinstance(stream, io.TextIOBase) and hasattr(stream, "buffer"):
        stream = stream.buffer
    if isinstance(stream, io.TextIOBase):
        while text := stream.read(BLOCK):
            yield encoded(text)
    elif hasattr(stream, "read"):
        yield from _binary_pieces(stream)
    else:
        yield from _joined(stream)


def _binary_pieces(stream: Any) -> Iterator[bytes]:
    read = getattr(stream, "read1", stream.read)
    first = read(BLOCK)
    while first and len(first) < 4 and (more := read(BLOCK)):
        first += more
    if isinstance(first, str):  # a text stream that does not say so
        first = encoded(first)
        while first:
            yield first
            first = encoded(read(BLOCK))
        return
    if first.startswith(b"\x1f\x8b"):
        yield from _gunzipped(first, read)
    elif first.startswith(ZSTANDARD):
        yield from _unpacked(first, read)
    elif first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        decoder = codecs.getincrementaldecoder("utf-16")("replace")
        while first:
            yield encoded(decoder.decode(first))
            first = read(BLOCK)
        yield encoded(decoder.decode(b"", True))
    else:
        while first:
            yield first
            first = read(BLOCK)


def _gunzipped(first: bytes, read: Any) -> Iterator[bytes]:
    """Gzip members one after another, in bounded pieces however hard they are packed."""
    unpacker = zlib.decompressobj(31)
    data = first
    while data:
        piece = unpacker.decompress(data, BLOCK)
        if piece:
            yield piece
        data = unpacker.unconsumed_tail
        if unpacker.eof:
            data = unpacker.unused_data.lstrip(b"\0")
            data = data or read(BLOCK)
            if not data:
                return
            unpacker = zlib.decompressobj(31)
        elif not data:
            data = read(BLOCK)
    if not unpacker.eof:
        raise EOFError("the compressed data end too early")


def _unpacked(first: bytes, read: Any) -> Iterator[bytes]:
    """Zstandard frames one after another, in bounded pieces. Raises ExtraMissing without the library."""
    try:
        import zstandard
    except ImportError:
        raise ExtraMissing(
            "a file packed with Zstandard (.zst) needs zstandard; install it with: pip install 'cpsudoku[data]'"
        ) from None
    unpacker = zstandard.ZstdDecompressor(max_window_size=1 << 27)
    frame = unpacker.decompressobj()
    pieces: list[bytes] = []
    size = 0
    try:
        data = first
        while data:
            for at in range(0, len(data), SIP):
                sip = data[at : at + SIP]
                while sip:
                    if frame.eof:
                        frame = unpacker.decompressobj()
                    pieces.append(frame.decompress(sip))
                    size += len(pieces[-1])
                    sip = frame.unused_data if frame.eof else b""
                if size >= BLOCK:
                    yield b"".join(pieces)
                    pieces, size = [], 0
            yield b"".join(pieces)
            pieces, size = [], 0
            data = read(BLOCK)
    except zstandard.ZstdError as error:
        raise EOFError(str(error)) from None
    if not frame.eof:
        raise EOFError("the compressed data end too early")


def _joined(lines: Iterable[str | bytes]) -> Iterator[bytes]:
    """Lines in memory, a few at first and then more at a time."""
    batch: list[bytes] = []
    size = 1
    for line in lines:
        raw = encoded(line) if isinstance(line, str) else bytes(line)
        batch.append(raw if raw.endswith((b"\n", b"\r")) else raw + b"\n")
        if len(batch) >= size:
            yield b"".join(batch)
            batch, size = [], min(2 * size, 2048)
    if batch:
        yield b"".join(batch)
