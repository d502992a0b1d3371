"""System checks of an installation: its games fulfil the contract, its secret key is stored."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, register
from django.db import connection
from django.utils.module_loading import import_string

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


@register("installation")
def check_shared_secret_key(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:  # noqa: ARG001
    if settings.SECRET_KEY_IS_GIVEN or connection.vendor == "sqlite":
        return []
    problem = (
        "This machine made its own secret key, but other machines may use the same database: "
        "they would log out whoever this one logged in."
    )
    hint = f"Set SECRET_KEY to the same key everywhere; the one here is in {settings.VAR_DIR}."
    return [checks.Warning(problem, hint=hint, id="scoring.W005")]


def _check_game(package: str) -> list[CheckMessage]:
    try:
        game = import_string(f"{package}.game.GAME")
    except ImportError as error:
        return [Error(f"{package} hands over no GAME: {error}", id="scoring.E001")]
    if not isinstance(game, Game):
        return [Error(f"{package}.game.GAME is not a scoring.contract.Game.", id="scoring.E002")]
    if game.slug != package.rpartition(".")[2]:
        return [Error(f"The slug of {package} must be the name of its folder.", id="scoring.E003")]
    return []
