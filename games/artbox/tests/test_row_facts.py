"""#ARTBOX: the Victory tokens of a player in all sessions, and of a session, counted by hand."""

from dataclasses import replace

import pytest
from django.utils import timezone

from games.artbox.row_facts import row_facts
from games.artbox.tests.test_facts import TWO_ROUNDS
from scoring.documents.schema import Cover
from scoring.documents.scorer import SessionDocument
from scoring.models import Group, Player
from scoring.models.revisions import By
from scoring.registry import get_game
from scoring.sessions import lifecycle
from tests.builders.seasons import play_session
from tests.builders.tables import result_url, signed_in
from tests.pages import page_words

pytestmark = pytest.mark.django_db
# Round 1: Ana is recognised most; of the others Cleo guessed most. Round 2: Ben's drawing broke
# the requirements, so Cleo's is the best that counts, and Dov guessed most.
EVENING = SessionDocument(get_game("artbox"), Cover(), replace(TWO_ROUNDS, stopped=True))


def tokens(name: str) -> dict[str, tuple[int, int]]:
    player = Player.objects.get(name=name)
    return {fact.subject: (fact.times, fact.of) for fact in row_facts(player.pk)}


def test_tokens_are_those_that_the_rules_handed_out() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    play_session(group, EVENING, league=None)
    again = play_session(group, EVENING, league=None)
    assert tokens("Ana") == {"drawing": (2, 4), "sheet": (0, 4)}
    assert tokens("Ben") == {"drawing": (0, 4), "sheet": (0, 4)}
    assert tokens("Cleo") == {"drawing": (2, 4), "sheet": (2, 4)}
    assert tokens("Dov") == {"drawing": (0, 4), "sheet": (2, 4)}
    lifecycle.delete(session=again, by=By(at=timezone.now()))
    assert tokens("Cleo") == {"drawing": (1, 2), "sheet": (1, 2)}


def test_a_result_says_who_won_which_tokens_in_which_rounds() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday", visibility="public")
    session = play_session(group, EVENING, league=None)
    page = page_words(signed_in("bob", group), result_url(session))
    ledger = page.partition("Who won which tokens")[2].partition("Round by round")[0]
    said = " ".join(ledger.partition("Tokens")[2].split())
    assert said == "Ana 1 round 1 0 1 Ben 0 0 0 Cleo 1 round 2 1 round 1 2 Dov 0 1 round 2 1"
