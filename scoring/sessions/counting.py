"""Bring what is added up to a session that changed; called by recording.py."""

from collections.abc import Sequence
from datetime import datetime

from scoring.models import Season, Session
from scoring.sessions.loading import SessionState, StoredSession
from scoring.totals.closed_seasons import what_happened
from scoring.totals.update import update_totals


def count_change(
    session: Session,
    before: StoredSession,
    after: SessionState,
    *,
    at: datetime,
    locked: Sequence[Season],
) -> None:
    """Subtract the session as it was, and add it as it is. `locked`: see update_totals()."""
    update_totals(
        removed=before.finished,
        added=after.finished,
        at=at,
        locked=locked,
        what=what_happened(before.is_over, after.is_over),
        # A table that was open when its season was closed ends without a question.
        opened_at=None if before.is_over else session.created_at,
    )
