"""Compress pages in parts, so that what is kept of a page is compressed once for all readers.

A part is compressed by itself and ends with a full flush, so parts can be put together to one gzip
stream, and no part is compressed by what stands in another. The length of a page can tell who
watches the line what is in it only where text that they choose is compressed together with what
they want to know (BREACH): the token of the forms is in a part of its own, and masked anew each
time, and no part repeats what a request says."""

import re
import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # of a gzip file without name and time
LAST_BLOCK = b"\x03\x00"  # an empty one
ACCEPTS_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class Part(NamedTuple):
    plain: bytes
    deflated: bytes


def deflated(plain: bytes) -> Part:
    compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return Part(plain, compressor.compress(plain) + compressor.flush(zlib.Z_FULL_FLUSH))


def pack(parts: Sequence[Part]) -> bytes:
    """Return parts as one value of a cache, which takes bytes alone."""
    pieces = [piece for part in parts for piece in part]
    lengths = [len(piece) for piece in pieces]
    return b"".join([struct.pack(f"<B{len(lengths)}L", len(lengths), *lengths), *pieces])


def unpack(packed: bytes) -> list[Part]:
    lengths = struct.unpack_from(f"<{packed[0]}L", packed, 1)
    pieces, at = [], 1 + 4 * len(lengths)
    for length in lengths:
        pieces.append(packed[at : at + length])
        at += length
    return [Part(*pair) for pair in zip(pieces[::2], pieces[1::2], strict=True)]


def page_of_parts(request: HttpRequest, parts: Sequence[Part]) -> HttpResponse:
    """Return a page that consists of these parts, compressed if the browser takes that."""
    if ACCEPTS_GZIP.search(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(_gzip(parts), headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(b"".join([part.plain for part in parts]))
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _gzip(parts: Sequence[Part]) -> bytes:
    checksum = length = 0
    for part in parts:
        checksum = zlib.crc32(part.plain, checksum)
        length += len(part.plain)
    end = struct.pack("<LL", checksum, length)
    return b"".join([HEADER, *[part.deflated for part in parts], LAST_BLOCK, end])
