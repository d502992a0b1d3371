"""The page of a session's history: each revision, who made it, and how it changed the points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.core.outcome import Outcome
from scoring.core.wording import action_sentence
from scoring.documents.scorer import document_game
from scoring.models import Revision, Session
from scoring.sessions.effects import Effect, effect
from scoring.sessions.history import Document, earlier_document, earlier_documents, read_earlier
from scoring.sessions.loading import load_stored
from scoring.sessions.undo import OthersPlayed

CHANGES_ON_A_PAGE = 50
IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Change:
    """A revision with the words for it and its effect on the standings."""

    revision: Revision
    sentence: str
    effect: Effect | None  # none for the first, also of these players: nothing stood before it

    @property
    def by_the_host(self) -> bool:
        """Return whether a phone without a seat and without an account made the change."""
        revision = self.revision
        return revision.seat is None and revision.actor is None and revision.action != IMPORT


@dataclass(frozen=True, slots=True)
class HistoryPage:
    changes: tuple[Change, ...]
    older: int | None  # the number that the next page begins below
    first_with_players: int  # before it others sat at the table: it cannot be restored

    @property
    def newest(self) -> int:
        return self.changes[0].revision.number if self.changes else 0


def history_page(session: Session, below: int | None) -> HistoryPage:
    """Return revisions, newest first; a few queries, however long the history is."""
    stored = load_stored(session)
    newest = stored.row.revision if below is None else min(stored.row.revision, below - 1)
    revisions = session.revisions.with_people().without_edits().order_by("-number")
    # One more than is shown: the last one is compared with it.
    shown = list(revisions.filter(number__lte=newest)[: CHANGES_ON_A_PAGE + 1])
    first = Revision.objects.first_with_players(session.pk)
    names, oldest = stored.sitting.players, shown[-1].number if shown else stored.row.revision
    played = [
        (document_game(document), _outcome(document, names) if number >= first else None)
        for number, document in earlier_documents(stored, oldest)
        if number <= newest
    ]
    befores = [outcome for _game, outcome in [*played, (None, None)][1:]]
    changes = [
        Change(
            revision,
            action_sentence(revision.action, game.wording),
            effect(then, after) if then and after else None,
        )
        for revision, (game, after), then in zip(shown, played, befores, strict=True)
    ]
    older = shown[CHANGES_ON_A_PAGE - 1].number if len(shown) > CHANGES_ON_A_PAGE else None
    return HistoryPage(tuple(changes[:CHANGES_ON_A_PAGE]), older, first)


def _outcome(document: Document, names: Sequence[str]) -> Outcome[Any]:
    """Score a document by its own game: others of the session may have a result and no rounds."""
    earlier = read_earlier(document, names)
    return earlier.game.score(earlier.state)


def back_to(session: Session, number: int) -> Effect:
    """Return the effect that restoring a revision would have now. Raises OthersPlayed."""
    if number < Revision.objects.first_with_players(session.pk):
        raise OthersPlayed
    stored = load_stored(session)
    earlier = earlier_document(stored, number)
    return effect(stored.outcome, earlier.game.score(earlier.state))
