"""Owners and scorekeepers plan evenings; members see when and where, visitors of the group when."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.evenings import evenings
from scoring.evenings.evenings import TooManyEvenings, cancel_evening, change_evening
from scoring.evenings.pages import is_tonight
from scoring.models import Evening, Group
from scoring.models.evenings.evenings import MOST_UPCOMING
from tests.builders.evenings import answered, evening_url, planned
from tests.builders.groups import player, thursday_group, url_of
from tests.builders.seasons import season_of
from tests.builders.tables import signed_in
from tests.pages import page_words, words
from tools.bench.statements import most

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_group(time_zone="Europe/Paris")


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group)


@pytest.fixture
def bob(group: Group) -> Client:
    return signed_in("bob", group)


def sent(**more: str) -> dict[str, str]:
    day = timezone.localdate() + timedelta(days=10)
    return {
        "day": day.isoformat(),
        "begins": "19:30",
        "location": "Sam’s attic",
        "notes": "With cake.",
        "repeat": "never",
        **more,
    }


def test_an_evening_is_planned_in_the_time_zone_of_the_group(group: Group, alice: Client) -> None:
    day = f"{timezone.localdate().year + 1}-07-02"
    answer = alice.post(url_of("new_evening", group), sent(day=day))
    evening = Evening.objects.get()
    assert answer.headers["Location"] == evening_url(evening)
    assert evening.starts_at == datetime(int(day[:4]), 7, 2, 17, 30, tzinfo=UTC)
    page = page_words(alice, evening_url(evening))
    assert "2 July" in page
    assert "19:30 · Sam’s attic" in page
    assert "With cake." in page


def test_evenings_that_repeat_are_planned_at_once_and_only_once(
    group: Group, alice: Client
) -> None:
    values = sent(repeat="weekly", times="3")
    for _ in range(2):
        assert alice.post(url_of("new_evening", group), values).status_code == 302
    first, second, third = Evening.objects.order_by("starts_at")
    assert (second.day - first.day, third.day - second.day) == (timedelta(7), timedelta(7))
    assert len({first.link, second.link, third.link}) == 3


def test_an_evening_that_is_once_needs_no_number(group: Group, alice: Client) -> None:
    """The field is hidden then, so that nobody would see why it was refused."""
    sent_once = sent(repeat="never", times="13")
    assert alice.post(url_of("new_evening", group), sent_once).status_code == 302
    assert Evening.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"day": "2020-02-29"}, "That day has passed."),
        ({"day": "2099-01-01"}, "That day is too far ahead."),
        ({"begins": "25:00"}, "Enter a valid time."),
        ({"repeat": "weekly", "times": "13"}, "Ensure this value is less than or equal to 12."),
    ],
)
def test_it_says_what_is_wrong(
    group: Group, alice: Client, wrong: dict[str, str], sentence: str
) -> None:
    answer = alice.post(url_of("new_evening", group), sent(**wrong))
    assert answer.status_code == 422
    assert sentence in words(answer.content.decode())
    assert not Evening.objects.exists()


def test_a_group_plans_so_many_evenings_and_no_more(group: Group, alice: Client) -> None:
    for number in range(MOST_UPCOMING):
        planned(group, 1 + number)
    with pytest.raises(TooManyEvenings):
        planned(group, MOST_UPCOMING + 1)
    answer = alice.post(url_of("new_evening", group), sent(begins="12:00"))
    assert "Too many evenings are already planned." in words(answer.content.decode())


def test_the_list_has_the_next_evening_first_and_past_ones_below(group: Group, bob: Client) -> None:
    later, past, sooner = (planned(group, days) for days in (9, -9, 2))
    answered(sooner, "Mia")
    answered(sooner, "Noa", "maybe")
    page = page_words(bob, url_of("evenings", group))
    shown = [page.index(f"{one.day.day} {one.day:%B}, 19:30") for one in (sooner, later, past)]
    assert shown == sorted(shown)
    assert "1 yes · 1 maybe · Sam’s attic" in page
    assert "Plan an evening" not in page


def test_a_new_evening_is_for_the_usual_league_of_the_group(group: Group, alice: Client) -> None:
    league = season_of(group).league
    other = season_of(Group.objects.create(name="Other", slug="other")).league
    form = alice.get(url_of("new_evening", group)).context["form"]
    assert form["league"].value() == league.pk
    refused = alice.post(url_of("new_evening", group), sent(league=str(other.pk)))
    assert refused.status_code == 422
    alice.post(url_of("new_evening", group), sent(league=str(league.pk)))
    assert Evening.objects.get().league == league


def test_the_days_of_evenings_are_today_and_the_next_800(group: Group, alice: Client) -> None:
    today, status = timezone.localdate(timezone=group.zone), {}
    for days in (-1, 0, 800, 801):
        values = sent(day=(today + timedelta(days=days)).isoformat())
        status[days] = alice.post(url_of("new_evening", group), values).status_code
    assert status == {-1: 422, 0: 302, 800: 302, 801: 422}


def test_who_does_not_say_how_many_evenings_gets_two(group: Group, alice: Client) -> None:
    alice.post(url_of("new_evening", group), sent(repeat="weekly"))
    assert Evening.objects.count() == 2


def test_an_evening_is_planned_again_after_it_was_cancelled(group: Group) -> None:
    first = planned(group)
    assert planned(group) == first
    cancel_evening(evening=first, cancelled=True, at=timezone.now())
    second = planned(group)
    assert second != first
    assert second.cancelled_at is None
    assert planned(group) == second


def test_evenings_of_other_groups_and_past_ones_take_no_room(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evenings, "MOST_UPCOMING", 1)
    planned(Group.objects.create(name="Other", slug="other"))
    planned(group, -2)
    first = planned(group)
    assert planned(group) == first
    with pytest.raises(TooManyEvenings):
        planned(group, 8)


# The page of the group


def test_members_see_the_next_evening_on_the_page_of_the_group(group: Group, bob: Client) -> None:
    evening = planned(group)
    page = page_words(bob, url_of("group", group))
    day = f"{evening.day:%a} {evening.day.day} {evening.day:%b}"
    assert f"Next evening All evenings {day}, 19:30" in page
    assert "Sam’s attic · 0 yes" in page


def test_what_changes_of_it_changes_on_the_page_of_the_group(group: Group, bob: Client) -> None:
    evening = planned(group)
    assert "Sam’s attic · 0 yes" in page_words(bob, url_of("group", group))
    answered(evening, "Mia")
    assert "Sam’s attic · 1 yes" in page_words(bob, url_of("group", group))
    answered(evening, "Noa", "maybe")
    assert "Sam’s attic · 1 yes · 1 maybe" in page_words(bob, url_of("group", group))
    answered(evening, "Zoe", "no")
    assert "1 yes · 1 maybe · 1 no" in page_words(bob, url_of("group", group))
    cancel_evening(evening=evening, cancelled=True, at=timezone.now())
    assert "Next evening" not in page_words(bob, url_of("group", group))


@pytest.mark.parametrize(
    ("hours", "tonight"), [(6.1, False), (5.9, True), (-11.9, True), (-12.1, False)]
)
def test_it_is_tonight_from_six_hours_before_it_until_twelve_after(
    group: Group, hours: float, tonight: bool
) -> None:
    evening, at = planned(group), timezone.now()
    evening.starts_at = at + timedelta(hours=hours)
    assert is_tonight(evening, at) is tonight
    evening.cancelled_at = at
    assert not is_tonight(evening, at)


def test_visitors_of_a_public_group_see_the_day_alone(group: Group, client: Client) -> None:
    Group.objects.update(visibility=Group.Visibility.PUBLIC)
    evening = planned(group)
    source = client.get(url_of("group", group)).content.decode()
    assert "Next evening" in source
    assert "Sam’s attic" not in source
    assert evening.link not in source
    assert " yes" not in words(source)


# Changing and cancelling


def test_an_evening_is_changed(group: Group, alice: Client) -> None:
    evening = planned(group)
    page = alice.get(evening_url(evening, "edit_evening")).content.decode()
    assert 'value="19:30"' in page
    values = sent(begins="20:00", location="Library")
    alice.post(evening_url(evening, "edit_evening"), values)
    evening.refresh_from_db()
    assert f"{timezone.localtime(evening.starts_at, group.zone):%H:%M}" == "20:00"
    assert (evening.location, evening.sequence) == ("Library", 1)


def test_the_form_begins_with_what_is_stored(group: Group, alice: Client) -> None:
    league = season_of(group).league
    evening = planned(group, league=league)
    form = alice.get(evening_url(evening, "edit_evening")).context["form"]
    assert {name: form[name].value() for name in form.fields} == {
        "day": evening.day,
        "begins": time(19, 30),
        "location": "Sam’s attic",
        "notes": "With cake.",
        "league": league.pk,
    }
    alice.post(evening_url(evening, "edit_evening"), {**sent(), "notes": ""})
    evening.refresh_from_db()
    assert (evening.notes, evening.league) == ("", None)


def test_a_role_in_another_group_changes_nothing_here(group: Group) -> None:
    evening = planned(group)
    zoe = signed_in("zoe", Group.objects.create(name="Other", slug="other"), "owner")
    assert zoe.get(evening_url(evening, "edit_evening")).status_code == 404
    assert zoe.get(evening_url(evening)).status_code == 200


def test_another_time_is_announced_again_and_another_place_is_not(group: Group) -> None:
    evening, at = planned(group), timezone.now()
    Evening.objects.update(announced_at=at)
    starts_at = timezone.localtime(evening.starts_at, group.zone)
    values: dict[str, Any] = {"evening": evening, "day": evening.day, "notes": "", "league": None}
    change_evening(**values, begins=starts_at.time(), location="Library", at=at)
    assert Evening.objects.get().announced_at == at
    change_evening(**values, begins=starts_at.replace(hour=12).time(), location="Library", at=at)
    assert Evening.objects.get().announced_at is None


def test_a_cancelled_evening_says_so_and_may_take_place_after_all(
    group: Group, alice: Client
) -> None:
    evening = planned(group)
    alice.post(evening_url(evening, "cancel_evening"))
    page = page_words(alice, evening_url(evening))
    assert "This evening is cancelled." in page
    assert "Are you coming?" not in page
    alice.post(evening_url(evening, "cancel_evening"), {"takes_place": "1"})
    assert "Are you coming?" in page_words(alice, evening_url(evening))


def test_members_plan_and_change_nothing(group: Group, bob: Client) -> None:
    evening = planned(group)
    assert bob.get(url_of("new_evening", group)).status_code == 403
    assert bob.get(evening_url(evening, "edit_evening")).status_code == 403
    assert bob.post(evening_url(evening, "cancel_evening")).status_code == 403


def test_whoever_has_the_link_alone_finds_no_page_to_change_it(
    group: Group, client: Client
) -> None:
    evening = planned(group)
    assert client.get(evening_url(evening)).status_code == 200
    assert client.get(evening_url(evening, "edit_evening")).status_code == 404
    assert client.post(evening_url(evening, "cancel_evening")).status_code == 404
    assert client.get(evening_url(evening).replace(evening.link, "x" * 22)).status_code == 404


def test_its_qr_code_leads_to_its_link(group: Group, client: Client) -> None:
    answer = client.get(evening_url(planned(group), "evening_qr"))
    assert answer.headers["Content-Type"] == "image/svg+xml"


# Speed


@pytest.mark.parametrize("answers", [0, 30])
def test_a_page_takes_the_same_few_queries(group: Group, alice: Client, answers: int) -> None:
    evening = planned(group)
    for number in range(answers):
        planned(group, 8 + number)
        answered(evening, player(group, f"Player {number}").name)
    of_group = [url_of(name, group) for name in ("evenings", "new_evening")]
    for address in (evening_url(evening), evening_url(evening, "edit_evening"), *of_group):
        alice.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert alice.get(address).status_code == 200
        assert len(queries) <= most("page of a group"), address
