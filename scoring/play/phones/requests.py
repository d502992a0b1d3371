"""What phones at a table ask of each other: the session says whether anything is open."""

from scoring.models import HostRequest, Session
from scoring.play.screen import refresh_screens


def refresh_requests(session: Session) -> None:
    """Note whether a request is open, so that every screen shows it.

    Call it in the transaction that makes, answers or drops one, while the session is locked."""
    has_requests = HostRequest.objects.filter(session=session).exists()
    refresh_screens(session, has_requests=has_requests)
