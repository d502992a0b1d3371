"""What becomes of each result of a file, before anything is added: the preview, and the work."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.core.outcome import Outcome
from scoring.core.refusals import Refused
from scoring.core.wording import verdict
from scoring.documents.content_ids import content_id
from scoring.documents.scorer import dump_document, explain, read_document
from scoring.exchange.batches import parts
from scoring.exchange.importing.entries import Entry, Parsed, describe
from scoring.groups.visibility import rename_players
from scoring.models import Group, Session
from scoring.noted.rules import open_ties
from scoring.sessions.lookalikes import Likeness, likeness, sessions_alike
from scoring.sessions.name_matching import SimilarNames, name_key
from scoring.sessions.recording import Played

IDS_AT_ONCE = 500  # in a query
LONGEST_MESSAGE = 300


class Fate(StrEnum):
    ADD = "add"
    ALIKE = "alike"  # looks like a session that is there: added only if somebody says so
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Name:
    """A name in the file, and which player it is; `similar`: who it may be besides."""

    name: str
    player: str
    is_new: bool
    similar: str = ""

    @property
    def is_exact(self) -> bool:
        return not self.is_new and self.player == self.name


@dataclass(frozen=True, slots=True)
class Line:
    """A result of the file, and what becomes of it."""

    number: int
    fate: Fate
    message: str = ""
    document: Played | None = None
    winner: str = ""
    id: UUID | None = None  # of the session that it will be
    session: UUID | None = None  # that is there already
    note: str = ""  # about one that will be added
    about: str = ""  # what tells one that is refused from others

    @property
    def players(self) -> str:
        return ", ".join(self.document.state.players) if self.document else ""


@dataclass(frozen=True, slots=True)
class Plan:
    lines: Sequence[Line]
    names: Sequence[Name]

    def of(self, fate: Fate) -> list[Line]:
        return [line for line in self.lines if line.fate is fate]

    def counts(self) -> Mapping[Fate, int]:
        return Counter(line.fate for line in self.lines)

    @property
    def new_names(self) -> list[str]:
        return list(dict.fromkeys(name.player for name in self.names if name.is_new))


@dataclass(frozen=True, slots=True)
class _Read:
    """An entry that could be read."""

    number: int
    raw: Played
    document: Played
    outcome: Outcome[Any]
    ids: tuple[UUID, ...]  # by any of which it may be known; a new session gets the first
    like: Likeness | None


def make_plan(
    group: Group, parsed: Parsed, chosen: Mapping[str, str], also: Collection[int] = ()
) -> Plan:
    """Return what becomes of each entry in a group.

    `chosen`: for names in the file the player that somebody chose, who may be new; `also`: the
    numbers of those that are added although they look like others."""
    values = [_read(entry) for entry in parsed.entries]
    names = match_names(group, _names(values), chosen)
    players = {name.name: name.player for name in names}
    lines: dict[int, Line] = {}
    found: list[_Read] = []
    for number, (entry, value) in enumerate(zip(parsed.entries, values, strict=True), 1):
        try:
            if isinstance(value, str):
                lines[number] = _refused(number, entry, value)
            else:
                found.append(_prepared(number, entry, value, players, group))
        except Refused as refused:
            lines[number] = _refused(number, entry, _why(refused, entry.value))
    lines |= {line.number: line for line in _fates(group, found, also)}
    return Plan([lines[number] for number in sorted(lines)], names)


def _refused(number: int, entry: Entry, why: str) -> Line:
    return Line(number, Fate.REFUSED, why, about=describe(entry.value))


def _read(entry: Entry) -> Played | str:
    """Return the document of an entry, or why it is refused."""
    if entry.problem:
        return entry.problem
    try:
        document = read_document(entry.value)
        document.game.score(document.state)
    except Refused as refused:
        return _why(refused, entry.value)
    return document


def _why(refused: Refused, value: object) -> str:
    sentence = explain(refused, value)
    if refused.where:
        sentence = _("%(path)s: %(why)s") % {"path": refused.where, "why": sentence}
    return "".join(c if c.isprintable() else " " for c in sentence[:LONGEST_MESSAGE])


def _prepared(
    number: int, entry: Entry, raw: Played, players: Mapping[str, str], group: Group
) -> _Read:
    """Return the document with the players of the group. Raises Refused if two are one."""
    renamed = {name: players[name] for name in raw.state.players if players[name] != name}
    document = raw
    if renamed:
        document = read_document(rename_players(dump_document(raw), renamed))
    outcome = document.game.score(document.state)
    own = raw.cover.id
    ids = (own,) if own else _content_ids(entry, raw, document, group)
    return _Read(number, raw, document, outcome, ids, likeness(document, outcome))


def _content_ids(entry: Entry, raw: Played, document: Played, group: Group) -> tuple[UUID, ...]:
    if entry.key:
        return (content_id({"key": entry.key}, group.pk),)
    return tuple([content_id(dump_document(each), group.pk) for each in (raw, document)])


def _fates(group: Group, found: Sequence[_Read], also: Collection[int]) -> Sequence[Line]:
    known = _known_sessions(group, [id for each in found for id in each.ids])
    alike = sessions_alike(group, {each.like for each in found if each.like})
    lines, ids, likes = [], set[UUID](), set[Likeness]()
    for each in found:
        session = next((known[id] for id in each.ids if id in known), None)
        line = _line(each)
        if session is not None:
            differs = each.like is not None and each.like not in alike
            line = replace(line, fate=Fate.KNOWN, session=session, message=_known(differs))
        elif ids & {*each.ids}:
            line = replace(line, fate=Fate.KNOWN, message=_("It is in this file twice."))
        elif each.number not in also and each.like is not None and each.like in alike:
            there = alike[each.like].uuid
            line = replace(line, fate=Fate.ALIKE, session=there, message=_alike())
        elif each.number not in also and each.like in likes:
            line = replace(line, fate=Fate.ALIKE, message=_("It looks like another one above."))
        ids |= {*each.ids}
        likes |= {each.like} - {None}  # type: ignore[arg-type]
        lines.append(line)
    return lines


def _known(differs: bool) -> str:
    if differs:
        return _("It is here already, and differs; the one here stays as it is.")
    return _("It is here already.")


def _alike() -> str:
    return _("There is a session with the same game, day, players and points already.")


def _line(each: _Read) -> Line:
    document, outcome = each.document, each.outcome
    winner = verdict(outcome.winners) if outcome.winners else ""
    note = ""
    if document.game.result_only:
        ties = open_ties(document.state, breaks_ties=document.game.breaks_ties)
        if ties:
            names = ", ".join(ties)
            note = _("%(names)s share the place: the file does not say who was ahead.")
            note %= {"names": names}
    return Line(each.number, Fate.ADD, "", document, winner, each.ids[0], note=note)


def _known_sessions(group: Group, ids: Sequence[UUID]) -> dict[UUID, UUID]:
    known: dict[UUID, UUID] = {}
    for some in parts(ids, IDS_AT_ONCE):
        known |= Session.objects.known_ids(group, some)
    return known


# Names


def _names(values: Sequence[Played | str]) -> list[str]:
    """Return the names of all players, in the order of their first appearance."""
    documents = [value for value in values if not isinstance(value, str)]
    return list(dict.fromkeys(name for each in documents for name in each.state.players))


def names_in(parsed: Parsed) -> list[str]:
    """Return the names of all players in a file, in the order of their first appearance."""
    return _names([_read(entry) for entry in parsed.entries])


def match_names(group: Group, names: Sequence[str], chosen: Mapping[str, str]) -> list[Name]:
    """Return who each name is: a player of that name, of other capitals or accents, or a new one.

    Two spellings that differ in capitals or accents alone are one player, new or not."""
    in_group = list(group.players.names())
    taken = set(in_group)
    by_key = {name_key(name): name for name in reversed(in_group)}
    similar_names = SimilarNames(in_group)
    matched = []
    for name in names:
        player = chosen.get(name) or (name if name in taken else by_key.get(name_key(name)))
        if player is None:
            by_key[name_key(name)] = player = name
        is_new = player not in taken
        similar = "" if name in taken else similar_names.most_similar(name) or ""
        matched.append(Name(name, player, is_new, similar))
    return matched
