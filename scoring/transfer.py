"""Session documents into a group and out of it again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction

from scoring.models import Group, Player, Season, Session
from scoring.scorer import dump_document, read_document
from scoring.sessions import By, Played, load_many, start

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
        yield from (dump_document(loaded[session.pk].played) for session in batch)
