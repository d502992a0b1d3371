"""Every change to a session, in order, with the document as it then was."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from scoring.models.people import Group
from scoring.models.sessions import Seat, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class By:
    """Who does it, when, and the key that makes a tap count once."""

    at: datetime
    actor: User | None = None
    seat: Seat | None = None  # of the phone that tapped, if it has one
    key: UUID | None = None


class RevisionQuerySet(models.QuerySet["Revision"]):
    def number_of(self, session: int, key: UUID) -> int | None:
        """Of the revision that this key made, if it made one. Asked at every tap, so by hand."""
        kept_key = self.model._meta.get_field("key").get_db_prep_value(key, connection)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT number FROM scoring_revision WHERE session_id = %s AND key = %s",
                [session, kept_key],
            )
            row: tuple[int] | None = cursor.fetchone()
        return row[0] if row else None

    def with_people(self) -> Self:
        return self.select_related("actor", "seat")

    def latest_documents(
        self, sessions: list[int]
    ) -> "models.QuerySet[Revision, tuple[int, dict[str, Any]]]":
        latest = self.filter(session__in=sessions, number=models.F("session__revision"))
        return latest.values_list("session_id", "document")

    def latest_moments(self, sessions: list[int]) -> "models.QuerySet[Revision, tuple[int, Any]]":
        """When each of these was last changed."""
        latest = self.filter(session__in=sessions, number=models.F("session__revision"))
        return latest.values_list("session_id", "at")

    def of_group(self, group: Group) -> Self:
        """Of its sessions that are kept, in order."""
        found = self.filter(session__group=group, session__deleted_at=None)
        return found.order_by("session_id", "number")

    def recorded_after(self, session: int, number: int) -> Self:
        """Those that come after this one in the order of of_group()."""
        beside = models.Q(session=session, number__gt=number)
        later = self.filter(models.Q(session__gt=session) | beside)
        return later.filter(session__gte=session)

    def steps(self) -> "models.QuerySet[Revision, tuple[int, str, int | None]]":
        """Number, action and where it returned to, in order; without the documents."""
        return self.order_by("number").values_list("number", "action", "returned_to")


class Revision(models.Model):
    session = models.ForeignKey(Session, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    action = models.CharField(_("what was done"), max_length=40)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True
    )
    # Whose phone it was, where that phone has a seat.
    seat = models.ForeignKey(
        Seat, models.SET_NULL, related_name="+", null=True, blank=True, editable=False
    )
    at = models.DateTimeField(_("when"))
    key = models.UUIDField(null=True, blank=True, editable=False)
    # Which revision an undo or a redo went back to.
    returned_to = models.PositiveIntegerField(null=True, blank=True, editable=False)
    document = models.JSONField(editable=False)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "number"),
                name="scoring_revisions_are_numbered",
                violation_error_message=_("This session already has a revision of that number."),
            ),
            models.UniqueConstraint(
                fields=("session", "key"),
                name="scoring_a_tap_counts_once",
                violation_error_message=_("This change was already recorded."),
            ),
            models.UniqueConstraint(
                fields=("key",),
                condition=models.Q(number=1),
                name="scoring_a_table_opens_once",
                violation_error_message=_("This table was already opened."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.action}"
