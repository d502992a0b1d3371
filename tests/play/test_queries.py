"""What a page of a table asks of the database does not grow with the evening, in any game."""

from functools import cache
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.documents.scorer import read_document
from scoring.models import Session
from scoring.models.phones import new_browser
from scoring.models.revisions import By
from scoring.play.opening import open_table
from scoring.registry import get_game, installed_games
from tests.builders.tables import phone

pytestmark = pytest.mark.django_db


@cache
def evenings(slug: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A short and a long one for as many players, of those that still go on."""
    game = get_game(slug)
    found: dict[tuple[int, str], dict[int, dict[str, Any]]] = {}
    for seed in range(400):
        document = game.sample(Random(seed))
        state = read_document(document).state
        outcome = game.score(state)
        steps = len(game.play.course(state, outcome))
        if steps and not outcome.finished:
            alike = len(state.players), str(document.get("edition"))
            found.setdefault(alike, {})[steps] = document
    lengths = max(found.values(), key=lambda by_length: max(by_length) - min(by_length))
    return lengths[min(lengths)], lengths[max(lengths)]


def begun(document: dict[str, Any]) -> Session:
    by = By(at=timezone.now())
    return open_table(document=read_document(document), by=by, browser=new_browser())


def asked(client: Client, session: Session, page: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(f"/table/{session.uuid}/{page}").status_code == 200
    return len(queries)


@pytest.mark.parametrize("page", ["", "board/", "result/", "history/"])
@pytest.mark.parametrize("slug", sorted(installed_games()))
def test_a_long_evening_asks_no_more_than_a_short_one(slug: str, page: str) -> None:
    short, long = [begun(document) for document in evenings(slug)]
    counts = [asked(phone(session, place=1), session, page) for session in (short, long)]
    assert counts[1] <= counts[0] <= 12
