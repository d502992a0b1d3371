"""An uploaded file of sessions: what stands in it, and what becomes of each document there."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from itertools import islice
from random import Random
from typing import Any, BinaryIO
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.refusals import Refused
from scoring.documents.files import Found, Unreadable, documents
from scoring.documents.scorer import explain
from scoring.documents.spreadsheet import NotATable, table
from scoring.documents.strict_json import NotJson
from scoring.exchange.importer import Imported, Importer
from scoring.models.revisions import By
from scoring.registry import installed_games
from scoring.sessions.recording import Played

MOST_BYTES = 5 * 1024**2
MOST_DOCUMENTS = 500
LONGEST = 60  # of what is shown of a document that could not be read
LONGEST_SENTENCE = 500  # it may quote the file
ENOUGH = 15  # rows, to show how a session goes on


class Fate(StrEnum):
    ADDED = "added"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Line:
    """One document: what it is, and what becomes of it."""

    number: int
    fate: Fate
    says: str
    game: str = ""
    played_on: str = ""
    players: str = ""
    standing: str = ""


def read(name: str, file: BinaryIO) -> list[Found]:
    """Every document of the file; raises Unreadable with a sentence about the file as a whole."""
    try:
        found = list(islice(documents(name.lower(), file), MOST_DOCUMENTS + 1))
    except NotJson as problem:
        sentence = _("This is no file of session documents, since it is not JSON: %(why)s.")
        raise Unreadable(sentence % {"why": problem}) from None
    except NotATable as problem:
        sentence = _("This is no table of sessions: %(why)s. Take the example below.")
        raise Unreadable(sentence % {"why": problem}) from None
    if not found:
        raise Unreadable(_("There is no session in this file."))
    if len(found) > MOST_DOCUMENTS:
        sentence = _("This file has more than %(most)d sessions; upload it in parts.")
        raise Unreadable(sentence % {"most": MOST_DOCUMENTS})
    return found


def lines(
    found: Iterable[Found], importer: Importer, *, at: datetime, actor: User, upload: UUID
) -> Iterator[Line]:
    """However often an upload is confirmed, each of its documents goes in once."""
    for number, value in enumerate(found, 1):
        by = By(at=at, actor=actor, key=uuid5(upload, str(number)))
        yield _line(number, value, importer, by)


def _line(number: int, value: Found, importer: Importer, by: By) -> Line:
    if isinstance(value, NotJson):
        return Line(number, Fate.REFUSED, _("This is not JSON: %(why)s.") % {"why": value})
    try:
        if isinstance(value, Refused):
            raise value
        imported = importer.take(value, by)
    except Refused as refused:
        return Line(number, Fate.REFUSED, _why(refused, value), **_glimpse(value))
    fate = Fate.ADDED if imported.known is None else Fate.KNOWN
    return Line(number, fate, _says(imported), **_shown(imported.played))


def _why(refused: Refused, value: object) -> str:
    said = explain(refused, value)
    where = refused.where
    whole = _("%(path)s: %(why)s") % {"path": where, "why": said} if where else said
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in whole[:LONGEST_SENTENCE])


def _says(imported: Imported) -> str:
    if imported.known is not None:
        return _("Nothing changes: its id is known.")
    if not imported.new_players:
        return ""
    return _("New in the group: %(names)s.") % {"names": _names(imported.new_players)}


def _shown(played: Played) -> dict[str, str]:
    day = played.cover.played_on
    return {
        "game": played.game.name,
        "played_on": day.isoformat() if day else "",
        "players": ", ".join(played.state.players),
        "standing": _standing(played),
    }


def _standing(played: Played) -> str:
    outcome = played.game.score(played.state)
    if not outcome.finished:
        return _("goes on")
    winners = outcome.winners
    said = ngettext("%(names)s wins", "%(names)s share the win", len(winners))
    return said % {"names": _names(winners)} if winners else _("nobody wins")


def _glimpse(value: object) -> dict[str, str]:
    """What can be told of a document that was refused."""
    if not isinstance(value, Mapping):
        return {}
    game = installed_games().get(str(value.get("game")))
    day, players = value.get("played_on"), value.get("players")
    names = players[:10] if isinstance(players, list) else []
    return {
        "game": game.name if game else "",
        "played_on": day[:LONGEST] if isinstance(day, str) else "",
        "players": ", ".join(name[:LONGEST] for name in names if isinstance(name, str)),
    }


def _names(names: Iterable[str]) -> str:
    return get_text_list(list(names), _("and"))


@cache
def example() -> tuple[tuple[str, str, str], ...]:
    """A table with a short session of each game."""
    return tuple(table(_short(game.sample) for game in installed_games().values()))


def _short(sample: Any) -> Mapping[str, Any]:
    """The shortest of some that says enough."""
    found = [sample(Random(seed)) for seed in range(40)]  # noqa: S311 (no secret)
    rows = {at: len(list(table([document]))) for at, document in enumerate(found)}
    enough = {at: number for at, number in rows.items() if number > ENOUGH} or rows
    short: Mapping[str, Any] = found[min(enough, key=enough.__getitem__)]
    return short
