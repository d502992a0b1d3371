"""The tables of recorded rounds."""

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.artbox.rules import DICE, NUMBER_TOKENS, RIGHT, Award
from scoring.models import OfSession, Seat, Session
from scoring.models.constraints import named, numbered, once, within


# Callable, so that a reworded award makes no migration.
def awards() -> list[tuple[str, str]]:
    return [(award.value, award.value) for award in Award]


class Setup(models.Model):
    """The options that the table chose; without any there is no row. Blank: not chosen."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="artbox_setup")
    edition = models.CharField(_("edition"), max_length=20, blank=True)
    variant = models.CharField(_("variant"), max_length=20, blank=True)
    two_drawings = models.BooleanField(_("two drawings each"), null=True, blank=True)

    class Meta:
        verbose_name = _("setup")
        verbose_name_plural = _("setup")

    def __str__(self) -> str:
        return self.variant


# What recorded rounds and the one that is being entered have in common


class OfRound(OfSession):
    number = models.PositiveSmallIntegerField(_("round"))

    class Meta:
        abstract = True


class WithDice(OfRound):
    die_1 = models.CharField(_("first die"), max_length=10, blank=True)
    die_2 = models.CharField(_("second die"), max_length=10, blank=True)
    die_3 = models.CharField(_("third die"), max_length=10, blank=True)
    die_4 = models.CharField(_("fourth die"), max_length=10, blank=True)

    class Meta:
        abstract = True

    @property
    def dice(self) -> tuple[str, ...]:
        return tuple([getattr(self, f"die_{die}") for die in range(1, DICE + 1)])


class AnyGuess(OfRound):
    guesser = models.ForeignKey(
        Seat, models.CASCADE, related_name="artbox_%(class)s_by", verbose_name=_("guesser")
    )
    author = models.ForeignKey(
        Seat, models.CASCADE, related_name="artbox_%(class)s_at", verbose_name=_("artist")
    )
    right = models.PositiveSmallIntegerField(_("right guesses"))

    class Meta:
        abstract = True
        constraints = named(
            **{
                "artbox_one_%(class)s_a_drawing": (
                    once("session", "number", "guesser", "author"),
                    _("This guess is already entered."),
                )
            },
            **{
                "artbox_no_%(class)s_at_ones_own_drawing": (
                    ~Q(guesser=F("author")),
                    _("Nobody can guess their own drawing."),
                ),
                "artbox_%(class)s_right_twice_at_most": (
                    within("right", RIGHT),
                    _("An artist has one drawing, or two with three players."),
                ),
            },
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.guesser}: {self.author}"


# Recorded rounds


class Round(WithDice):
    """The four dice, if they were noted, and whether the requirements were checked."""

    validity_noted = models.BooleanField(_("drawing rules checked"), default=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = named(
            artbox_rounds_are_numbered=(
                once("session", "number"),
                _("This round is already entered."),
            ),
            artbox_rounds_count_from_one=(numbered(), _("Rounds are numbered from 1.")),
        )

    def __str__(self) -> str:
        return str(self.number)


class NumberToken(OfRound):
    """In which order the players finished drawing."""

    token = models.PositiveSmallIntegerField(_("Number token"))
    seat = models.ForeignKey(
        Seat, models.CASCADE, related_name="artbox_number_tokens", verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("Number token")
        verbose_name_plural = _("Number tokens")
        constraints = named(
            artbox_a_number_token_is_taken_once=(
                once("session", "number", "token"),
                _("Someone else already has that Number token in this round."),
            ),
            artbox_one_number_token_a_player_and_round=(
                once("session", "number", "seat"),
                _("This player already has a Number token in this round."),
            ),
            artbox_number_tokens_are_one_to_eight=(
                within("token", NUMBER_TOKENS),
                _("Number tokens must be from 1 to 8."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.token}"


class BrokenDrawing(OfRound):
    """A drawing that broke the requirements."""

    seat = models.ForeignKey(
        Seat, models.CASCADE, related_name="artbox_broken_drawings", verbose_name=_("artist")
    )
    place = models.PositiveSmallIntegerField(_("position in the list"))

    class Meta:
        verbose_name = _("drawing that broke the drawing rules")
        verbose_name_plural = _("drawings that broke the drawing rules")
        constraints = named(
            artbox_a_drawing_is_broken_once=(
                once("session", "number", "seat"),
                _("This drawing is already entered."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.seat}"


class GuessSheet(OfRound):
    """A player's guesses, right or not."""

    guesser = models.ForeignKey(
        Seat, models.CASCADE, related_name="artbox_guess_sheets", verbose_name=_("guesser")
    )

    class Meta:
        verbose_name = _("guess sheet")
        verbose_name_plural = _("guess sheets")
        constraints = named(
            artbox_one_guess_sheet_a_player_and_round=(
                once("session", "number", "guesser"),
                _("This player’s guesses are already entered."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.guesser}"


class Guess(AnyGuess):
    """The number of drawings of one artist that a player guessed right."""

    class Meta(AnyGuess.Meta):
        verbose_name = _("guess")
        verbose_name_plural = _("guesses")


class VictoryTokenQuerySet(models.QuerySet["VictoryToken"]):
    def of_session(self, session: Session) -> Self:
        """Return the tokens of a session, round by round."""
        return self.filter(session=session).order_by("number", "kind", "pk")


class VictoryToken(OfRound):
    """Follows from the guesses; read by ledger.py, and on the pages of players by row_facts.py."""

    kind = models.CharField(_("awarded for"), max_length=10, choices=awards)
    seat = models.ForeignKey(
        Seat, models.CASCADE, related_name="artbox_victory_tokens", verbose_name=_("player")
    )

    objects = VictoryTokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("Victory token")
        verbose_name_plural = _("Victory tokens")
        constraints = named(
            artbox_one_victory_token_a_kind=(
                once("session", "number", "kind", "seat"),
                _("This player already has that token."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"
