"""Links that open a group, and leagues and seasons found only at the address of their own group."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Group, League, Season
from scoring.web.group_access import MOST_FOLLOWED_LINKS
from tests.builders.seasons import season_of
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db


def by_link(number: int) -> Group:
    """Make a group that everybody who has its link may see."""
    return Group.objects.create(
        name=f"Group {number}", slug=f"group-{number}", visibility=Group.Visibility.LINK
    )


def page_of(group: Group) -> str:
    return reverse("group", args=[group.slug])


def link_of(group: Group) -> str:
    return f"{page_of(group)}?key={group.link_token}"


# Links


def test_a_browser_keeps_the_latest_links_that_it_followed() -> None:
    first, *others = [by_link(number) for number in range(MOST_FOLLOWED_LINKS + 1)]
    browser = Client()
    for group in (first, *others):
        assert browser.get(link_of(group)).status_code == 200
    assert [browser.get(page_of(group)).status_code for group in others] == [
        200
    ] * MOST_FOLLOWED_LINKS
    assert browser.get(page_of(first)).status_code == 404


def test_a_link_followed_again_takes_no_other_links_place() -> None:
    first, *others = [by_link(number) for number in range(MOST_FOLLOWED_LINKS)]
    browser = Client()
    for group in (first, *others, *others[:3]):
        browser.get(link_of(group))
    assert browser.get(page_of(first)).status_code == 200


def test_a_link_opens_no_other_group() -> None:
    mine, other = by_link(1), by_link(2)
    browser = Client()
    assert browser.get(f"{page_of(other)}?key={mine.link_token}").status_code == 404
    browser.get(link_of(mine))
    assert browser.get(page_of(other)).status_code == 404


@pytest.mark.parametrize("key", ["", "?key=", "?key=None"])
def test_without_its_link_a_group_is_not_there(key: str) -> None:
    assert Client().get(page_of(by_link(1)) + key).status_code == 404


def test_a_link_of_a_group_that_its_members_alone_see_opens_nothing() -> None:
    group = by_link(1)
    browser = Client()
    browser.get(link_of(group))
    Group.objects.update(visibility=Group.Visibility.MEMBERS)
    assert browser.get(page_of(group)).status_code == 404
    assert browser.get(link_of(group)).status_code == 404


# Leagues and seasons


@pytest.fixture
def theirs() -> Season:
    """Make a season of another group, at the same address as ours."""
    return season_of(Group.objects.create(name="Theirs", slug="theirs"), name="Their year")


@pytest.fixture
def ours() -> Season:
    return season_of(Group.objects.create(name="Ours", slug="ours"), name="Our year")


@pytest.mark.parametrize("name", ["league_edit", "league_remove", "season_new"])
@pytest.mark.usefixtures("theirs")
def test_an_address_of_another_groups_league_is_not_there(name: str) -> None:
    group = Group.objects.create(name="Ours", slug="ours")
    owner = signed_in("olga", group, "owner")
    assert owner.get(reverse(name, args=["ours", "cup"])).status_code == 404
    assert owner.post(reverse(name, args=["ours", "cup"])).status_code == 404
    assert League.objects.count() == 1


@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_two_groups_have_a_league_at_the_same_address(
    first: str, request: pytest.FixtureRequest
) -> None:
    for name in (first, "ours", "theirs"):
        request.getfixturevalue(name)
    owner = signed_in("olga", Group.objects.get(slug="ours"), "owner")
    page = owner.get(reverse("league_edit", args=["ours", "cup"])).content.decode()
    assert "Our year" in page
    assert "Their year" not in page
    owner.post(reverse("league_edit", args=["ours", "cup"]), {"name": "Shield", "slug": "cup"})
    renamed = dict(League.objects.values_list("group__slug", "name"))
    assert renamed == {"ours": "Shield", "theirs": "Cup"}


@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_two_groups_have_a_season_at_the_same_address(
    first: str, request: pytest.FixtureRequest
) -> None:
    for name in (first, "ours", "theirs"):
        request.getfixturevalue(name)
    member = signed_in("bob", Group.objects.get(slug="ours"))
    page = member.get(reverse("season", args=["ours", "cup", "year"])).content.decode()
    assert "Our year" in page
    assert "Their year" not in page
    assert member.get(reverse("season", args=["theirs", "cup", "year"])).status_code == 404


@pytest.mark.parametrize(
    "address", [("ours", "shield", "year"), ("ours", "cup", "spring"), ("ours", "cup", "winter")]
)
def test_a_season_is_found_by_its_group_league_and_own_address_together(
    address: tuple[str, str, str], ours: Season
) -> None:
    """Each part of the address exists elsewhere: another league has a season "winter"."""
    League.objects.create(group=ours.league.group, slug="shield", name="Shield")
    season_of(ours.league.group, league="other", slug="winter")
    member = signed_in("bob", ours.league.group)
    assert member.get(reverse("season", args=address)).status_code == 404
