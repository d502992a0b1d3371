"""Enter, change and cancel the evenings of a group: each verb is one transaction."""

from collections.abc import Collection
from datetime import date, datetime, time

from scoring.models import Calendar, Evening, Group, League
from scoring.models.evenings.evenings import MOST_UPCOMING, new_evening_link
from scoring.models.locks import lock_evening, lock_group
from scoring.models.transactions import write_transaction


class TooManyEvenings(Exception):
    """The group has entered as many evenings in advance as it may."""


@write_transaction()
def create_evenings(
    *,
    group: Group,
    days: Collection[date],
    begins: time,
    location: str,
    notes: str,
    league: League | None,
    at: datetime,
) -> Evening:
    """Enter an evening for each day, and return the first; one that is there already stays.

    Raises TooManyEvenings."""
    lock_group(group.pk)
    moments = [datetime.combine(day, begins, group.zone) for day in days]
    existing = group.evenings.filter(starts_at__in=moments, cancelled_at=None)
    taken = set(existing.values_list("starts_at", flat=True))
    new = [moment for moment in moments if moment not in taken]
    if Evening.objects.of_group(group).upcoming(at).count() + len(new) > MOST_UPCOMING:
        raise TooManyEvenings
    Evening.objects.bulk_create(
        Evening(
            group=group,
            league=league,
            starts_at=moment,
            location=location,
            notes=notes,
            created_at=at,
            changed_at=at,
        )
        for moment in new
    )
    entered = group.evenings.filter(starts_at__in=moments, cancelled_at=None)
    return entered.order_by("starts_at", "pk")[0]


@write_transaction()
def change_evening(
    *,
    evening: Evening,
    day: date,
    begins: time,
    location: str,
    notes: str,
    league: League | None,
    at: datetime,
) -> None:
    """Change an evening; calendars and mail learn of it."""
    locked = lock_evening(evening.pk)
    starts_at = datetime.combine(day, begins, evening.group.zone)
    changed = ["location", "notes", "league"]
    if starts_at != locked.starts_at:  # people told about the other day are told about this one
        locked.starts_at, locked.announced_at, locked.concluded_at = starts_at, None, None
        changed += ["starts_at", "announced_at", "concluded_at"]
    locked.location, locked.notes, locked.league = location, notes, league
    _save(locked, changed, at)


@write_transaction()
def cancel_evening(*, evening: Evening, cancelled: bool, at: datetime) -> None:
    """Cancel an evening, or say that it takes place after all."""
    locked = lock_evening(evening.pk)
    locked.cancelled_at = at if cancelled else None
    _save(locked, ["cancelled_at"], at)


def _save(locked: Evening, changed: Collection[str], at: datetime) -> None:
    locked.sequence += 1
    locked.changed_at = at
    locked.save(update_fields=[*changed, "sequence", "changed_at"])


@write_transaction()
def renew_calendar(*, group: Group) -> None:
    """Give the group's calendar a new address; the one before no longer leads anywhere."""
    values = {"token": new_evening_link(), "renewed_at": None}
    Calendar.objects.update_or_create(group=group, defaults=values)
