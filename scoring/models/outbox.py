"""Mail that waits for the worker to hand it to the mail server."""

from collections.abc import Collection
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.models.constraints import named

LONGEST_PROBLEM = 300


class OutgoingMailQuerySet(models.QuerySet["OutgoingMail"]):
    def waiting(self) -> Self:
        return self.filter(sent_at=None, failed_at=None)

    def due(self, at: datetime) -> Self:
        """Return mail to send now, first whatever has waited longest for its turn."""
        return self.waiting().filter(due_at__lte=at).order_by("due_at", "pk")

    def seconds_late(self, at: datetime) -> float:
        """Return how long the first mail is overdue: long ago, if no worker runs."""
        first = self.due(at).first()
        return (at - first.due_at).total_seconds() if first else 0.0

    def failed(self, message_ids: Collection[str]) -> set[str]:
        """Return the Message-IDs of those that were given up."""
        given_up = self.filter(message_id__in=message_ids).exclude(failed_at=None)
        return set(given_up.values_list("message_id", flat=True))

    def over_since(self, *, sent_before: datetime, failed_before: datetime) -> Self:
        return self.filter(Q(sent_at__lt=sent_before) | Q(failed_at__lt=failed_before))


class OutgoingMail(models.Model):
    """One message to one or several recipients.

    Its content may be a secret, such as a code to log in: it is removed once the mail is sent or
    given up."""

    message_id = models.CharField(max_length=255, unique=True)
    recipients = models.TextField(_("recipients"))
    subject = models.TextField(_("subject"))
    content = models.JSONField(null=True)
    created_at = models.DateTimeField(_("written"))
    expires_at = models.DateTimeField(_("expires"))
    # While a worker sends it: when another one may try, should the first have been killed.
    due_at = models.DateTimeField(_("next attempt"))
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    problem = models.CharField(_("problem"), max_length=LONGEST_PROBLEM, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True)
    failed_at = models.DateTimeField(_("given up"), null=True)

    objects = OutgoingMailQuerySet.as_manager()

    class Meta:
        verbose_name = _("email")
        verbose_name_plural = _("emails")
        indexes = (
            models.Index(
                fields=["due_at"],
                condition=Q(sent_at=None, failed_at=None),
                name="scoring_mail_that_waits",
            ),
        )
        constraints = named(
            scoring_mail_is_kept_until_sent=(
                Q(content__isnull=True) ^ Q(sent_at=None, failed_at=None),
                _("An email must keep its text until it is sent."),
            ),
            scoring_mail_expires_later=(
                Q(expires_at__gt=F("created_at")),
                _("An email cannot expire before it is written."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.subject} ({self.recipients})"


class MailOptOut(models.Model):
    """An address that wants no invitations, as a hash with a key: nobody can list them."""

    address_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.address_hash
