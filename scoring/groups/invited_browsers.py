"""Remember which invitation a browser opened: with SIGN_UP=invited it may make an account then.

Called by the page of an invitation and by the sign-up form."""

from datetime import datetime

from django.http import HttpRequest

from scoring.models import Invitation

OPENED_INVITATION = "invitation"  # in the browser's session: the token


def remember_invitation(request: HttpRequest, invitation: Invitation) -> None:
    request.session[OPENED_INVITATION] = invitation.token


def is_invited(request: HttpRequest, at: datetime) -> bool:
    """Return whether this browser opened an invitation that can still be accepted."""
    token = request.session.get(OPENED_INVITATION)
    invitation = Invitation.objects.with_token(token) if isinstance(token, str) else None
    return invitation is not None and invitation.is_open(at)
