"""What phones at a table ask of each other: the session says whether anything is open."""

from scoring.models import HostRequest, SeatRequest, Session
from scoring.play.screen import refresh_screens


def refresh_requests(session: Session) -> None:
    """Note whether a request is open, so that every screen shows it.

    Call it in the transaction that makes, answers or drops one, while the session is locked."""
    of_hosts = HostRequest.objects.filter(session=session)
    of_seats = SeatRequest.objects.filter(seat__session=session)
    has_requests = of_hosts.exists() or of_seats.exists()
    refresh_screens(session, has_requests=has_requests)
