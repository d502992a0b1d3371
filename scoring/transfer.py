"""Session documents into a group and out of it again."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction

from scoring import rows
from scoring.models import Group, Player, Season, Seat, Session
from scoring.registry import get_game
from scoring.rows import Sitting
from scoring.scorer import SessionDocument, dump_document, read_document
from scoring.sessions import By, Played, cover_of, start

BATCH = 500
IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a document: added, `known` by its id from before, or refused."""

    played: Played
    new_players: tuple[str, ...] = ()
    known: UUID | None = None


@dataclass
class Importer:
    """Imports one document after the other; knows the group's players after the first look."""

    group: Group
    season: Season | None = None
    dry_run: bool = False
    _players: dict[str, Player] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._players = {player.name: player for player in self.group.players.all()}

    def take(self, value: object, by: By) -> Imported:
        """All of one document, or nothing of it; raises Refused."""
        played = read_document(value)
        played.game.score(played.state)
        if played.cover.id and Session.objects.filter(uuid=played.cover.id).exists():
            return Imported(played, known=played.cover.id)
        new = tuple([name for name in played.state.players if name not in self._players])
        if not self.dry_run:
            self._add(played, new, by)
        return Imported(played, new)

    @transaction.atomic
    def _add(self, played: Played, new: tuple[str, ...], by: By) -> None:
        added = Player.objects.bulk_create(Player(group=self.group, name=name) for name in new)
        players = self._players | {player.name: player for player in added}
        start(
            document=played,
            by=by,
            group=self.group,
            season=self.season,
            players={name: players[name] for name in played.state.players},
            action=IMPORT,
        )
        self._players = players


def export(sessions: Iterable[Session]) -> Iterator[dict[str, Any]]:
    """The documents of sessions, in their order, a batch at a time."""
    waiting = iter(sessions)
    while batch := list(islice(waiting, BATCH)):
        loaded = load_many(batch)
        yield from (dump_document(loaded[session.pk]) for session in batch)


def load_many(sessions: list[Session]) -> dict[int, Played]:
    """Like `load()`, with as many queries for many sessions as for one of each game."""
    sittings = _sittings(sessions)
    by_game = defaultdict(list)
    for session in sessions:
        by_game[session.game].append(session)
    loaded = {}
    for slug, of_game in by_game.items():
        game = get_game(slug)
        stored = rows.read(game.store.tables, [session.pk for session in of_game])
        for session in of_game:
            state = game.store.from_rows(stored[session.pk], sittings[session.pk])
            loaded[session.pk] = SessionDocument(game, cover_of(session), state)
    return loaded


def _sittings(sessions: list[Session]) -> dict[int, Sitting]:
    seats: dict[int, dict[str, int]] = {session.pk: {} for session in sessions}
    found = Seat.objects.filter(session__in=seats).order_by("session_id", "place")
    for session, name, seat in found.values_list("session_id", "name", "pk"):
        seats[session][name] = seat
    return {session.pk: Sitting(seats[session.pk], session.stopped) for session in sessions}
