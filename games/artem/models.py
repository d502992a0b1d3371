"""Artem: the tables of recorded turns."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models import OfSession, Seat, Session


class Setup(models.Model):
    """The options that the table chose; without any there is no row. Blank: not chosen."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="artem_setup")
    variant = models.CharField(_("variant"), max_length=20, blank=True)
    directions = models.CharField(_("directions"), max_length=20, blank=True)
    deck_out = models.CharField(_("deck that ran out"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("setup")
        verbose_name_plural = _("setup")

    def __str__(self) -> str:
        return self.variant


class Turn(OfSession):
    number = models.PositiveIntegerField(_("turn"))
    seat = models.ForeignKey(
        Seat, models.CASCADE, related_name="artem_turns", verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "number"),
                name="artem_one_player_a_turn",
                violation_error_message=_("That turn is already there, with its player."),
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="artem_turns_count_from_one",
                violation_error_message=_("Turns are counted from 1."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.seat}"


class Claim(OfSession):
    number = models.PositiveIntegerField(_("turn"))
    play = models.PositiveSmallIntegerField(_("place among the turn’s plays"))
    length = models.PositiveSmallIntegerField(_("length of the row"))
    color = models.CharField(_("colour"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "number", "play"),
                name="artem_one_claim_a_play",
                violation_error_message=_("That play of the turn is already a claim."),
            ),
            models.CheckConstraint(
                condition=Q(play__gte=1, play__lte=5),
                name="artem_a_hand_has_five_plays",
                violation_error_message=_("A turn has the plays 1 to 5 at most."),
            ),
            models.CheckConstraint(
                condition=Q(length__gte=2, length__lte=6),
                name="artem_rows_are_two_to_six_long",
                violation_error_message=_("A row is 2 to 6 long."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.length}"
