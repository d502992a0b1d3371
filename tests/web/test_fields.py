"""Forms have one look, whichever page they are on."""

import re

import pytest
from django import forms

from scoring.web.form_rendering import Pictures, Segments
from tests.builders.addresses import address_of
from tests.builders.evening import client_of, evening
from tests.pages import words
from tests.web.access_matrix import ADDRESSES
from tests.web.test_access import session_for

AVERAGE = [("average", "average: how well you play"), ("total", "total")]


class SampleForm(forms.Form):
    rule = forms.ChoiceField(choices=AVERAGE, widget=forms.RadioSelect, help_text="Pick one.")
    language = forms.ChoiceField(choices=[("en", "English"), ("fr", "Français")], widget=Segments)
    games = forms.MultipleChoiceField(choices=[("artem", "Artem")], widget=Pictures)
    sure = forms.BooleanField(label="I am sure", help_text="It cannot be undone.")


def shown(field: str, data: dict[str, str] | None = None) -> str:
    return SampleForm(data)[field].as_field_group()


def test_a_choice_shows_its_title_and_below_it_what_it_means() -> None:
    html = shown("rule")
    assert '<span class="facts">how well you play</span>' in html
    assert words(html) == "Rule Pick one. Average : how well you play Total"


def test_a_choice_without_a_meaning_has_only_its_title() -> None:
    assert shown("language").count('class="facts"') == 0


def test_a_game_to_choose_has_its_picture() -> None:
    assert '<img src="/cover/artem.svg"' in shown("games")


def test_a_box_to_tick_comes_before_its_label_and_has_no_other() -> None:
    html = shown("sure")
    assert words(html) == "I am sure It cannot be undone."
    assert html.index("<input") < html.index("I am sure")
    assert html.count("<label") == 1


def test_a_field_says_what_is_wrong_once_and_points_at_it() -> None:
    html = shown("sure", {})
    assert html.count("This field is required.") == 1
    assert 'id="id_sure_error"' in html
    assert 'aria-describedby="id_sure_helptext id_sure_error"' in html


@pytest.mark.django_db
def test_a_page_has_at_most_one_primary_button() -> None:
    sessions = evening()
    owner = client_of("owner", sessions)
    too_many = {}
    for view in ADDRESSES:
        page = owner.get(address_of(view, session_for(view, sessions)))
        if page.headers.get("Content-Type", "").startswith("text/html"):
            primary = re.findall(r'class="(?:[\w-]+ )*primary(?: [\w-]+)*"', page.content.decode())
            if len(primary) > 1:
                too_many[view] = len(primary)
    assert too_many == {}
