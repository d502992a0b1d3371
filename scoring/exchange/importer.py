"""Session documents into a group and out of it again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from scoring.core.refusals import Refused
from scoring.documents.scorer import read_document
from scoring.models import Group, League, Revision, Session
from scoring.models.locks import lock_group
from scoring.models.revisions import By
from scoring.sessions.bulk_create import NewSession, start_many
from scoring.sessions.recording import Played, start
from scoring.sessions.seating import seated

BATCH = 500
IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a document: added, `known` by its id from before, or refused."""

    played: Played
    new_players: tuple[str, ...] = ()
    known: UUID | None = None


class Importer:
    """Imports one document after the other, whatever others import at the same time."""

    def __init__(
        self,
        group: Group,
        league: League | None = None,
        *,
        dry_run: bool = False,
        action: str = IMPORT,
    ) -> None:
        self.action = action
        self.group = group
        self.league = league
        self.dry_run = dry_run
        self._would_be_known: set[UUID] = set()
        self._would_be_players: set[str] = set()

    def take(self, value: object, by: By) -> Imported:
        """All of one document, or nothing of it; raises Refused."""
        played = read_document(value)
        played.game.score(played.state)
        if self.dry_run:
            return self._try(played)
        try:
            return self._add(played, by)
        except IntegrityError:  # the same id, at the same moment, in another group
            if self._is_known(played):
                return Imported(played, known=played.cover.id)
            raise

    def take_all(self, values: Iterable[object], by: By) -> list[Imported | Refused]:
        """Several documents, counted together: what is refused stays out, the others go in."""
        found = [_read(value) for value in values]
        if self.dry_run:
            return [one if isinstance(one, Refused) else self._try(one) for one in found]
        try:
            return self._add_all(found, by)
        except IntegrityError:  # as above
            return [one if isinstance(one, Refused) else self._add(one, by) for one in found]

    @transaction.atomic
    def _add_all(self, found: Iterable[Played | Refused], by: By) -> list[Imported | Refused]:
        lock_group(self.group.pk)
        coming: list[NewSession] = []
        fates: list[Imported | Refused] = []
        here: set[UUID | None] = set()
        for one in found:
            if isinstance(one, Refused):
                fates.append(one)
            elif one.cover.id in here or self._is_known(one):
                fates.append(Imported(one, known=one.cover.id))
            else:
                here |= {one.cover.id} - {None}
                players, new = seated(self.group, one.state.players)
                coming.append(NewSession(one, by, players))
                fates.append(Imported(one, new))
        start_many(new_sessions=coming, group=self.group, league=self.league, action=self.action)
        return fates

    @transaction.atomic
    def _add(self, played: Played, by: By) -> Imported:
        lock_group(self.group.pk)
        if self._is_known(played):
            return Imported(played, known=played.cover.id)
        players, new = seated(self.group, played.state.players)
        start(
            document=played,
            by=by,
            group=self.group,
            league=self.league,
            players=players,
            action=self.action,
        )
        return Imported(played, new)

    def _try(self, played: Played) -> Imported:
        """What would happen, as if what came before had happened."""
        id = played.cover.id
        if self._is_known(played) or id in self._would_be_known:
            return Imported(played, known=id)
        names = played.state.players
        known = self.group.players.filter(name__in=names).values_list("name", flat=True)
        there = {*known, *self._would_be_players}
        new = tuple([name for name in names if name not in there])
        self._would_be_players.update(new)
        if id:
            self._would_be_known.add(id)
        return Imported(played, new)

    def _is_known(self, played: Played) -> bool:
        id = played.cover.id
        return id is not None and Session.objects.filter(uuid=id).exists()


def _read(value: object) -> Played | Refused:
    """What the rules allow, or why they do not."""
    try:
        played = read_document(value)
        played.game.score(played.state)
    except Refused as refused:
        return refused
    return played


def export(sessions: Iterable[Session]) -> Iterator[dict[str, Any]]:
    """The documents of sessions, in their order, a batch at a time; each as it last stood."""
    waiting = iter(sessions)
    while batch := [session.pk for session in islice(waiting, BATCH)]:
        latest = dict(Revision.objects.latest_documents(batch))
        yield from (latest[pk] for pk in batch)
