"""Duplik: what a table recorded, in typed rows."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models import OfSession, Seat, Session


class Setup(models.Model):
    """Only where the table said how many laps it plays."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="duplik_setup")
    laps = models.PositiveSmallIntegerField(_("laps"), default=1)

    class Meta:
        verbose_name = _("setup")
        verbose_name_plural = _("setup")
        constraints = (
            models.CheckConstraint(
                condition=Q(laps__gte=1, laps__lte=3),
                name="duplik_one_to_three_laps",
                violation_error_message=_("Everyone narrates once, twice or three times."),
            ),
        )

    def __str__(self) -> str:
        return str(self.laps)


class Round(OfSession):
    number = models.PositiveSmallIntegerField(_("round"))
    narrator = models.ForeignKey(
        Seat, models.CASCADE, related_name="duplik_narrated", verbose_name=_("narrator")
    )
    super_criterion = models.PositiveSmallIntegerField(_("super criterion"))
    title = models.CharField(_("title of the artwork"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "number"),
                name="duplik_one_narrator_a_round",
                violation_error_message=_("That round is already there, with its narrator."),
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="duplik_rounds_count_from_one",
                violation_error_message=_("Rounds are counted from 1."),
            ),
            models.CheckConstraint(
                condition=Q(super_criterion__gte=1, super_criterion__lte=10),
                name="duplik_super_criterion_is_one_to_ten",
                violation_error_message=_("The super criterion is from 1 to 10."),
            ),
        )

    def __str__(self) -> str:
        return str(self.number)


class Sheet(OfSession):
    """An artist's sheet in one round; the criteria met are its checks."""

    number = models.PositiveSmallIntegerField(_("round"))
    artist = models.ForeignKey(
        Seat, models.CASCADE, related_name="duplik_sheets", verbose_name=_("artist")
    )

    class Meta:
        verbose_name = _("sheet")
        verbose_name_plural = _("sheets")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "number", "artist"),
                name="duplik_one_sheet_an_artist_and_round",
                violation_error_message=_("This artist already has a sheet in that round."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.artist}"


class Check(OfSession):
    """One criterion that an artist's drawing met."""

    number = models.PositiveSmallIntegerField(_("round"))
    artist = models.ForeignKey(
        Seat, models.CASCADE, related_name="duplik_checks", verbose_name=_("artist")
    )
    criterion = models.PositiveSmallIntegerField(_("criterion"))
    place = models.PositiveSmallIntegerField(_("place on the sheet"))

    class Meta:
        verbose_name = _("criterion met")
        verbose_name_plural = _("criteria met")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "number", "artist", "criterion"),
                name="duplik_a_criterion_is_met_once",
                violation_error_message=_("That criterion is already ticked on this sheet."),
            ),
            models.CheckConstraint(
                condition=Q(criterion__gte=1, criterion__lte=10),
                name="duplik_criteria_are_one_to_ten",
                violation_error_message=_("Criteria are numbered from 1 to 10."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.artist}: {self.criterion}"
