"""Replace the join codes of tables, so that the old ones and their links stop working."""

from django.db.models import QuerySet

from scoring.models import Phone, Session
from scoring.models.join_codes import new_code
from scoring.models.locks import lock_session
from scoring.models.transactions import write_transaction


@write_transaction()
def renew_code(*, session: Session) -> None:
    """Make a new join code: the old one and its link stop working, and who only watches is out."""
    lock_session(session.pk)
    renew_codes(Session.objects.filter(pk=session.pk))


def renew_codes(sessions: QuerySet[Session]) -> None:
    """Give sessions that are locked new join codes: the old ones and their links stop working.

    Watchers are out, because nobody knows who came by the old code. A member comes back
    by their membership."""
    renewed = list(sessions.order_by("pk"))
    for session in renewed:
        session.code = new_code()
        session.version += 1
    Session.objects.bulk_update(renewed, ["code", "version"], batch_size=500)
    Phone.objects.watching().filter(session__in=sessions).delete()
