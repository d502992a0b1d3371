"""Evenings on which a group meets to play, and the secret address of their calendar."""

import secrets
import uuid
from datetime import date, datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.core.limits import LETTERS_OF_NOTES
from scoring.models.people import Group
from scoring.models.seasons import League

LONGEST_EVENING = timedelta(hours=12)
MOST_UPCOMING = 60


def new_evening_link() -> str:
    return secrets.token_urlsafe(16)


class EveningQuerySet(models.QuerySet["Evening"]):
    def of_group(self, group: Group) -> Self:
        return self.filter(group=group)

    def with_link(self, link: str) -> "Evening | None":
        """Return the evening of a link, with its group and its league."""
        return self.filter(link=link).select_related("group", "league").first()

    def upcoming(self, at: datetime) -> Self:
        """Return evenings that are not over, the next one first; also those that were cancelled."""
        return self.filter(starts_at__gt=at - LONGEST_EVENING).order_by("starts_at", "pk")

    def past(self, at: datetime) -> Self:
        return self.filter(starts_at__lte=at - LONGEST_EVENING).order_by("-starts_at", "-pk")

    def in_calendar(self, group: Group, since: datetime) -> Self:
        return self.filter(group=group, starts_at__gt=since).order_by("starts_at", "pk")

    def next_of(self, group: Group, at: datetime) -> "Evening | None":
        """Return the evening that takes place next, or now."""
        return self.filter(group=group).taking_place().upcoming(at).first()

    def taking_place(self) -> Self:
        return self.filter(cancelled_at=None)

    def between(self, first: datetime, last: datetime) -> Self:
        """Return evenings that begin after the one moment and not after the other."""
        return self.filter(starts_at__gt=first, starts_at__lte=last).order_by("starts_at", "pk")

    def with_addresses(self) -> Self:
        """Return evenings about which somebody wants mail."""
        return self.filter(answers__address__isnull=False).distinct()

    def with_counts(self) -> Self:
        """Count who is here, who has left, and of the others who comes, may come and does not."""
        absent = Q(answers__here_at=None)
        counted = {
            f"count_{answer}": Count("answers", filter=absent & Q(answers__coming=answer))
            for answer in ("yes", "maybe", "no")
        }
        came = Q(answers__here_at__isnull=False)
        here = Count("answers", filter=came & Q(answers__left_at=None))
        left = Count("answers", filter=came & Q(answers__left_at__isnull=False))
        return self.annotate(**counted, count_here=here, count_left=left)

    def counted(self, evening: int) -> "Evening | None":
        """Return the evening of this primary key with its counts."""
        return self.with_counts().filter(pk=evening).first()


class Evening(models.Model):
    """A day and an hour at which a group meets. Anyone with its link may see it and answer."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="evenings")
    # Its tables count for this league, and its ranking follows the rules of a season of it.
    league = models.ForeignKey(
        League,
        models.SET_NULL,
        related_name="evenings",
        null=True,
        blank=True,
        verbose_name=_("league"),
    )
    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    link = models.CharField(max_length=40, unique=True, default=new_evening_link, editable=False)
    # Since somebody who knew the link before left the group.
    link_renewed_at = models.DateTimeField(null=True, blank=True, editable=False)
    starts_at = models.DateTimeField(_("start"))
    location = models.CharField(_("location"), max_length=200, blank=True)
    notes = models.TextField(_("notes"), max_length=LETTERS_OF_NOTES, blank=True)
    # How often it was changed since it was announced: calendars take the highest.
    sequence = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True, editable=False)
    # When the emails before it and after it were written.
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)
    concluded_at = models.DateTimeField(null=True, blank=True, editable=False)

    # No columns, with_counts() reads them: how many are here, and what the others said.
    count_yes = count_maybe = count_no = count_here = count_left = 0

    objects = EveningQuerySet.as_manager()

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        indexes = (
            models.Index(fields=("group", "starts_at"), name="scoring_evenings_of_group"),
            models.Index(fields=("starts_at",), name="scoring_evenings_in_order"),
        )

    def __str__(self) -> str:
        return f"{self.group}: {self.starts_at:%Y-%m-%d %H:%M}"

    @property
    def day(self) -> date:
        """Return the day on which it begins, in the group's time zone."""
        return timezone.localdate(self.starts_at, self.group.zone)

    @property
    def count_came(self) -> int:
        return self.count_here + self.count_left

    def has_begun(self, at: datetime) -> bool:
        return self.starts_at <= at

    def is_over(self, at: datetime) -> bool:
        return self.starts_at <= at - LONGEST_EVENING


class CalendarQuerySet(models.QuerySet["Calendar"]):
    def of_group(self, group: Group) -> "Calendar | None":
        return self.filter(group=group).first()

    def with_token(self, token: str) -> "Calendar | None":
        return self.filter(token=token).select_related("group").first()


class Calendar(models.Model):
    """The secret address at which calendars read a group's evenings, if it has one."""

    group = models.OneToOneField(Group, models.CASCADE, related_name="calendar")
    token = models.CharField(max_length=40, unique=True, default=new_evening_link)
    # Since somebody who knew the address before left the group.
    renewed_at = models.DateTimeField(null=True, blank=True)

    objects = CalendarQuerySet.as_manager()

    class Meta:
        verbose_name = _("calendar")
        verbose_name_plural = _("calendars")

    def __str__(self) -> str:
        return f"{self.group}: {self.token}"
