"""Forms of leagues and seasons: a refusal is beside its field."""

import re
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from scoring.leagues import leagues
from scoring.leagues.forms import PodiumField
from scoring.models import Group, League, Season
from tests.builders.seasons import YEAR, season_of
from tests.builders.tables import signed_in
from tests.pages import fields_beside
from tests.serving import ROOT

pytestmark = pytest.mark.django_db

LEAGUE = {"name": "Shield", "slug": "shield"}
SEASON: dict[str, Any] = {
    "name": "Winter",
    "slug": "winter",
    "starts_on": f"{YEAR + 1}-01-01",
    "ends_on": f"{YEAR + 1}-12-31",
    "games": ["artem", "duplik"],
    "scheme": "beaten",
    "podium": "5 3 2 1",
    "aggregate": "total",
    "best": "10",
    "minimum": "1",
    "save": "1",
}
REQUIRED = "This field is required."
NOT_PRINTABLE = "This contains a character that cannot be printed; remove it."


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group, "owner")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group)


def refused(client: Client, address: str, fields: dict[str, Any]) -> str:
    answer = client.post(address, fields)
    assert answer.status_code == 422
    return answer.content.decode()


def test_a_preview_of_a_form_never_saves_it() -> None:
    """htmx sends the button that was tapped last along, also if a field changed right before."""
    templates = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    forms = [form for text in templates for form in re.findall("<form[^>]*>", text)]
    previewing = [form for form in forms if 'hx-target="#effect"' in form]
    not_sent = [re.findall('hx-params="not ([^"]*)"', form) for form in previewing]
    assert sorted(not_sent) == [["save"], ["save"], ["save,ends_after"]]


# Leagues


@pytest.mark.parametrize("name", ["league_new", "league_edit"])
@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"name": ""}, "name", REQUIRED),
        ({"name": "a\u202eb"}, "name", NOT_PRINTABLE),
        ({"slug": "a b"}, "slug", "letters, numbers, underscores or hyphens"),
        ({"slug": "settings"}, "slug", "Another page of the group has this address."),
        ({"slug": "plate"}, "slug", "The group already has a league at this address."),
        ({"slug": "PLATE"}, "slug", "The group already has a league at this address."),
        ({"name": "Plate", "slug": ""}, "slug", "The group already has a league at this address."),
    ],
)
def test_what_makes_no_league_is_refused_at_its_field(
    alice: Client, season: Season, name: str, fields: dict[str, str], field: str, sentence: str
) -> None:
    League.objects.create(group=season.league.group, name="Plate", slug="plate")
    address = reverse(name, args=["thursday", *(["cup"] if name == "league_edit" else [])])
    page = refused(alice, address, {**LEAGUE, **fields})
    assert fields_beside(page, sentence) == {field}
    assert sorted(League.objects.values_list("name", flat=True)) == ["Cup", "Plate"]


def test_a_league_keeps_its_own_address(alice: Client, season: Season) -> None:
    address = reverse("league_edit", args=["thursday", "cup"])
    assert alice.post(address, {"name": "Shield", "slug": "cup"}).status_code == 302
    assert League.objects.get() == season.league


@pytest.mark.parametrize(
    ("name", "slug"),
    [("x" * 60, "x" * 52), ("リーグ", "league-1"), ("Settings", "settings-league"), (" _a- ", "a")],
)
def test_a_league_gets_an_address_from_its_name(alice: Client, name: str, slug: str) -> None:
    alice.post(reverse("league_new", args=["thursday"]), {"name": name, "slug": ""})
    assert League.objects.get().slug == slug


def test_a_season_gets_an_address_from_its_name(alice: Client, season: Season) -> None:
    address = reverse("season_new", args=["thursday", "cup"])
    for year, name in ((1, "Été"), (2, "リーグ"), (3, "Remove")):
        days = {"starts_on": f"{YEAR + year}-01-01", "ends_on": f"{YEAR + year}-12-31"}
        alice.post(address, {**SEASON, **days, "name": name, "slug": ""})
    made = Season.objects.exclude(pk=season.pk).order_by("starts_on")
    assert [one.slug for one in made] == ["ete", "season-1", "remove-season"]


@pytest.mark.parametrize(
    ("form", "name", "path", "fields"),
    [
        ("LeagueForm", "league_new", [], LEAGUE),
        ("SeasonForm", "season_new", ["cup"], SEASON),
    ],
)
def test_an_address_that_is_taken_meanwhile_is_refused_at_its_field(
    alice: Client,
    season: Season,
    form: str,
    name: str,
    path: list[str],
    fields: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the other one had come between the form's look and the saving."""
    monkeypatch.setattr("django.db.models.Model.validate_unique", lambda *_, **_more: None)
    monkeypatch.setattr("django.db.models.Model.validate_constraints", lambda *_, **_more: None)
    monkeypatch.setattr(f"scoring.leagues.forms.{form}.clean_slug", lambda form: form.data["slug"])
    taken = "year" if path else "cup"
    page = refused(alice, reverse(name, args=["thursday", *path]), {**fields, "slug": taken})
    assert fields_beside(page, "at this address.") == {"slug"}
    assert Season.objects.get() == season


# Seasons


@pytest.mark.parametrize("name", ["season_new", "season_edit"])
@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"name": ""}, "name", REQUIRED),
        ({"name": "a\u202eb"}, "name", NOT_PRINTABLE),
        ({"slug": "remove"}, "slug", "Another page of the group has this address."),
        ({"slug": "spring"}, "slug", "The league already has a season at this address."),
        ({"starts_on": "soon"}, "starts_on", "Enter a valid date."),
        ({"ends_on": f"{YEAR}-12-31"}, "ends_on", "The last day cannot be before the first."),
        ({"games": []}, "games", "Choose at least one game."),
        ({"games": ["chess"]}, "games", "Select a valid choice."),
        ({"scheme": "luck"}, "scheme", "Select a valid choice."),
        ({"podium": "5, x"}, "podium", "Enter whole numbers, such as 5 3 2 1."),
        ({"podium": "1 " * 9}, "podium", "There are at most eight places."),
        ({"podium": "101"}, "podium", "A place can be worth at most 100 points."),
        ({"podium_3": "5 0 1"}, "podium_3", "A place cannot be worth more than the one before it."),
        ({"podium_8": "8 7 6 5 4 3 2 101"}, "podium_8", "A place can be worth at most 100 points."),
        ({"podium_2": "x"}, "podium_2", "Enter whole numbers, such as 5 3 2 1."),
        ({"podium": "", "scheme": "podium"}, "podium",
            "List the points from first place down, such as 5 3 2 1."),
        ({"aggregate": "median"}, "aggregate", "Select a valid choice."),
        ({"best": "0"}, "best", "greater than or equal to 1"),
        ({"minimum": "0"}, "minimum", "greater than or equal to 1"),
    ],
)  # fmt: skip
def test_what_makes_no_season_is_refused_at_its_field(
    alice: Client, season: Season, name: str, fields: dict[str, Any], field: str, sentence: str
) -> None:
    day = date(YEAR + 5, 6, 30)
    season_of(season.league.group, name="Spring", slug="spring", starts_on=day, ends_on=day)
    path = ["cup", "year"] if name == "season_edit" else ["cup"]
    page = refused(alice, reverse(name, args=["thursday", *path]), {**SEASON, **fields})
    assert fields_beside(page, sentence) == {field}
    assert sorted(Season.objects.values_list("name", flat=True)) == ["Spring", "Year"]


@pytest.mark.parametrize("name", ["season_new", "season_edit"])
def test_days_of_too_many_seasons_are_refused_at_the_first_day(
    alice: Client, season: Season, name: str
) -> None:
    day = date(YEAR + 5, 6, 30)
    for number in range(6):
        cup = {"name": f"Cup {number}", "slug": f"cup-{number}"}
        season_of(season.league.group, **cup, starts_on=day, ends_on=day)
    path = ["cup", "year"] if name == "season_edit" else ["cup"]
    days = {"starts_on": f"{YEAR + 5}-06-01", "ends_on": f"{YEAR + 5}-07-01"}
    page = refused(alice, reverse(name, args=["thursday", *path]), {**SEASON, **days})
    sentence = (
        "The league already has 6 seasons on 30 June 2031, the most allowed. Choose other days."
    )
    assert fields_beside(page, sentence) == {"starts_on"}
    assert Season.objects.count() == 7


def test_days_that_are_taken_meanwhile_are_refused_at_the_first_day(
    alice: Client, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leagues, "MOST_SEASONS_ON_A_DAY", 1)
    monkeypatch.setattr("scoring.leagues.forms.full_day", lambda _season: None)
    taken = {"starts_on": str(season.starts_on), "ends_on": str(season.ends_on)}
    page = refused(alice, reverse("season_new", args=["thursday", "cup"]), {**SEASON, **taken})
    assert fields_beside(page, "seasons on 1 January 2026, the most allowed") == {"starts_on"}
    assert Season.objects.count() == 1


@pytest.mark.parametrize(("first", "last"), [(1, 1), (1, 2)])
def test_a_season_may_be_one_day_long(alice: Client, season: Season, first: int, last: int) -> None:
    data = {"starts_on": f"{YEAR + 1}-01-0{first}", "ends_on": f"{YEAR + 1}-01-0{last}"}
    answer = alice.post(reverse("season_new", args=["thursday", "cup"]), {**SEASON, **data})
    assert answer.status_code == 302
    made = Season.objects.exclude(pk=season.pk).get()
    assert (made.starts_on.day, made.ends_on.day) == (first, last)


@pytest.mark.parametrize("scheme", ["beaten", "wins"])
def test_points_by_place_that_are_left_out_stay_as_they_were(
    alice: Client, season: Season, scheme: str
) -> None:
    """They count for nothing, until somebody says that they do."""
    data = {**SEASON, "scheme": scheme, "podium": "", "slug": "year"}
    assert (
        alice.post(reverse("season_edit", args=["thursday", "cup", "year"]), data).status_code
        == 302
    )
    season.refresh_from_db()
    assert season.podium == (5, 3, 2, 1)


# What places are worth


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("5 3 2 1", (5, 3, 2, 1)),
        ("5,3;2", (5, 3, 2)),
        ("100", (100,)),
        ("0", (0,)),
        ("8 7 6 5 4 3 2 1", (8, 7, 6, 5, 4, 3, 2, 1)),
        ("", ()),
    ],
)
def test_places_are_written_with_blanks_or_commas(typed: str, places: tuple[int, ...]) -> None:
    assert PodiumField(required=False).clean(typed) == places


@pytest.mark.parametrize("typed", ["-1", "1.5", "1000", "five", "9" * 5000, "²"])
def test_what_is_no_whole_number_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError, match="Enter whole numbers"):
        PodiumField().clean(typed)


@pytest.mark.parametrize(
    ("value", "shown"), [((5, 3), "5 3"), ("5, x", "5, x"), (None, None), ((), "")]
)
def test_a_field_shows_what_was_typed_or_the_places(value: Any, shown: Any) -> None:
    assert PodiumField().prepare_value(value) == shown
