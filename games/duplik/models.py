"""Duplik: the tables of recorded rounds, and of rounds that are judged on phones."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.duplik.rules import CRITERIA, LAPS
from scoring.models import OfSession, Seat, Session
from scoring.models.constraints import named, numbered, once, within


class Setup(models.Model):
    """The options; there is a row only if the table chose how many laps it plays."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="duplik_setup")
    laps = models.PositiveSmallIntegerField(_("times as narrator"), default=1)

    class Meta:
        verbose_name = _("setup")
        verbose_name_plural = _("setup")
        constraints = named(
            duplik_one_to_three_laps=(
                within("laps", LAPS),
                _("Everyone must narrate once, twice or three times."),
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
        constraints = named(
            duplik_one_narrator_a_round=(
                once("session", "number"),
                _("This round is already entered."),
            ),
            duplik_rounds_count_from_one=(numbered(), _("Rounds are numbered from 1.")),
            duplik_super_criterion_is_one_to_ten=(
                within("super_criterion", CRITERIA),
                _("The super criterion must be from 1 to 10."),
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
        constraints = named(
            duplik_one_sheet_an_artist_and_round=(
                once("session", "number", "artist"),
                _("This artist already has a sheet in this round."),
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
    place = models.PositiveSmallIntegerField(_("position on the sheet"))

    class Meta:
        verbose_name = _("criterion met")
        verbose_name_plural = _("criteria met")
        constraints = named(
            duplik_a_criterion_is_met_once=(
                once("session", "number", "artist", "criterion"),
                _("This criterion is already ticked on this sheet."),
            ),
            duplik_criteria_are_one_to_ten=(
                within("criterion", CRITERIA),
                _("Criteria are numbered from 1 to 10."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.artist}: {self.criterion}"


# A round while it is judged, on as many phones as there are, and afterwards the record of who
# judged what and how a dispute was decided. No part of what scores: see live.py and judging.py.


class Judging(OfSession):
    """A round that is or was judged; it has a `number` once it is recorded."""

    class Side(models.TextChoices):
        LEFT = "left", _("to the left")
        RIGHT = "right", _("to the right")

    number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    narrator = models.ForeignKey(
        Seat, models.CASCADE, related_name="duplik_judgings", verbose_name=_("narrator")
    )
    super_criterion = models.PositiveSmallIntegerField(_("super criterion"))
    title = models.CharField(_("title of the artwork"), max_length=200, blank=True)
    # Nothing until the narrator has said on which side the drawings are passed.
    side = models.CharField(_("direction"), max_length=5, choices=Side, blank=True)
    called = models.PositiveSmallIntegerField(_("called criterion"), null=True, blank=True)

    class Meta:
        verbose_name = _("round judged on phones")
        verbose_name_plural = _("rounds judged on phones")
        constraints = named(
            duplik_one_round_is_judged_at_a_time=(
                once("session", where=Q(number=None)),
                _("The round before this one is still being judged."),
            ),
            duplik_live_super_criterion_is_one_to_ten=(
                within("super_criterion", CRITERIA),
                _("The super criterion must be from 1 to 10."),
            ),
            duplik_criteria_called_are_one_to_ten=(
                Q(called=None) | within("called", CRITERIA),
                _("The called criterion must be from 1 to 10."),
            ),
            duplik_drawings_go_left_or_right=(
                Q(side__in=("", "left", "right")),
                _("Drawings must be passed to the left or to the right."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number or '…'}: {self.narrator}"


class OfJudging(models.Model):
    judging = models.ForeignKey(Judging, models.CASCADE, related_name="%(class)ss")
    artist = models.ForeignKey(
        Seat, models.CASCADE, related_name="duplik_%(class)ss", verbose_name=_("artist")
    )

    class Meta:
        abstract = True


class Judgement(OfJudging):
    """The judge of a drawing. The narrator is in the row for the constraint that keeps them out."""

    judge = models.ForeignKey(
        Seat, models.CASCADE, related_name="duplik_judges", verbose_name=_("judge")
    )
    narrator = models.ForeignKey(Seat, models.CASCADE, related_name="+")
    done = models.BooleanField(_("judged"), default=False)
    # So that it differs from one that was not answered yet.
    found_not_met = models.PositiveSmallIntegerField(
        _("last criterion found not met"), null=True, blank=True
    )

    class Meta:
        verbose_name = _("judgement")
        verbose_name_plural = _("judgements")
        constraints = named(
            duplik_a_drawing_has_one_judge=(
                once("judging", "artist"),
                _("This drawing already has a judge."),
            ),
            duplik_a_judge_has_one_drawing=(
                once("judging", "judge"),
                _("This judge already has a drawing."),
            ),
            duplik_nobody_judges_their_own_drawing=(
                ~Q(judge=F("artist")),
                _("Nobody can judge their own drawing."),
            ),
            duplik_the_narrator_does_not_judge=(
                ~Q(judge=F("narrator")) & ~Q(artist=F("narrator")),
                _("The narrator can neither draw nor judge."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.judge}: {self.artist}"


class Tick(OfJudging):
    """A criterion that was ticked as met while the round was judged."""

    criterion = models.PositiveSmallIntegerField(_("criterion"))

    class Meta:
        verbose_name = _("tick")
        verbose_name_plural = _("ticks")
        constraints = named(
            duplik_a_box_is_ticked_once=(
                once("judging", "artist", "criterion"),
                _("This box is already ticked."),
            ),
            duplik_boxes_are_one_to_ten=(
                within("criterion", CRITERIA),
                _("Criteria are numbered from 1 to 10."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.artist}: {self.criterion}"


class SaidOnPhone(models.Model):
    """Whose phone said it: that of a seat, or one that hosts and has no seat.

    Both are null where nobody said anything, and where it was said before this was stored."""

    phone_of = models.ForeignKey(
        Seat,
        models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("on the phone of"),
    )
    phone_hosts = models.BooleanField(_("on a host’s phone"), null=True, blank=True)

    class Meta:
        abstract = True


class Dispute(SaidOnPhone, OfJudging):
    """A criterion of a drawing that the other artists vote on; its phone is the author's."""

    criterion = models.PositiveSmallIntegerField(_("criterion"))
    judged = models.BooleanField(_("met according to the judge"))
    author_says = models.BooleanField(_("met according to the artist"), null=True, blank=True)
    met = models.BooleanField(_("met in the end"), null=True, blank=True)

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        constraints = named(
            duplik_a_box_is_disputed_once=(
                once("judging", "artist", "criterion"),
                _("This criterion is already disputed."),
            ),
            duplik_disputed_criteria_are_one_to_ten=(
                within("criterion", CRITERIA),
                _("Criteria are numbered from 1 to 10."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.artist}: {self.criterion}"


class Vote(SaidOnPhone):
    dispute = models.ForeignKey(Dispute, models.CASCADE, related_name="votes")
    judge = models.ForeignKey(
        Seat, models.CASCADE, related_name="duplik_votes", verbose_name=_("judge")
    )
    narrator = models.ForeignKey(Seat, models.CASCADE, related_name="+")
    met = models.BooleanField(_("met"))

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        constraints = named(
            duplik_a_judge_votes_once=(
                once("dispute", "judge"),
                _("This judge has already voted."),
            ),
            duplik_the_narrator_does_not_vote=(
                ~Q(judge=F("narrator")),
                _("The narrator does not vote."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.judge}: {self.met}"
