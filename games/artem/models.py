"""Artem: the tables of recorded turns."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.artem.rules import ALL_IN_PLAYS, LENGTHS
from scoring.models import OfSession, Seat, Session
from scoring.models.constraints import named, numbered, once, within


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
        constraints = named(
            artem_one_player_a_turn=(
                once("session", "number"),
                _("This turn is already entered."),
            ),
            artem_turns_count_from_one=(numbered(), _("Turns are numbered from 1.")),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.seat}"


class Claim(OfSession):
    number = models.PositiveIntegerField(_("turn"))
    play = models.PositiveSmallIntegerField(_("position of the play in the turn"))
    length = models.PositiveSmallIntegerField(_("length of the row"))
    color = models.CharField(_("colour"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        constraints = named(
            artem_one_claim_a_play=(
                once("session", "number", "play"),
                _("This play of the turn already has a claim."),
            ),
            artem_a_hand_has_five_plays=(
                within("play", ALL_IN_PLAYS),
                _("A turn has at most five plays, numbered 1 to 5."),
            ),
            artem_rows_are_two_to_six_long=(
                within("length", LENGTHS),
                _("A row must be 2 to 6 long."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.length}"
