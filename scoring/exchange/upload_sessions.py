"""An uploaded file of session documents: reading it, and what becomes of each of them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
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
from django.utils.translation import ngettext_lazy

from scoring.core.refusals import Refused
from scoring.core.wording import verdict
from scoring.documents.file_formats import Found, Unreadable, documents
from scoring.documents.scorer import explain
from scoring.documents.spreadsheet import NotATable, table
from scoring.documents.strict_json import NotJson
from scoring.exchange.import_sessions import Imported, Importer
from scoring.models.revisions import By
from scoring.registry import installed_games
from scoring.sessions.recording import Played

MOST_BYTES = 5 * 1024**2
MOST_DOCUMENTS = 500
LONGEST_VALUE = 60  # characters shown of a value in a document that was refused
LONGEST_SENTENCE = 500  # it may quote the file
MOST_REPORTED = 10  # refusals in the report; the preview showed all
ENOUGH_ROWS = 15  # to show how a session goes on


ADDED = ngettext_lazy("%(n)d session added.", "%(n)d sessions added.", "n")
KNOWN = ngettext_lazy("%(n)d session was here already.", "%(n)d sessions were here already.", "n")
MORE = ngettext_lazy("%(n)d more was refused.", "%(n)d more were refused.", "n")


class Fate(StrEnum):
    ADDED = "added"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class UploadedDocument:
    """A line of the preview or of the report: one document, and what becomes of it."""

    number: int
    fate: Fate
    message: str
    game: str = ""
    played_on: str = ""
    players: str = ""
    winner: str = ""


def read(name: str, file: BinaryIO) -> list[Found]:
    """Return all documents of the file. Raises Unreadable, with a sentence about the whole file."""
    try:
        values = list(islice(documents(name.lower(), file), MOST_DOCUMENTS + 1))
    except NotJson as problem:
        sentence = _(
            "There are no session documents in this file, because it is not JSON: %(why)s."
        )
        raise Unreadable(sentence % {"why": problem}) from None
    except NotATable as problem:
        sentence = _("This is not a table of sessions: %(why)s. Take the example below.")
        raise Unreadable(sentence % {"why": problem}) from None
    if not values:
        raise Unreadable(_("There is no session in this file."))
    if len(values) > MOST_DOCUMENTS:
        sentence = _("This file has more than %(most)d sessions; upload it in parts.")
        raise Unreadable(sentence % {"most": MOST_DOCUMENTS})
    return values


def import_upload(
    values: Iterable[Found], importer: Importer, *, at: datetime, actor: User, upload: UUID
) -> Iterator[UploadedDocument]:
    """Import the documents; each once, however often the upload with this id is confirmed."""
    for number, value in enumerate(values, 1):
        by = By(at=at, actor=actor, key=uuid5(upload, str(number)))
        yield _import_one(number, value, importer, by)


def report(documents: Collection[UploadedDocument]) -> Iterator[tuple[Fate, str]]:
    """Yield sentences that say how many were added, known already or refused, and why."""
    fates = {fate: [each for each in documents if each.fate == fate] for fate in Fate}
    yield Fate.ADDED, ADDED % {"n": len(fates[Fate.ADDED])}
    if known := len(fates[Fate.KNOWN]):
        yield Fate.KNOWN, KNOWN % {"n": known}
    refused = fates[Fate.REFUSED]
    for document in refused[:MOST_REPORTED]:
        values = {"number": document.number, "why": document.message}
        yield Fate.REFUSED, _("Number %(number)d was refused: %(why)s") % values
    if more := len(refused[MOST_REPORTED:]):
        yield Fate.REFUSED, MORE % {"n": more}


def _import_one(number: int, value: Found, importer: Importer, by: By) -> UploadedDocument:
    if isinstance(value, NotJson):
        message = _("This is not JSON: %(why)s.") % {"why": value}
        return UploadedDocument(number, Fate.REFUSED, message)
    try:
        if isinstance(value, Refused):
            raise value
        imported = importer.import_document(value, by)
    except Refused as refused:
        return UploadedDocument(number, Fate.REFUSED, _why(refused, value), **_excerpt(value))
    fate = Fate.ADDED if imported.known is None else Fate.KNOWN
    return UploadedDocument(number, fate, _message(imported), **_summary(imported.document))


def _why(refused: Refused, value: object) -> str:
    """Return where and why the document was refused, in one printable line."""
    sentence = explain(refused, value)
    if refused.where:
        sentence = _("%(path)s: %(why)s") % {"path": refused.where, "why": sentence}
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in sentence[:LONGEST_SENTENCE])


def _message(imported: Imported) -> str:
    if imported.known is not None:
        return _("Nothing changes: a session with this id exists already.")
    if not imported.new_players:
        return ""
    return _("New in the group: %(names)s.") % {"names": _names(imported.new_players)}


def _summary(document: Played) -> dict[str, str]:
    day = document.cover.played_on
    return {
        "game": document.game.name,
        "played_on": day.isoformat() if day else "",
        "players": ", ".join(document.state.players),
        "winner": _winner(document),
    }


def _winner(document: Played) -> str:
    outcome = document.game.score(document.state)
    if not outcome.finished:
        return _("in progress")
    return verdict(outcome.winners) if outcome.winners else _("nobody wins")


def _excerpt(value: object) -> dict[str, str]:
    """Return what can be read of a document that was refused."""
    if not isinstance(value, Mapping):
        return {}
    game = installed_games().get(str(value.get("game")))
    day, players = value.get("played_on"), value.get("players")
    names = players[:10] if isinstance(players, list) else []
    return {
        "game": game.name if game else "",
        "played_on": day[:LONGEST_VALUE] if isinstance(day, str) else "",
        "players": ", ".join(name[:LONGEST_VALUE] for name in names if isinstance(name, str)),
    }


def _names(names: Iterable[str]) -> str:
    return get_text_list(list(names), _("and"))


@cache
def example() -> tuple[tuple[str, str, str], ...]:
    """Return the rows of a CSV file with a short session of each game."""
    return tuple(table(_short(game.sample) for game in installed_games().values()))


def _short(sample: Any) -> Mapping[str, Any]:
    """Return the shortest of some samples that still shows how a session goes on."""
    documents = [sample(Random(seed)) for seed in range(40)]  # noqa: S311 (no secret)
    rows = {at: len(list(table([document]))) for at, document in enumerate(documents)}
    enough = {at: number for at, number in rows.items() if number > ENOUGH_ROWS} or rows
    short: Mapping[str, Any] = documents[min(enough, key=enough.__getitem__)]
    return short
