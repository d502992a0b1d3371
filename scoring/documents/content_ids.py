"""The id of a document that has none: it follows from what the document says and from its group.

So the same document taken in twice is one session. Such an id is of version 8, which is for ids
made in ways of one's own: it is recognised by that, and is never written into a document."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from uuid import UUID

VERSION = 8


def content_id(document: Mapping[str, Any], group: UUID | int) -> UUID:
    """Return the id of a document without one, within a group."""
    text = json.dumps([str(group), document], sort_keys=True, ensure_ascii=False)
    number = int.from_bytes(sha256(text.encode()).digest()[:16], "big")
    number &= ~(0xF000 << 64) & ~(0xC000 << 48)
    return UUID(int=number | (VERSION << 76) | (0x8000 << 48))


def is_content_id(id: UUID) -> bool:
    return id.version == VERSION
