"""Decide the outcome of each result of a file, before anything is added.

Each result is scored here once, and what is stored of it is what is added later."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.core.outcome import Outcome
from scoring.core.refusals import Refused
from scoring.core.wording import verdict
from scoring.documents.content_ids import content_id
from scoring.documents.scorer import dump_document, explain, read_document
from scoring.exchange.batches import parts
from scoring.exchange.importing.corrections import (
    CannotCorrect,
    correction,
    player_called,
    sessions_here,
)
from scoring.exchange.importing.entries import (
    NAMELESS,
    Choices,
    Entry,
    Parsed,
    Remark,
)
from scoring.exchange.importing.names import Name, match_names
from scoring.groups.visibility import rename_players
from scoring.models import Group, Result, Session
from scoring.models.uploads import PlannedSession
from scoring.registry import installed_games
from scoring.sessions.lookalikes import Likeness, likeness, sessions_alike
from scoring.sessions.recording import Played
from scoring.sessions.seating import merge_targets

IDS_AT_ONCE = 500  # in a query
LONGEST_MESSAGE = 300
LONGEST_NAME, MOST_SHOWN = 200, 50  # of the players of a result that is refused
Status = PlannedSession.Status


@dataclass(frozen=True, slots=True)
class Seated:
    """Hold a player of a result: as the file calls them, and who they are."""

    label: str
    name: str
    is_guest: bool = False
    points: int | None = None
    rank: int | None = None
    won: bool = False
    known_as: str = ""  # which player that is now, and whether they hide or were merged


@dataclass(frozen=True, slots=True)
class Line:
    """Hold a result of the file, and its outcome."""

    entry: Entry
    status: Status
    message: str = ""
    document: Played | None = None
    id: UUID | None = None  # of the session that it will be
    session: UUID | None = None  # that is here already
    revision: int = 0  # of that one, if the result may correct it
    players: Sequence[Seated] = ()
    winner: str = ""
    remarks: Sequence[Remark] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    parsed: Parsed
    lines: Sequence[Line]
    names: Sequence[Name] = field(default=())

    @property
    def new_names(self) -> list[str]:
        """Return the players whom the group does not have yet, and gets with the new results."""
        seats = [each for line in self.of(Status.NEW) for each in line.players]
        seated = {each.name for each in seats if not each.is_guest}
        return [name.player for name in self.names if name.is_new and name.player in seated]

    def of(self, status: Status) -> list[Line]:
        return [line for line in self.lines if line.status is status]


@dataclass(frozen=True, slots=True)
class _Scored:
    """Hold a result that can be added."""

    entry: Entry
    document: Played
    outcome: Outcome[Any]
    ids: tuple[UUID, ...]  # by any of which it may be known; a new session gets the first
    like: Likeness | None
    people: Mapping[str, Name]


def make_plan(group: Group, parsed: Parsed, choices: Choices) -> Plan:
    """Return the outcome of each entry in a group."""
    known = identities(group)
    tables = [labels_of(entry.value) for entry in parsed.entries]
    of_tables = (label for table in tables for label in table)
    labels = [label for label in dict.fromkeys(of_tables) if not label.startswith(NAMELESS)]
    names = match_names(list(known), labels, choices.players, tables, parsed.known_as)
    people = _with_guests({name.label: name for name in names}, parsed.entries)
    lines: dict[int, Line] = {}
    scored: dict[int, _Scored] = {}
    for at, entry in enumerate(parsed.entries):
        if entry.number in choices.left_out:
            lines[at] = _unread(entry, Status.LEFT_OUT, "")
        elif entry.problem:
            lines[at] = _unread(entry, Status.REFUSED, entry.problem)
        else:
            try:
                scored[at] = _scored(entry, people, group)
            except Refused as refused:
                lines[at] = _unread(entry, Status.REFUSED, _why(refused, entry))
    statuses = _statuses(group, list(scored.values()), choices.also)
    lines |= zip(scored, _with_those_here(group, statuses, choices.correct, known), strict=True)
    return Plan(parsed, [_identified(lines[at], known) for at in sorted(lines)], names)


def identities(group: Group) -> dict[str, str]:
    """Return of each name in a group which player that is, whether they hide, and were merged."""
    players = group.players.order_by("pk").values_list("name", "pk", "hidden")
    targets = merge_targets(group)
    return {
        name: f"{targets.get(pk, pk)}{' hidden' if hidden else ''}" for name, pk, hidden in players
    }


def _identified(line: Line, known: Mapping[str, str]) -> Line:
    players = [
        each if each.is_guest else replace(each, known_as=known.get(each.name, ""))
        for each in line.players
    ]
    return replace(line, players=players)


def labels_of(value: object) -> list[str]:
    """Return the players of what should be a document, as the file calls them."""
    players = value.get("players") if isinstance(value, Mapping) else None
    if not isinstance(players, list):
        return []
    names = [player.get("name") if isinstance(player, Mapping) else player for player in players]
    return [name for name in names if isinstance(name, str)]


def _with_guests(people: Mapping[str, Name], entries: Iterable[Entry]) -> dict[str, Name]:
    """Make guests of those whom the file calls so, unless somebody said who they are."""
    guests = {label for entry in entries for label in entry.guests}
    return {
        label: replace(name, is_guest=True, is_new=False, player=label)
        if label in guests and name.player == label and name.is_new
        else name
        for label, name in people.items()
    }


def _unread(entry: Entry, status: Status, why: str) -> Line:
    rows = entry.value.get("players") if isinstance(entry.value, Mapping) else None
    said = [row if isinstance(row, Mapping) else {"name": row} for row in _listed(rows)]
    players = [
        Seated(
            row["name"], row["name"], False, row.get("points"), row.get("place"), "winner" in row
        )
        for row in said
        if isinstance(row.get("name"), str) and _may_be_shown(row["name"])
    ]
    return Line(entry, status, why, players=players, remarks=entry.remarks)


def _may_be_shown(name: str) -> bool:
    return len(name) <= LONGEST_NAME and name.isprintable() and bool(name.strip())


def _listed(rows: object) -> Sequence[Any]:
    """Return the players of what may be no document, as far as they are shown."""
    return rows[:MOST_SHOWN] if isinstance(rows, list) else ()


def _why(refused: Refused, entry: Entry) -> str:
    sentence = explain(refused, entry.value)
    if where := _where(refused, entry):
        sentence = _("%(path)s: %(why)s") % {"path": where, "why": sentence}
    return "".join(c if c.isprintable() else " " for c in sentence[:LONGEST_MESSAGE])


def _where(refused: Refused, entry: Entry) -> str:
    """Return the cell of the file that was refused, if it is one, or the path in the document."""
    labels = labels_of(entry.value)
    match refused.path:
        case ("players", int(at), *_more) if entry.cells and at < len(labels):
            return entry.cells.get(labels[at]) or labels[at]
    return "" if entry.cells else refused.where


def _scored(entry: Entry, people: Mapping[str, Name], group: Group) -> _Scored:
    """Return the document with the players of the group. Raises Refused if two are one."""
    raw = read_document(entry.value)
    names = {label: people[label].player for label in raw.state.players}
    document = raw
    if renamed := {label: name for label, name in names.items() if label != name}:
        document = replace(raw, state=rename_players(raw.state, renamed))
    outcome = document.game.score(document.state)
    own = raw.cover.id
    ids = (own,) if own else _content_ids(entry, raw, document, group)
    return _Scored(entry, document, outcome, ids, likeness(document, outcome), people)


def _content_ids(entry: Entry, raw: Played, document: Played, group: Group) -> tuple[UUID, ...]:
    if entry.key:
        return (content_id({"key": entry.key}, group.pk),)
    return tuple([content_id(dump_document(each), group.pk) for each in (raw, document)])


def _statuses(group: Group, scored: Sequence[_Scored], also: Collection[int]) -> Sequence[Line]:
    known = _known_sessions(group, [id for each in scored for id in each.ids])
    alike = sessions_alike(group, {each.like for each in scored if each.like})
    lines, ids, likes = [], set[UUID](), set[Likeness]()
    for each in scored:
        session = next((known[id] for id in each.ids if id in known), None)
        line = _line(each)
        if session is not None:
            differs = each.like is not None and each.like not in alike
            status = Status.DIFFERS if differs else Status.KNOWN
            line = replace(line, status=status, session=session, message=_("It is already here."))
        elif ids & {*each.ids}:
            line = twice(line)
        elif each.entry.number not in also and each.like is not None and each.like in alike:
            there = alike[each.like].uuid
            line = replace(line, status=Status.ALIKE, session=there, message=_alike())
        elif each.entry.number not in also and each.like in likes:
            line = replace(
                line, status=Status.ALIKE, message=_("It looks like another session above.")
            )
        ids |= {*each.ids}
        likes |= {each.like} - {None}  # type: ignore[arg-type]
        lines.append(line)
    return lines


def twice(line: Line) -> Line:
    """Return the outcome of a result that is in the same file before."""
    return replace(line, status=Status.KNOWN, message=_("It is in this file twice."))


def _with_those_here(
    group: Group, lines: Sequence[Line], correct: Collection[int], known: Mapping[str, str]
) -> Sequence[Line]:
    """Say of each result that differs from the one that is here what that is.

    Those of the rows `correct` replace it, where that is possible, and the others may."""
    differing = [line.session for line in lines if line.status is Status.DIFFERS and line.session]
    figures: dict[UUID, list[str]] = {}
    sessions: dict[UUID, Session] = {}
    for some in parts(differing, IDS_AT_ONCE):
        sessions |= sessions_here(group, some)
        for uuid, name, points, rank in Result.objects.figures_of(some):
            figure = "" if points is None else f" {points}"
            figures.setdefault(uuid, []).append(f"{rank}. {name}{figure}")
    corrected, made = set[UUID](), []
    for line in lines:
        address = line.session if line.status is Status.DIFFERS else None
        session = sessions.get(address) if address else None
        if session is None:
            made.append(line)
        elif session.uuid in corrected:
            made.append(twice(line))
        else:
            old = ", ".join(figures.get(session.uuid, ["–"]))
            beside = _beside(line, session, old, line.entry.number in correct, known)
            made.append(beside)
            if beside.status is Status.CORRECTED:
                corrected.add(session.uuid)
    return made


def _beside(line: Line, session: Session, old: str, wanted: bool, known: Mapping[str, str]) -> Line:
    """Say what the result is that is here, and whether this one replaces it or may."""
    stays = _("It is already here with a different result, which stays as it is: %(old)s") % {
        "old": old
    }
    if line.document is None:
        return replace(line, message=stays)
    guests = {player.name for player in line.players if player.is_guest}
    people = [
        ("", name) if name in guests else (player_called(name, known), "")
        for name in line.document.state.players
    ]
    try:
        document = correction(session, line.document, people, known)
    except CannotCorrect as why:
        return replace(line, message=f"{stays}. {why}")
    if not wanted:
        return replace(line, message=stays, revision=session.revision)
    sentence = _("It is already here with a different result, which this one replaces: %(old)s")
    return replace(
        line,
        status=Status.CORRECTED,
        document=document,
        message=sentence % {"old": old},
        revision=session.revision,
    )


def _alike() -> str:
    return _("There is already a session with the same game, day, players and points.")


def _line(each: _Scored) -> Line:
    outcome = each.outcome
    labels = {each.people[label].player: label for label in labels_of(each.entry.value)}
    players = [
        Seated(
            labels[standing.player],
            standing.player,
            each.people[labels[standing.player]].is_guest,
            standing.known_points,
            standing.rank,
        )
        for standing in outcome.standings
    ]
    return Line(
        each.entry,
        Status.NEW,
        document=each.document,
        id=each.ids[0],
        players=players,
        winner=verdict(outcome.winners) if outcome.winners else "",
        remarks=each.entry.remarks,
    )


def _known_sessions(group: Group, ids: Sequence[UUID]) -> dict[UUID, UUID]:
    known: dict[UUID, UUID] = {}
    for some in parts(ids, IDS_AT_ONCE):
        known |= Session.objects.known_ids(group, some)
    return known


# As it is stored


def planned_sessions(plan: Plan) -> list[PlannedSession]:
    """Return the rows in which a plan is stored."""
    return [_planned(number, line) for number, line in enumerate(plan.lines, 1)]


def _planned(number: int, line: Line) -> PlannedSession:
    entry = line.entry
    addable = line.status in {Status.NEW, Status.ALIKE} and line.document is not None
    document = dump_document(line.document.with_id(line.id)) if addable else None  # type: ignore[union-attr, arg-type]
    if line.status is Status.CORRECTED and line.document is not None:
        document = dump_document(line.document)
    return PlannedSession(
        number=number,
        row=entry.number or number,
        status=line.status,
        is_marked=bool(line.remarks),
        document=document,
        document_id=line.id if addable else None,
        session=line.session,
        details={
            "game": _game_name(entry, line),
            "day": _day(entry.value),
            "rows": list(entry.rows),
            "players": [list(astuple(each)) for each in line.players],
            "winner": line.winner,
            "remarks": [remark.as_json() for remark in line.remarks],
            "message": line.message,
            "winners": list(entry.winners) if line.status in {Status.NEW, Status.REFUSED} else [],
            "has_points": entry.has_points,
            "revision": line.revision,
            "may_be_split": entry.may_be_split,
            "labels": labels_of(entry.value) if entry.may_be_split else [],
        },
    )


def _game_name(entry: Entry, line: Line) -> str:
    if line.document is not None:
        return line.document.game.name
    slug = entry.value.get("game") if isinstance(entry.value, Mapping) else None
    game = installed_games().get(slug) if isinstance(slug, str) else None
    return game.name if game else ""


def _day(value: object) -> str:
    day = value.get("played_on") if isinstance(value, Mapping) else None
    try:
        return date.fromisoformat(str(day)).isoformat()
    except ValueError:
        return ""
