"""The link that shows a result to anybody: given out, found again, taken back."""

from datetime import datetime

from scoring.models import Season, Session
from scoring.models.locks import lock_players_by_new_version, lock_session
from scoring.models.sessions import new_token
from scoring.models.transactions import write_transaction
from scoring.play.screen import refresh_screens
from scoring.totals.update import change_standings_pages


@write_transaction()
def share(*, session: Session, shared: bool) -> None:
    """Let anyone with its link read the result, or stop that; the link stays while it is shared."""
    locked = lock_session(session.pk)
    share_token = (locked.share_token or new_token()) if shared else None
    refresh_screens(locked, share_token=share_token)
    # They link to what is shared.
    change_standings_pages(Season.objects.with_session(locked.pk))
    seated = locked.seats.exclude(player=None).values_list("player_id", flat=True)
    lock_players_by_new_version(seated)


def session_with_token(token: str, at: datetime) -> Session | None:
    """Return the session that the link shows, unless it is deleted or expired."""
    return Session.objects.shared_as(token, at)
