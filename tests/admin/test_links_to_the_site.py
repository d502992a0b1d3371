"""Going from the admin to the site, and from the site to the admin."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Group, League, Player, Season
from tests.admin.test_sessions import filled, staff
from tests.builders.admin_forms import page_of
from tests.builders.seasons import season_of
from tests.builders.tables import artem_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def thursday() -> Group:
    return filled("thursday", 4)


def site_link(client: Client, page: str) -> str:
    """Return where "view on site" leads; empty without that link."""
    context = client.get(page).context
    return context["absolute_url"] if context["has_absolute_url"] else ""


def test_an_owner_goes_from_a_session_to_the_site(thursday: Group) -> None:
    alice = staff("alice", thursday, "owner")
    finished = thursday.sessions.filter(finished_at__isnull=False).in_order()[0]
    going_on = artem_table(group=thursday)
    for session in (finished, going_on):
        link = site_link(alice, page_of(session))
        assert alice.get(link).status_code == 200
    assert site_link(alice, page_of(finished)).endswith("/result/")


def test_an_owner_goes_from_a_group_a_player_and_a_season_to_the_site(thursday: Group) -> None:
    alice = staff("alice", thursday, "owner")
    player = Player.objects.filter(group=thursday).order_by("pk")[0]
    season = season_of(thursday)
    links = {
        f"/admin/scoring/group/{thursday.pk}/change/": "/g/thursday/",
        f"/admin/scoring/player/{player.pk}/change/": f"/g/thursday/player/{player.pk}/",
        f"/admin/scoring/season/{season.pk}/change/": "/g/thursday/cup/year/",
    }
    assert {page: site_link(alice, page) for page in links} == links
    assert [alice.get(link).status_code for link in links.values()] == [200, 200, 200]


def test_superusers_are_led_to_pages_of_any_group_and_they_open(
    admin_client: Client, thursday: Group
) -> None:
    """But to no result where the group shows none: they do not belong to its tables."""
    session = thursday.sessions.filter(finished_at__isnull=False).in_order()[0]
    player = Player.objects.filter(group=thursday).order_by("pk")[0]
    pages = [
        page_of(session),
        f"/admin/scoring/group/{thursday.pk}/change/",
        f"/admin/scoring/player/{player.pk}/change/",
    ]
    for visibility in (Group.Visibility.MEMBERS, Group.Visibility.PUBLIC):
        Group.objects.update(visibility=visibility, shows_results=True)
        Player.objects.update(hidden=True)
        links = [site_link(admin_client, page) for page in pages]
        assert [admin_client.get(link).status_code for link in links] == [200, 200, 200]
    Group.objects.update(shows_results=False)
    assert site_link(admin_client, pages[0]) == ""


def test_staff_go_from_the_site_to_the_admin(thursday: Group) -> None:
    league = League.objects.create(group=thursday, name="Cup", slug="cup")
    days = {"starts_on": "2024-01-01", "ends_on": "2024-12-31"}
    season = Season.objects.create(league=league, name="2024", slug="2024", **days)
    player = Player.objects.filter(group=thursday).order_by("pk")[0]
    session = thursday.sessions.in_order()[0]
    admin_of = {
        "/g/thursday/settings/": f"/admin/scoring/group/{thursday.pk}/change/",
        f"/g/thursday/players/{player.pk}/": f"/admin/scoring/player/{player.pk}/change/",
        "/g/thursday/league/cup/2024/": f"/admin/scoring/season/{season.pk}/change/",
        f"/table/{session.uuid}/about/": page_of(session),
    }
    alice = staff("alice", thursday, "owner")
    for page, in_admin in admin_of.items():
        assert f'href="{in_admin}"' in alice.get(page, follow=True).content.decode()
        assert alice.get(in_admin).status_code == 200
    User.objects.update(is_staff=False)
    for page, in_admin in admin_of.items():
        assert f'href="{in_admin}"' not in alice.get(page, follow=True).content.decode()
