"""Correcting a turn, over HTTP."""

from uuid import uuid4

import pytest

from games.artem.forms import TurnCorrection
from games.artem.rules import TURNS as TURN_LIST
from scoring.core.refusals import Code, Refused
from scoring.models import Session
from scoring.sessions.loading import load
from tests.builders.tables import artem_table, enter_turns, phone

pytestmark = pytest.mark.django_db

TURNS = [
    {"player": "Ida", "claims": []},
    {"player": "Joe", "claims": []},
    {
        "player": "Ida",
        "claims": [
            {"play": 1, "length": 5, "color": "teal"},
            {"play": 2, "length": 3, "color": "ochre"},
        ],
    },
]


@pytest.fixture
def session() -> Session:
    return artem_table(turns=TURNS, options={"variant": "all-in"})


def test_a_claim_that_stays_keeps_the_colour_that_a_document_gave_it(session: Session) -> None:
    ida = phone(session, place=1)
    data = {"key": uuid4(), "claim": ["1x5", "3x3"], "save": "1"}
    assert ida.post(f"/table/{session.uuid}/artem/turn/3/", data).status_code == 302
    claims = load(session).state.turns[2].claims
    assert [(each.play, each.color) for each in claims] == [(1, "teal"), (3, None)]


def test_a_turn_that_was_taken_out_meanwhile_is_refused(session: Session) -> None:
    state = load(session).state
    form = TurnCorrection({"at": 2, "claim": ["1x5"]}, session=session, state=state, at=2)
    assert form.is_valid()
    with pytest.raises(Refused) as refused:
        form.change(TURN_LIST.remove(state, 2))
    assert refused.value.code == Code.NO_SUCH_ENTRY


def test_a_claim_that_ends_the_game_earlier_offers_to_remove_the_turns_after_it() -> None:
    """Ida has 9 after the third turn and 18 after the seventh; Joe claims in the eighth."""
    session = artem_table("", "", "1x6", "", "", "", "1x6", "1x3", "")
    ida, address = phone(session, place=1), f"/table/{session.uuid}/artem/turn/5/"
    page = ida.post(address, {"claim": "1x6"}).content.decode()
    assert "End the game after turn 7 (turns 8 and 9 are deleted)" in page
    assert "18 → 27 points" in page
    assert "3 → 0 points" in page
    assert ida.post(address, {"claim": "1x6", "ends_after": "7"}).status_code == 302
    session.refresh_from_db()
    assert (len(load(session).state.turns), session.finished_at is None) == (7, False)


def test_it_removes_no_turn_where_somebody_entered_one_meanwhile() -> None:
    session = artem_table("", "", "1x6", "", "", "", "1x6", "1x3")
    ida, address = phone(session, place=1), f"/table/{session.uuid}/artem/turn/5/"
    seen = session.revision
    enter_turns(session, "")
    answer = ida.post(address, {"claim": "1x6", "ends_after": "7", "seen": seen})
    assert answer.status_code == 422
    assert "The table has changed since" in answer.content.decode()
    assert len(load(session).state.turns) == 9
