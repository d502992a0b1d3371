"""Making, describing and deleting a group, its page, its time zone and its language."""

import json
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Group, Invitation, League, Player, Season, Session
from scoring.registry import installed_games
from tests.builders.groups import (
    OWNER,
    membership,
    page_source,
    player,
    thursday_group,
    url_of,
)
from tests.builders.tables import finished_table, open_empty, signed_in

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 23, 30, tzinfo=UTC)
NEW = {"visibility": "members", "time_zone": "Europe/Paris", "language": "fr"}


@pytest.fixture
def group() -> Group:
    return thursday_group()


# Making one


def test_whoever_makes_a_group_owns_it() -> None:
    answer = signed_in("zoe").post(reverse("new_group"), {**NEW, "name": "Jeudi à l’Œuvre"})
    assert answer.headers["Location"] == "/g/jeudi-a-luvre/"
    group = Group.objects.get()
    assert (group.name, group.time_zone, group.language) == (
        "Jeudi à l’Œuvre",
        "Europe/Paris",
        "fr",
    )
    assert membership(group, "zoe").role == OWNER


@pytest.mark.parametrize(
    ("name", "slug"), [("Thursday", "thursday-2"), ("???", "group"), ("A" * 60, "a" * 56)]
)
@pytest.mark.usefixtures("group")
def test_an_address_is_proposed_from_the_name(name: str, slug: str) -> None:
    signed_in("zoe").post(reverse("new_group"), {**NEW, "name": name})
    assert Group.objects.latest("pk").slug == slug


@pytest.mark.usefixtures("group")
def test_an_address_that_is_taken_meanwhile_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the other group had come between the form's look and the saving."""
    monkeypatch.setattr("django.db.models.Model.validate_unique", lambda *_, **_more: None)
    monkeypatch.setattr("scoring.groups.forms.GroupForm.clean_slug", lambda form: form.data["slug"])
    page = signed_in("zoe").post(reverse("new_group"), {**NEW, "name": "Mine", "slug": "thursday"})
    assert page.status_code == 422
    assert "Another group already has this address." in page.content.decode()


@pytest.mark.usefixtures("group")
def test_an_address_that_is_taken_is_refused_in_words() -> None:
    fields = {**NEW, "name": "Mine", "slug": "thursday"}
    page = signed_in("zoe").post(reverse("new_group"), fields)
    assert page.status_code == 422
    assert "Another group already has this address." in page.content.decode()


def test_a_form_goes_on_after_what_was_refused() -> None:
    page = signed_in("zoe").post(
        reverse("new_group"), {**NEW, "name": "", "time_zone": "Mars/Base"}
    )
    assert page.status_code == 422
    assert Group.objects.count() == 0


def test_a_form_that_is_sent_twice_makes_one_group() -> None:
    zoe = signed_in("zoe")
    answers = [zoe.post(reverse("new_group"), {**NEW, "name": "Mine"}) for _ in range(2)]
    assert {answer.headers["Location"] for answer in answers} == {"/g/mine/"}
    assert Group.objects.count() == 1


@pytest.mark.usefixtures("group")
def test_one_person_is_in_several_groups() -> None:
    other = Group.objects.create(name="Friday", slug="friday")
    page = page_source(signed_in("bob", other), reverse("account"))
    assert page.index("Friday") < page.index("Thursday")


def test_names_are_only_ever_words() -> None:
    fields = {**NEW, "name": "<script>alert(1)</script>"}
    client = signed_in("zoe")
    page = page_source(client, client.post(reverse("new_group"), fields).headers["Location"])
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


@pytest.mark.parametrize("name", ["group", "people", "players"])
def test_a_large_group_asks_no_more(
    group: Group, name: str, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    for number in range(6):
        finished_table(group=group, players=[f"Ida {number}", f"Joe {number}"])
        signed_in(f"member {number}", group)
    client = signed_in("alice")
    with django_assert_max_num_queries(18 if name == "group" else 12):  # type: ignore[operator]
        client.get(url_of(name, group))


# Its settings


def test_an_owner_describes_it_anew(group: Group) -> None:
    fields = {**NEW, "name": "Friday", "slug": "friday", "visibility": "public"}
    answer = signed_in("alice").post(url_of("group_settings", group), fields)
    assert answer.headers["Location"] == "/g/friday/"
    group.refresh_from_db()
    assert (group.name, group.visibility, group.time_zone) == ("Friday", "public", "Europe/Paris")


def test_what_is_refused_is_not_shown_as_its_name(group: Group) -> None:
    fields = {**NEW, "name": "x" * 61}
    page = signed_in("alice").post(url_of("group_settings", group), fields).content.decode()
    assert '<p class="trail"><a href="/g/thursday/">Thursday</a></p>' in page


def test_cached_pages_show_its_new_name(group: Group) -> None:
    league = League.objects.create(group=group, name="Winter", slug="winter")
    season = Season.objects.create(league=league, name="2024", slug="2024")
    signed_in("alice").post(
        url_of("group_settings", group), {**NEW, "name": "Friday", "slug": "friday"}
    )
    assert Season.objects.get().version > season.version


def test_a_new_link_ends_the_old_one(group: Group) -> None:
    Group.objects.update(visibility=Group.Visibility.LINK)
    guest = Client()
    old = f"{url_of('group', group)}?key={group.link_token}"
    assert guest.get(old).status_code == 200
    assert guest.get(url_of("group", group)).status_code == 200
    assert old in page_source(signed_in("alice"), url_of("group_settings", group))
    signed_in("alice").post(url_of("renew_group_link", group))
    assert guest.get(old).status_code == 404
    group.refresh_from_db()
    new = f"{url_of('group', group)}?key={group.link_token}"
    assert guest.get(new).status_code == 200


def test_a_zone_that_is_none_is_refused() -> None:
    with pytest.raises(ValidationError, match="no time zone with this name"):
        Group(name="x", slug="x", time_zone="Mars/Base").full_clean()


# Its time zone and its language


@pytest.mark.parametrize(
    ("zone", "day"), [("UTC", 29), ("Europe/Paris", 1), ("America/New_York", 29)]
)
def test_today_is_where_the_group_is(zone: str, day: int, monkeypatch: pytest.MonkeyPatch) -> None:
    thursday_group(time_zone=zone)
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    fields = {"key": str(uuid4()), "begins": "0", "name": ["Ida", "Joe"], "do": "open"}
    fields |= {"variant": "standard", "directions": "universal", "group": "thursday"}
    assert signed_in("alice").post(reverse("new", args=["artem"]), fields).status_code == 302
    played_on = Session.objects.get().played_on
    assert played_on is not None
    assert played_on.day == day


def test_times_are_shown_where_the_group_is(group: Group) -> None:
    Group.objects.update(time_zone="America/New_York")
    by = User.objects.get(username="alice")
    Invitation.objects.create(
        group=group,
        created_by=by,
        created_at=timezone.now(),
        expires_at=datetime(2090, 1, 1, 3, 30, tzinfo=UTC),
    )
    assert "until 31 December 2089, 22:30" in page_source(
        signed_in("alice"), url_of("invite", group)
    )
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("accepted", "chosen", "spoken"),
    [("", "", "fr"), ("de", "", "fr"), ("en-GB,de;q=0.5", "", "en"), ("", "en", "en")],
)
def test_who_asks_for_no_language_of_ours_gets_the_groups(
    accepted: str, chosen: str, spoken: str
) -> None:
    group = thursday_group(visibility="public", language="fr")
    client = Client(headers={"accept-language": accepted})
    if chosen:
        client.post(reverse("set_language"), {"language": chosen})
    page = client.get(url_of("group", group))
    assert f'<html lang="{spoken}">' in page.content.decode()
    assert page.headers["Content-Language"] == spoken


def test_the_language_of_a_hidden_group_is_no_way_to_find_it() -> None:
    group = thursday_group(language="fr")
    page = Client(headers={"accept-language": ""}).get(url_of("group", group))
    assert page.status_code == 404
    assert page.headers["Content-Language"] == "en"


# Taking it away, and deleting it


def test_its_sessions_go_as_documents(group: Group) -> None:
    finished_table(group=group)
    finished_table()
    answer = signed_in("bob").get(url_of("group_documents", group))
    lines = b"".join(answer.streaming_content).splitlines()  # type: ignore[attr-defined]
    assert len(lines) == 1
    assert json.loads(lines[0])["players"] == ["Ida", "Joe"]


def test_before_it_is_deleted_it_can_be_taken_along(group: Group) -> None:
    page = page_source(signed_in("alice"), url_of("delete_group", group))
    assert f'href="{url_of("group_documents", group)}"' in page


def test_it_is_deleted_by_its_name_alone(group: Group) -> None:
    alice = signed_in("alice")
    page = alice.post(url_of("delete_group", group), {"name": "thursdays"})
    assert page.status_code == 422
    assert "Nothing was deleted." in page.content.decode()
    assert Group.objects.exists()
    assert alice.post(url_of("delete_group", group), {"name": "Thursday"}).status_code == 302
    assert not Group.objects.exists()


def test_everything_that_was_played_in_it_goes_with_it(group: Group) -> None:
    for slug in installed_games():
        open_empty(slug, group=group)
    finished_table(group=group)
    elsewhere = finished_table()
    player(group, "Zoe")
    signed_in("alice").post(url_of("delete_group", group), {"name": "Thursday"})
    assert list(Session.objects.all()) == [elsewhere]
    assert not Player.objects.exists()
    assert User.objects.count() == 2
