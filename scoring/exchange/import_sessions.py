"""Importing session documents into a group, each once and whole or not at all."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from uuid import UUID

from scoring.core.refusals import Refused
from scoring.documents.content_ids import content_id
from scoring.documents.scorer import dump_document, read_document
from scoring.models import Group, League, Session
from scoring.models.locks import lock_group
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.sessions.bulk_create import NewSession, start_many
from scoring.sessions.recording import Played, start
from scoring.sessions.seating import get_or_create_players, get_or_create_players_of_tables

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
        return self._add(document, by)

    def import_documents(self, values: Iterable[object], by: By) -> list[Imported | Refused]:
        """Import those of the documents that are not refused, in one transaction."""
        documents = [self._read_or_refuse(value) for value in values]
        if self.dry_run:
            return [
                document if isinstance(document, Refused) else self._preview(document)
                for document in documents
            ]
        return self._add_all(documents, by)

    @write_transaction()
    def _add_all(self, documents: Iterable[Played | Refused], by: By) -> list[Imported | Refused]:
        lock_group(self.group.pk)
        outcomes = self._known_or_new(documents)
        new = [each for each in outcomes if isinstance(each, Imported) and each.known is None]
        tables = [imported.document.state.players for imported in new]
        seated, new_names = get_or_create_players_of_tables(self.group, tables)
        start_many(
            new_sessions=[
                NewSession(imported.document, by, players)
                for imported, players in zip(new, seated, strict=True)
            ],
            group=self.group,
            league=self.league,
            action=self.action,
        )
        return list(_with_new_players(outcomes, new_names))

    def _known_or_new(self, documents: Iterable[Played | Refused]) -> list[Imported | Refused]:
        """Tell the documents whose id a session has, or one before them, from those to add."""
        outcomes: list[Imported | Refused] = []
        readable = [each for each in documents if not isinstance(each, Refused)]
        ids = [document.cover.id for document in readable if document.cover.id is not None]
        known = set(Session.objects.known_ids(self.group, ids))
        for document in documents:
            if isinstance(document, Refused):
                outcomes.append(document)
                continue
            id = document.cover.id
            outcomes.append(Imported(document, known=id if id in known else None))
            if id is not None:
                known.add(id)
        return outcomes

    @write_transaction()
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
        return id is not None and bool(Session.objects.known_ids(self.group, [id]))


def _with_new_players(
    outcomes: Iterable[Imported | Refused], new_names: Collection[str]
) -> Iterator[Imported | Refused]:
    """Say of each new player where they came first."""
    remaining = dict.fromkeys(new_names)
    for outcome in outcomes:
        if isinstance(outcome, Refused) or outcome.known is not None:
            yield outcome
            continue
        names = [name for name in outcome.document.state.players if name in remaining]
        for name in names:
            del remaining[name]
        yield replace(outcome, new_players=tuple(names))


def _read(value: object) -> Played:
    """Read a document and check it by the rules. Raises Refused."""
    document = read_document(value)
    document.game.score(document.state)
    return document
