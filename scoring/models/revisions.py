"""Every change to a session, in order, with the edits of its document."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from scoring.models.constraints import named, once
from scoring.models.fields import CompactJSONField
from scoring.models.sessions import Seat, Session

if TYPE_CHECKING:
    from scoring.models.phones import Phone


# Others play from this revision on: nothing goes back to what was before it.
CHANGE_PLAYERS = "change-players"


@dataclass(frozen=True, slots=True, kw_only=True)
class By:
    """The author of a change, its time, and the key that makes a tap count once."""

    at: datetime
    actor: User | None = None
    seat: Seat | None = None  # of the phone that tapped, if it has one
    key: UUID | None = None
    # Called while the session is locked, before anything is written, for who may have lost their
    # rights since they were checked. Raises PermissionDenied.
    check: Callable[[], None] | None = None
    version: int | None = None  # of the session, when the rights were checked
    result_only: bool | None = None  # as well

    def confirm(self) -> None:
        if self.check is not None:
            self.check()

    def confirm_at(self, session: Session) -> None:
        """Confirm a locked session's change, unless nobody can have lost their rights meanwhile.

        Code that takes a seat, a role or a phone away from an open table gives it a new version.
        What was meant for rounds does not fit a session that has just got a result without them."""
        if self.result_only not in {None, session.result_only}:
            raise PermissionDenied
        if session.finished_at is not None or session.version != self.version:
            self.confirm()


class RevisionQuerySet(models.QuerySet["Revision"]):
    def number_of(self, session: int, key: UUID) -> int | None:
        """Return the number of the revision that this key made, if it made one."""
        return self.filter(session=session, key=key).values_list("number", flat=True).first()

    def with_people(self) -> Self:
        return self.select_related("actor", "seat")

    def without_edits(self) -> Self:
        """Read the edits later, if they are asked for: they may be long."""
        return self.defer("edits")

    def of_latest(self, sessions: Collection[int]) -> Self:
        """Return the latest revisions of these sessions."""
        return self.filter(session__in=sessions, number=models.F("session__revision"))

    def standing_number(self, session: int) -> int:
        """Return the revision that first had the document which is the session's latest now."""
        standing = Coalesce("returned_to", "number")
        return int(self.of_latest([session]).values_list(standing, flat=True).get())

    def first_with_players(self, session: int) -> int:
        """Return the first revision with the players that the session has now."""
        changed = self.filter(session=session, action=CHANGE_PLAYERS).order_by("-number")
        return changed.values_list("number", flat=True).first() or 1

    def latest_of(self, session: Session) -> "Revision":
        """Return the latest revision of a session, with its people."""
        latest = self.filter(session=session, number=session.revision)
        revision: Revision = latest.with_people().without_edits().get()
        revision.session = session
        return revision

    def latest_of_each(self, sessions: list[int]) -> Self:
        """Return the latest revision of each session and who made it, without the edits."""
        return self.of_latest(sessions).with_people().without_edits()

    def latest_moments(self, sessions: list[int]) -> "models.QuerySet[Revision, tuple[int, Any]]":
        """Return when each of these was last changed."""
        return self.of_latest(sessions).values_list("session_id", "at")

    def in_order(self) -> Self:
        """Return the revisions session by session."""
        return self.order_by("session_id", "number")

    def recorded_after(self, session: int, number: int) -> Self:
        """Leave out what comes before this one in the order of in_order(), and itself."""
        beside = models.Q(session=session, number__gt=number)
        later = self.filter(models.Q(session__gt=session) | beside)
        return later.filter(session__gte=session)

    def list_steps(self) -> "models.QuerySet[Revision, tuple[int, int | None, Any]]":
        """Return number, where it returned to, and what became of the rounds, in order."""
        return self.order_by("number").values_list("number", "returned_to", "steps")

    def steps(self) -> "models.QuerySet[Revision, tuple[int, str, int | None]]":
        """Return number, action and where it returned to, in order."""
        return self.order_by("number").values_list("number", "action", "returned_to")


class Revision(models.Model):
    session = models.ForeignKey(Session, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    action = models.CharField(_("action"), max_length=40)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True
    )
    # Whose phone it was, where that phone has a seat.
    seat = models.ForeignKey(
        Seat, models.SET_NULL, related_name="+", null=True, blank=True, editable=False
    )
    at = models.DateTimeField(_("date"))
    key = models.UUIDField(null=True, blank=True, editable=False)
    # Which revision an undo or a redo went back to.
    returned_to = models.PositiveIntegerField(null=True, blank=True, editable=False)
    # The edits of the previous revision's document: scoring/sessions/history.py.
    edits = CompactJSONField(default=list, editable=False)
    # Which rounds it added, moved and removed, where photos may belong: scoring/sessions/steps.py.
    steps = models.JSONField(null=True, editable=False)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        constraints = named(
            scoring_revisions_are_numbered=(
                once("session", "number"),
                _("This session already has a revision with that number."),
            ),
            scoring_a_tap_counts_once=(
                once("session", "key"),
                _("This change has already been recorded."),
            ),
            scoring_a_table_opens_once=(
                once("key", where=Q(number=1)),
                _("This table has already been opened."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.action}"


# What taps changed of a round that is being entered, so that each can be undone by its number


class OpenEntryQuerySet(models.QuerySet["OpenEntry"]):
    def of_round(self, session: Session, round: int, standing: int) -> Self:
        """Return what was entered of a round since a revision and not undone, the latest first.

        `standing`: the revision that first had the document which is the latest now. What was
        entered before it is undone after it."""
        rows = self.filter(session=session, round=round, revision__gte=standing, undone_at=None)
        return rows.select_related("seat", "secret_of").defer("changes").order_by("-number")

    def of_phone(self, phone: "Phone") -> Self:
        """Return what this phone entered on the seat that it has now."""
        return self.filter(phone=phone, seat=phone.seat_id)

    def without_passed_guess_sheets(self) -> Self:
        """Leave out what somebody entered in secret on a phone that was passed to them."""
        return self.filter(Q(secret_of=None) | Q(secret_of=F("seat")))

    def entered_before(self, at: datetime) -> Self:
        return self.filter(at__lt=at)


class OpenEntry(models.Model):
    """One tap on a round that is being entered. It is no part of a State, and makes no revision."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="open_entries")
    # The session's version when it was entered: it only grows, and no number is used twice.
    number = models.PositiveIntegerField()
    round = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()  # which was the session's latest then
    action = models.CharField(max_length=40)
    values = models.JSONField()  # what the button that undoes it says of it
    at = models.DateTimeField()
    phone = models.ForeignKey("scoring.Phone", models.SET_NULL, related_name="+", null=True)
    seat = models.ForeignKey(Seat, models.SET_NULL, related_name="+", null=True)  # of that phone
    # The player who alone may know it.
    secret_of = models.ForeignKey(Seat, models.CASCADE, related_name="+", null=True)
    # Each row that it changed: [model, primary key, values before, values after].
    changes = CompactJSONField()
    undone_at = models.DateTimeField(null=True)
    undo_key = models.UUIDField(null=True)  # of the tap that undid it, which may arrive again

    objects = OpenEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry of an open round")
        verbose_name_plural = _("entries of open rounds")
        constraints = named(
            scoring_open_entries_are_numbered=(
                once("session", "number"),
                _("This session already has an entry with that number."),
            ),
        )
        indexes = (models.Index(fields=("at",), name="scoring_open_entries_by_time"),)

    def __str__(self) -> str:
        return f"{self.number}: {self.action}"
