"""Canvas: the ribbons of a player by card, in all sessions, counted by hand."""

from dataclasses import replace

import pytest

from games.canvas.row_facts import row_facts
from games.canvas.tests.test_facts import EVENING
from scoring.documents.schema import Cover
from scoring.documents.scorer import SessionDocument
from scoring.models import Group, Player
from scoring.registry import get_game
from tests.builders.seasons import play_session

pytestmark = pytest.mark.django_db


def ribbons(name: str) -> dict[str, tuple[int, int]]:
    player = Player.objects.get(name=name)
    return {fact.subject: (fact.times, fact.of) for fact in row_facts(player.pk)}


def test_ribbons_are_counted_card_by_card_over_all_paintings() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    evening = SessionDocument(get_game("canvas"), Cover(), replace(EVENING, stopped=True))
    for _again in range(2):
        play_session(group, evening, league=None)
    assert ribbons("Ada") == {"Unity": (6, 6), "Ochre": (2, 6), "Umber": (2, 6), "Sienna": (4, 6)}
    assert ribbons("Bo") == {"Unity": (0, 2), "Ochre": (2, 2), "Umber": (0, 2), "Sienna": (0, 2)}
    assert ribbons("Cy") == {}
