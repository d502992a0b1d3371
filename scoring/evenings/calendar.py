"""The calendar of a group's evenings, in the format of RFC 5545."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.models import Evening, Group

if TYPE_CHECKING:
    import icalendar

CONTENT_TYPE = "text/calendar; charset=utf-8"
LENGTH = timedelta(hours=4)  # that calendars show; nobody says when an evening ends
MOST_EVENTS = 120
SHOWN_FOR = timedelta(days=90)  # afterwards


def calendar_file(group: Group, evenings: Iterable[Evening], links: Mapping[int, str]) -> bytes:
    """Write the calendar; `links` has the page of each evening."""
    # Not above: every process would wait a twentieth of a second for it, and few need it.
    import icalendar  # noqa: PLC0415

    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Scorefolio//evenings//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", group.name)
    for evening in evenings:
        calendar.add_component(_event(group, evening, links[evening.pk]))
    calendar.add_missing_timezones()
    content: bytes = calendar.to_ical()
    return content


def _event(group: Group, evening: Evening, link: str) -> "icalendar.Event":
    import icalendar  # noqa: PLC0415 (as above)

    event = icalendar.Event()
    starts_at = evening.starts_at.astimezone(group.zone)
    event.add("uid", f"{evening.uuid}@scorefolio")
    event.add("summary", _("Game evening with %(group)s") % {"group": group.name})
    event.add("dtstart", starts_at)
    event.add("dtend", starts_at + LENGTH)
    # When it was changed and not when it is read: else each reading would be another calendar.
    event.add("dtstamp", evening.changed_at)
    event.add("last-modified", evening.changed_at)
    event.add("sequence", evening.sequence)
    event.add("status", "CANCELLED" if evening.cancelled_at else "CONFIRMED")
    event.add("url", link)
    if evening.location:
        event.add("location", evening.location)
    event.add("description", "\n\n".join(filter(None, (evening.notes, link))))
    return event
