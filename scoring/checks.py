"""System checks of an installation: its games, its secret key, its address in mail."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, register
from django.db import connection

from scoring.contract import Game


@register
def check_games(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:  # noqa: ARG001
    return [message for package in settings.INSTALLED_GAMES for message in _check_game(package)]


@register("installation")
def check_secret_key(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:  # noqa: ARG001
    if settings.STORED_SECRET_KEY:
        return []
    hint = "Make that folder writable, or set SECRET_KEY."
    problem = f"The secret key cannot be kept in {settings.VAR_DIR}: every start would log all out."
    return [Error(problem, hint=hint, id="scoring.E004")]


@register("installation", deploy=True)
def check_shared_secret_key(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:  # noqa: ARG001
    if settings.SECRET_KEY_IS_GIVEN or connection.vendor == "sqlite":
        return []
    problem = (
        "This machine made its own secret key, but other machines may use the same database: "
        "they would log out whoever this one logged in."
    )
    hint = f"Set SECRET_KEY to the same key everywhere; the one here is in {settings.VAR_DIR}."
    return [checks.Warning(problem, hint=hint, id="scoring.W005")]


@register("installation")
def check_public_address(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:  # noqa: ARG001
    if settings.PUBLIC_ADDRESS or not settings.HTTPS or settings.EMAIL_URL.startswith("console"):
        return []
    problem = f"Links in mail would lead to {settings.MAIL_ADDRESS}, where nobody finds the site."
    hint = "Set PUBLIC_ADDRESS to its address, such as https://scores.example.org."
    return [Error(problem, hint=hint, id="scoring.E006")]


def _check_game(package: str) -> list[CheckMessage]:
    try:
        Game(package).load_parts()
    except ImportError as error:
        return [Error(f"{package} is not a game: {error}", id="scoring.E001")]
    return []
