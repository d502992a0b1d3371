"""Calendars read the evenings of a group at a secret address; an independent reader checks it."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import icalendar
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.evenings.calendar import calendar_file
from scoring.evenings.evenings import (
    cancel_evening,
    change_evening,
    create_evenings,
    renew_calendar,
)
from scoring.models import Calendar, Evening, Group
from tests.builders.evenings import evening_url, planned
from tests.builders.groups import thursday_group, url_of
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    made = thursday_group(time_zone="Europe/Paris")
    renew_calendar(group=made)
    return made


def address(group: Group) -> str:
    return reverse("calendar", args=[Calendar.objects.get(group=group).token])


def events(client: Client, group: Group) -> list[Any]:
    feed = client.get(address(group))
    assert feed.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return list(icalendar.Calendar.from_ical(feed.content).walk("VEVENT"))


def test_it_has_day_place_notes_and_link_in_the_groups_time_zone(
    group: Group, client: Client
) -> None:
    evening = planned(group, notes="With cake, tea; and more.\nBring a pen.")
    (event,) = events(client, group)
    assert event["uid"] == f"{evening.uuid}@scorefolio"
    assert event["dtstart"].dt == evening.starts_at
    assert event["dtstart"].params["TZID"] == "Europe/Paris"
    assert event["location"] == "Sam’s attic"
    link = f"http://testserver{evening_url(evening)}"
    assert event["description"] == f"With cake, tea; and more.\nBring a pen.\n\n{link}"
    assert event["url"] == link
    assert event["status"] == "CONFIRMED"


def test_it_says_exactly_this(group: Group) -> None:
    """Four hours are shown: nobody says when an evening ends."""
    at = datetime(2026, 7, 1, 8, 15, tzinfo=UTC)
    evening = create_evenings(
        group=group,
        days=[date(2026, 7, 2)],
        begins=time(19, 30),
        location="",
        notes="",
        league=None,
        at=at,
    )
    link = "https://club.example/evening/abc/"
    lines = calendar_file(group, [evening], {evening.pk: link}).decode().split("\r\n")
    zone = slice(lines.index("BEGIN:VTIMEZONE"), lines.index("END:VTIMEZONE") + 1)
    del lines[zone]
    event = slice(lines.index("BEGIN:VEVENT"), lines.index("END:VEVENT") + 1)
    assert sorted(lines[event]) == [
        "BEGIN:VEVENT",
        f"DESCRIPTION:{link}",
        "DTEND;TZID=Europe/Paris:20260702T233000",
        "DTSTAMP:20260701T081500Z",
        "DTSTART;TZID=Europe/Paris:20260702T193000",
        "END:VEVENT",
        "LAST-MODIFIED:20260701T081500Z",
        "SEQUENCE:0",
        "STATUS:CONFIRMED",
        "SUMMARY:Game evening with Thursday",
        f"UID:{evening.uuid}@scorefolio",
        f"URL:{link}",
    ]
    del lines[event]
    assert sorted(lines) == [
        "",
        "BEGIN:VCALENDAR",
        "END:VCALENDAR",
        "PRODID:-//Scorefolio//evenings//EN",
        "VERSION:2.0",
        "X-WR-CALNAME:Thursday",
    ]


def test_it_has_the_evenings_of_the_last_90_days_and_all_to_come(
    group: Group, client: Client
) -> None:
    other = Group.objects.create(name="Other", slug="other")
    planned(other, 1)
    latest, oldest = planned(group, 400), planned(group, -89)
    planned(group, -91)
    assert [one["uid"] for one in events(client, group)] == [
        f"{oldest.uuid}@scorefolio",
        f"{latest.uuid}@scorefolio",
    ]
    Evening.objects.filter(pk=oldest.pk).update(starts_at=timezone.now() - timedelta(days=90))
    assert [one["uid"] for one in events(client, group)] == [f"{latest.uuid}@scorefolio"]


def test_it_is_in_the_language_of_the_group(client: Client) -> None:
    group = thursday_group(language="fr")
    renew_calendar(group=group)
    planned(group)
    (event,) = events(client, group)
    assert event["summary"] == "Soirée jeux avec Thursday"


def test_it_defines_the_time_zone_that_it_names(group: Group, client: Client) -> None:
    planned(group)
    feed = client.get(address(group)).content
    zone: Any
    (zone,) = icalendar.Calendar.from_ical(feed).walk("VTIMEZONE")
    assert zone["tzid"] == "Europe/Paris"


def test_no_line_is_longer_than_the_format_allows(group: Group, client: Client) -> None:
    planned(group, notes="é" * 300)
    lines = client.get(address(group)).content.split(b"\r\n")
    assert max(map(len, lines)) <= 75


def test_a_change_keeps_the_event_and_raises_its_sequence(group: Group, client: Client) -> None:
    evening = planned(group)
    (before,) = events(client, group)
    at = timezone.now() + timedelta(hours=1)
    starts_at = timezone.localtime(evening.starts_at, group.zone)
    change_evening(
        evening=evening,
        day=evening.day,
        begins=starts_at.time(),
        location="Library",
        notes="",
        league=None,
        at=at,
    )
    (after,) = events(client, group)
    assert after["uid"] == before["uid"]
    assert (before["sequence"], after["sequence"]) == (0, 1)
    assert after["last-modified"].dt == at.replace(microsecond=0)
    assert after["location"] == "Library"


def test_a_cancelled_evening_stays_and_is_cancelled(group: Group, client: Client) -> None:
    cancel_evening(evening=planned(group), cancelled=True, at=timezone.now())
    (event,) = events(client, group)
    assert event["status"] == "CANCELLED"


def test_a_calendar_that_has_all_of_it_is_answered_with_304(group: Group, client: Client) -> None:
    planned(group)
    etag = client.get(address(group)).headers["ETag"]
    assert client.get(address(group), headers={"if-none-match": etag}).status_code == 304
    planned(group, 8)
    assert client.get(address(group), headers={"if-none-match": etag}).status_code == 200


def test_a_new_address_ends_the_one_before(group: Group, client: Client) -> None:
    before = address(group)
    assert signed_in("bob").post(url_of("renew_calendar", group)).status_code == 403
    signed_in("alice").post(url_of("renew_calendar", group))
    assert client.get(before).status_code == 404
    assert client.get(address(group)).status_code == 200


def test_its_address_is_on_the_page_of_members(group: Group) -> None:
    assert address(group) in signed_in("bob").get(url_of("evenings", group)).content.decode()
