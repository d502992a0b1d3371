"""Leagues and seasons in the admin: saving them counts their sessions again."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.forms import MultipleChoiceField
from django.test import Client
from django.urls import reverse

from scoring.models import Career, Group, League, Membership, Player, Result, Season, Tally
from scoring.upkeep.rescore import group_differences, season_differences
from tests.builders.seasons import YEAR, artem_document, play_session, season_of
from tests.builders.staff import new_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def season(group: Group) -> Season:
    season_of(group)
    season = Season.objects.select_related("league__group").get()
    play_session(group, artem_document(1, 2, 3), league=season.league)
    return season


@pytest.fixture
def alice(group: Group) -> Client:
    user = new_staff("alice")
    Membership.objects.create(group=group, user=user, role=Membership.Role.OWNER)
    client = Client()
    client.force_login(user)
    return client


def page_of(one: Any) -> str:
    return reverse(f"admin:scoring_{one._meta.model_name}_change", args=[one.pk])


def save_page(client: Client, address: str, **fields: Any) -> Any:
    """Save the page with some fields changed."""
    form = client.get(address).context["adminform"].form
    data = {}
    for bound in form:
        value = bound.value()
        if isinstance(bound.field, MultipleChoiceField) or value not in (None, False, ""):
            data[bound.html_name] = "on" if value is True else value
    return client.post(address, {**data, **fields})


def test_other_rules_are_counted_at_once(alice: Client, season: Season) -> None:
    answer = save_page(alice, page_of(season), scheme="podium", podium="7 3")
    assert answer.status_code == 302
    top = Tally.objects.in_order().first()
    assert top is not None
    assert top.sum == 7 * 840


def test_a_game_less_counts_less(alice: Client, season: Season) -> None:
    assert save_page(alice, page_of(season), games=["duplik"]).status_code == 302
    assert list(season.games.values_list("game", flat=True)) == ["duplik"]
    assert not Tally.objects.exists()


def test_a_season_is_made_with_its_games(alice: Client, season: Season) -> None:
    address = reverse("admin:scoring_season_add")
    fields = {"league": season.league_id, "name": "Spring", "slug": "spring"}
    days = {"starts_on": f"{YEAR}-01-01", "ends_on": f"{YEAR}-12-31"}
    assert save_page(alice, address, **fields, **days, games=["artem"]).status_code == 302
    made = Season.objects.get(slug="spring")
    assert [game.game for game in made.games.all()] == ["artem"]
    assert (made.sessions, season.sessions) == (1, 0)  # as it was read
    season.refresh_from_db()
    assert season.sessions == 1


def test_a_day_has_so_many_seasons_and_no_more(alice: Client, season: Season) -> None:
    for number in range(5):
        season_of(season.league.group, name=f"Cup {number}", slug=f"cup-{number}")
    address = reverse("admin:scoring_season_add")
    fields = {"league": season.league_id, "name": "Spring", "slug": "spring"}
    days = {"starts_on": f"{YEAR}-01-01", "ends_on": f"{YEAR}-12-31"}
    full = save_page(alice, address, **fields, **days)
    assert full.status_code == 200
    errors = full.context["adminform"].form.errors
    assert "The league already has 6 seasons on 1 January 2026" in errors["starts_on"][0]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"ends_on": f"{YEAR - 1}-01-01"}, "ends_on"),
        ({"podium": "x"}, "podium"),
        ({"slug": "new"}, "slug"),
        ({"slug": "spring"}, "slug"),
        ({"games": []}, "games"),
    ],
)
def test_what_makes_no_season_is_shown_at_its_field(
    alice: Client, season: Season, fields: dict[str, Any], field: str
) -> None:
    first, last = date(2020, 1, 1), date(2020, 12, 31)
    season_of(season.league.group, slug="spring", starts_on=first, ends_on=last)
    answer = save_page(alice, page_of(season), **fields)
    assert list(answer.context["adminform"].form.errors) == [field]


def test_the_league_of_a_season_and_the_group_of_a_league_cannot_be_changed(
    alice: Client, season: Season
) -> None:
    other = season_of(season.league.group, league="other")
    elsewhere = Group.objects.create(name="Other", slug="other")
    Membership.objects.create(group=elsewhere, user=User.objects.get(), role=Membership.Role.OWNER)
    save_page(alice, page_of(season), league=other.league_id)
    save_page(alice, page_of(season.league), group=elsewhere.pk)
    season.refresh_from_db()
    assert (season.league.slug, season.league.group.slug) == ("cup", "thursday")


@pytest.mark.parametrize("slug", ["player", "other"])
def test_an_address_that_is_taken_is_refused(alice: Client, season: Season, slug: str) -> None:
    League.objects.create(group=season.league.group, name="Other", slug="other")
    answer = save_page(alice, page_of(season.league), slug=slug)
    assert list(answer.context["adminform"].form.errors) == ["slug"]


def test_a_deleted_season_takes_its_results_out(alice: Client, season: Season) -> None:
    alice.post(reverse("admin:scoring_season_delete", args=[season.pk]), {"post": "yes"})
    assert not Season.objects.exists()
    assert not Result.objects.exclude(season=None).exists()


def test_another_name_puts_the_level_in_another_order(alice: Client, season: Season) -> None:
    session = play_session(season.league.group, artem_document(3, 2, 1), league=season.league)
    assert session.league is not None
    ana = Player.objects.get(name="Ana")
    assert Tally.objects.in_order().values_list("player__name", flat=True)[0] == "Ana"
    assert save_page(alice, page_of(ana), name="Zoe", nickname="Z").status_code == 302
    assert Tally.objects.in_order().values_list("player__name", flat=True)[0] == "Cleo"
    ana.refresh_from_db()
    assert ana.nickname == "Z"


def test_hiding_a_player_changes_the_version_of_cached_pages(alice: Client, season: Season) -> None:
    season.refresh_from_db()
    save_page(alice, page_of(Player.objects.get(name="Ana")), hidden="on")
    assert Season.objects.get().version > season.version


def test_results_that_are_mended_are_counted_anew(alice: Client, season: Season) -> None:
    session = season.league.sessions.get()
    Result.objects.filter(session=session, rank=1).update(rank=3, season=None)
    Tally.objects.update(sum=5)
    Career.objects.update(wins=9)
    fields = {"action": "recompute", "_selected_action": [session.pk]}
    alice.post(reverse("admin:scoring_session_changelist"), fields)
    assert season_differences(season) == []
    assert group_differences(season.league.group) == []
    assert [line.sum for line in Tally.objects.in_order()] == [840, 420, 0]


def test_a_league_is_added(alice: Client, group: Group) -> None:
    fields = {"group": group.pk, "name": "Autumn cup", "slug": "autumn"}
    assert save_page(alice, reverse("admin:scoring_league_add"), **fields).status_code == 302
    assert League.objects.get(group=group, slug="autumn").name == "Autumn cup"
