"""The page of a session's history: each revision, who made it, and how it changed the points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.core.outcome import Outcome
from scoring.core.wording import action_sentence
from scoring.documents.scorer import read_document
from scoring.models import Revision, Session
from scoring.sessions.effects import Effect, effect
from scoring.sessions.loading import load, with_names
from scoring.sessions.recording import Played
from scoring.sessions.stored_documents import StoredDocuments
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
    revisions = session.revisions.with_people().without_documents().order_by("-number")
    if below is not None:
        revisions = revisions.filter(number__lt=below)
    # One more than is shown: the last one is compared with it.
    shown = list(revisions[: CHANGES_ON_A_PAGE + 1])
    documents = StoredDocuments.from_latest(session)
    documents.read_whole(revision.number for revision in shown)
    names = read_document(documents.at(session.revision)).state.players
    first = Revision.objects.first_with_players(session.pk)
    played = [read_document(documents.at(revision.number)) for revision in shown]
    outcomes = [
        _outcome(document, names if revision.number >= first else document.state.players)
        for revision, document in zip(shown, played, strict=True)
    ]
    befores = [*outcomes[1:], None][: len(outcomes)]
    changes = [
        Change(
            revision,
            action_sentence(revision.action, document.game.wording),
            effect(then, after) if then is not None and revision.number > first else None,
        )
        for revision, document, after, then in zip(shown, played, outcomes, befores, strict=True)
    ]
    older = shown[CHANGES_ON_A_PAGE - 1].number if len(shown) > CHANGES_ON_A_PAGE else None
    return HistoryPage(tuple(changes[:CHANGES_ON_A_PAGE]), older, first)


def _outcome(document: Played, names: Sequence[str]) -> Outcome[Any]:
    """Score a document by its own game: others of the session may have a result and no rounds."""
    return document.game.score(with_names(document, names).state)


def back_to(session: Session, number: int) -> Effect:
    """Return the effect that restoring a revision would have now. Raises OthersPlayed."""
    if number < Revision.objects.first_with_players(session.pk):
        raise OthersPlayed
    earlier, now = StoredDocuments.from_latest(session).at(number), load(session)
    names = now.state.players
    return effect(now.game.score(now.state), _outcome(read_document(earlier), names))
