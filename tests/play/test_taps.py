"""A tap is recorded once, or its refusal is shown at the field that it is about."""

from typing import Any
from uuid import uuid4

import pytest
from django import forms
from django.utils import timezone

from games.artem.rules import TURNS, Claim, Turn
from scoring.core.refusals import Code, Path, Refused
from scoring.models import Phone, Session
from scoring.models.phones import new_browser
from scoring.play.taps import KeyForm, TapForm, field_for_refusal, record_tap
from scoring.web.table_access import Visit
from tests.builders.tables import artem_table, enter_turns

OTHER_NAMES = {"players": "who", "claims": "what", "0": "first"}


class Fields(TapForm):
    who = what = first = length = forms.CharField()
    turns = forms.CharField(widget=forms.HiddenInput)


@pytest.mark.parametrize(
    ("path", "field"),
    [
        (("turns", 4, "claims"), "what"),
        (("turns", 4, "claims", 2), "what"),
        (("players", 1, "claims"), "what"),
        (("claims", 0, "players"), "who"),
        (("claims", 0), "first"),
        (("turns", 4, "claims", 2, "length"), "length"),
        (("turns", 4), None),
        ((), None),
    ],
)
def test_a_refusal_is_shown_at_the_field_of_the_last_step_that_has_one(
    path: Path, field: str | None
) -> None:
    assert field_for_refusal(Refused(path, Code.OUT_OF_RANGE), Fields(), OTHER_NAMES) == field


class Claims(TapForm):
    """A turn of Artem with one claim, whose refusals are shown at the field `length`."""

    action = "turn"
    refusal_fields = {"claims": "length"}  # noqa: RUF012
    length = forms.IntegerField(max_value=9)

    def change(self, state: Any) -> Any:
        who = state.players[len(state.turns) % len(state.players)]
        return TURNS.add(state, Turn(who, (Claim(play=1, length=self.cleaned_data["length"]),)))


@pytest.fixture
def visit() -> Visit:
    """Return the host's visit at a table where two turns without a claim were recorded."""
    session = artem_table("", "")
    phone = Phone.objects.create(
        session=session, browser=new_browser(), hosts=True, joined_at=timezone.now()
    )
    return Visit(phone, None)


def revisions(visit: Visit) -> int:
    return Session.objects.get(pk=visit.session.pk).revision


@pytest.mark.django_db
def test_it_is_recorded_once_with_its_key(visit: Visit) -> None:
    form = Claims({"length": "4", "key": str(uuid4())})
    first, again = record_tap(form, visit), record_tap(form, visit)
    assert first is not None
    assert again is not None
    assert (first.revision, first.repeated) == (4, False)
    assert (again.revision, again.repeated) == (4, True)
    assert revisions(visit) == 4


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("length", "sentence"),
    [("7", "from 2 to 6"), ("10", "less than or equal to 9"), ("", "required")],
)
def test_what_is_wrong_with_it_is_shown_at_its_field(
    visit: Visit, length: str, sentence: str
) -> None:
    form = Claims({"length": length})
    assert record_tap(form, visit) is None
    assert [*form.errors] == ["length"]
    assert sentence in form.errors["length"][0]
    assert revisions(visit) == 3


@pytest.mark.django_db
def test_a_refusal_about_no_field_is_shown_above_them(visit: Visit) -> None:
    enter_turns(visit.session, "1x6", "", "1x6", "", "1x6")
    form = Claims({"length": "6"})
    assert record_tap(form, visit) is None
    assert [*form.errors] == ["__all__"]


@pytest.mark.django_db
def test_a_tap_meant_for_an_earlier_entry_is_not_recorded(visit: Visit) -> None:
    form = Claims({"length": "4"})
    assert record_tap(form, visit, seen=2) is None
    assert form.errors == {"__all__": ["The table has changed since. Take a look, then tap again."]}
    assert revisions(visit) == 3
    assert record_tap(Claims({"length": "4"}), visit, seen=3) is not None


def test_every_form_of_a_tap_comes_with_a_key_of_its_own() -> None:
    first, second = KeyForm()["key"].value(), KeyForm()["key"].value()
    assert first
    assert first != second
    assert KeyForm({"key": "", "seen": ""}).is_valid()
