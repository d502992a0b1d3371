"""Let only its signed-in user see and change an account, some of it after a password check."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse

from scoring.web.requests import View, no_store, signed_in


def account_view(*, asks_again: bool = False) -> Callable[[View], View]:
    """Hand the view the account that is signed in; others are led to the log-in.

    `asks_again`: for the password, or a code of the second factor, unless that was given within
    the last minutes."""

    def decorate(view: View) -> View:
        @wraps(view)
        def handed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            user = signed_in(request)
            assert user is not None  # noqa: S101 (the decorator sent nobody else on)
            return no_store(view(request, user, *args, **kwargs))

        checked: View = reauthentication_required(handed) if asks_again else handed
        return login_required(checked)

    return decorate
