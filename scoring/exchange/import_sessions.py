"""Importing session documents into a group, each once and whole or not at all."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError, transaction

from scoring.core.refusals import Refused
from scoring.documents.content_ids import content_id
from scoring.documents.scorer import dump_document, read_document
from scoring.models import Group, League, Session
from scoring.models.locks import lock_group
from scoring.models.revisions import By
from scoring.sessions.bulk_create import NewSession, start_many
from scoring.sessions.recording import Played, start
from scoring.sessions.seating import get_or_create_players

IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Imported:
    """A document after its import: added, or already `known` by its id, so that nothing changed."""

    document: Played
    new_players: tuple[str, ...] = ()
    known: UUID | None = None


class Importer:
    """Import documents one after the other, also while others import the same ones.

    A dry run adds nothing, but reports what would happen as if what came before had been added."""

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

    def import_document(self, value: object, by: By) -> Imported:
        """Import a whole document, or nothing of it. Raises Refused."""
        document = self._identified(_read(value))
        if self.dry_run:
            return self._preview(document)
        try:
            return self._add(document, by)
        except IntegrityError:  # the same id, at the same moment, in another group
            if self._is_known(document):
                return Imported(document, known=document.cover.id)
            raise

    def import_documents(self, values: Iterable[object], by: By) -> list[Imported | Refused]:
        """Import those of the documents that are not refused, in one transaction."""
        documents = [self._read_or_refuse(value) for value in values]
        if self.dry_run:
            return [
                document if isinstance(document, Refused) else self._preview(document)
                for document in documents
            ]
        try:
            return self._add_all(documents, by)
        except IntegrityError:  # as above
            return [
                document if isinstance(document, Refused) else self._add(document, by)
                for document in documents
            ]

    @transaction.atomic
    def _add_all(self, documents: Iterable[Played | Refused], by: By) -> list[Imported | Refused]:
        lock_group(self.group.pk)
        new: list[NewSession] = []
        results: list[Imported | Refused] = []
        new_ids: set[UUID | None] = set()
        for document in documents:
            if isinstance(document, Refused):
                results.append(document)
            elif document.cover.id in new_ids or self._is_known(document):
                results.append(Imported(document, known=document.cover.id))
            else:
                new_ids |= {document.cover.id} - {None}
                players, new_players = get_or_create_players(self.group, document.state.players)
                new.append(NewSession(document, by, players))
                results.append(Imported(document, new_players))
        start_many(new_sessions=new, group=self.group, league=self.league, action=self.action)
        return results

    @transaction.atomic
    def _add(self, document: Played, by: By) -> Imported:
        lock_group(self.group.pk)
        if self._is_known(document):
            return Imported(document, known=document.cover.id)
        players, new_players = get_or_create_players(self.group, document.state.players)
        start(
            document=document,
            by=by,
            group=self.group,
            league=self.league,
            players=players,
            action=self.action,
        )
        return Imported(document, new_players)

    def _preview(self, document: Played) -> Imported:
        id = document.cover.id
        if self._is_known(document) or id in self._would_be_known:
            return Imported(document, known=id)
        names = document.state.players
        in_group = self.group.players.filter(name__in=names).values_list("name", flat=True)
        known = {*in_group, *self._would_be_players}
        new_players = tuple([name for name in names if name not in known])
        self._would_be_players.update(new_players)
        if id:
            self._would_be_known.add(id)
        return Imported(document, new_players)

    def _identified(self, document: Played) -> Played:
        """Return the document with an id: its own, or one that follows from what it says."""
        if document.cover.id is not None:
            return document
        return document.with_id(content_id(dump_document(document), self.group.pk))

    def _read_or_refuse(self, value: object) -> Played | Refused:
        try:
            return self._identified(_read(value))
        except Refused as refused:
            return refused

    def _is_known(self, document: Played) -> bool:
        id = document.cover.id
        return id is not None and Session.objects.filter(uuid=id).exists()


def _read(value: object) -> Played:
    """Read a document and check it by the rules. Raises Refused."""
    document = read_document(value)
    document.game.score(document.state)
    return document
