"""Answers to an evening: who comes, and who is there."""

import secrets
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.constraints import named, once
from scoring.models.evenings.evenings import Evening
from scoring.models.people import NAME_LENGTH, Group, Player

MOST_ANSWERS = 200  # to one evening


def new_address_token() -> str:
    return secrets.token_urlsafe(24)


class AnswerQuerySet(models.QuerySet["Answer"]):
    def in_order(self) -> Self:
        """Return answers with their players and email addresses, by name."""
        return self.select_related("player", "address__consent").order_by("name", "pk")

    def here(self) -> Self:
        """Return those who are here, in the order in which they came."""
        here = self.filter(here_at__isnull=False, left_at=None).select_related("player")
        return here.order_by("here_at", "pk")

    def of_browser(self, evening: Evening, browser: str) -> "Answer | None":
        """Return the answer that this browser gave, with its email address."""
        if not browser:
            return None
        own = self.filter(evening=evening, browser=browser).select_related(
            "player", "address__consent"
        )
        return own.first()

    def of_player(self, evening: Evening, player: Player) -> "Answer | None":
        return self.filter(evening=evening, player=player).first()


class Answer(models.Model):
    """Someone's answer to an evening, with or without an account: do they come?"""

    class Coming(models.TextChoices):
        YES = "yes", _("yes")
        MAYBE = "maybe", _("maybe")
        NO = "no", _("no")

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="answers")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    player = models.ForeignKey(
        Player, models.SET_NULL, related_name="evening_answers", null=True, blank=True
    )
    coming = models.CharField(max_length=10, choices=Coming, blank=True)
    # The browser that gave it may change it (scoring/web/browser_cookie.py).
    browser = models.CharField(max_length=40, blank=True)
    changed_at = models.DateTimeField()
    here_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)
    # A scorekeeper saw them come: nobody who only knows the name takes that back.
    is_ticked = models.BooleanField(default=False, db_default=False)
    # They are none of the players whose names resemble theirs, so nobody is asked again.
    is_guest = models.BooleanField(default=False, db_default=False)

    objects = AnswerQuerySet.as_manager()

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")
        constraints = named(
            scoring_one_answer_a_player=(
                once("evening", "player", where=Q(player__isnull=False)),
                _("This player has already answered."),
            ),
            scoring_one_answer_a_browser=(
                once("evening", "browser", where=~Q(browser="")),
                _("This browser has already answered."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}: {self.coming or 'here'}"

    @property
    def is_here(self) -> bool:
        return self.here_at is not None and self.left_at is None

    @property
    def is_nobody_so_far(self) -> bool:
        return self.player_id is None and not self.is_guest

    @property
    def has_left(self) -> bool:
        return self.here_at is not None and self.left_at is not None


class MailConsentQuerySet(models.QuerySet["MailConsent"]):
    def with_token(self, token: str) -> "MailConsent | None":
        return self.filter(token=token).select_related("group").first()

    def unanswered_before(self, at: datetime) -> Self:
        return self.filter(asked_at__lt=at, agreed_at=None, declined_at=None)


class MailConsent(models.Model):
    """The consent of an address to mail about the evenings of a group.

    Anybody can enter any address, so it is asked once; the address is stored as a hash."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="mail_consents")
    address_hash = models.CharField(max_length=64)
    token = models.CharField(max_length=40, unique=True, default=new_address_token)
    asked_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True)
    declined_at = models.DateTimeField(null=True)

    objects = MailConsentQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_an_address_is_asked_once_a_group=(
                once("group", "address_hash"),
                _("This address has already been asked."),
            ),
            scoring_mail_is_wanted_or_not=(
                Q(agreed_at=None) | Q(declined_at=None),
                _("An address cannot both accept and refuse a group’s emails."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.group}: {self.address_hash}"


class AnswerAddressQuerySet(models.QuerySet["AnswerAddress"]):
    def to_write_to(self, evening: Evening) -> Self:
        """Return the addresses that want mail, of those who did not say that they stay away."""
        wanted = self.filter(Q(consent=None) | Q(consent__agreed_at__isnull=False))
        comes = wanted.filter(answer__evening=evening).exclude(answer__coming=Answer.Coming.NO)
        return comes.select_related("answer").order_by("pk")[:MOST_ANSWERS]

    def with_token(self, token: str) -> "AnswerAddress | None":
        addresses = self.filter(token=token).select_related("answer__evening__group")
        return addresses.first()

    def of_evenings_before(self, at: datetime) -> Self:
        return self.filter(answer__evening__starts_at__lt=at)


class AnswerAddress(models.Model):
    """An address that wants mail about an evening. It is removed some days afterwards."""

    answer = models.OneToOneField(Answer, models.CASCADE, related_name="address")
    email = models.EmailField(_("email address"))
    token = models.CharField(max_length=40, unique=True, default=new_address_token)
    # None: the answer came from an account that had confirmed the address.
    consent = models.ForeignKey(
        MailConsent, models.CASCADE, related_name="addresses", null=True, blank=True
    )

    objects = AnswerAddressQuerySet.as_manager()

    def __str__(self) -> str:
        return self.email
