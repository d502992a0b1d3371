"""The round that is being entered: no part of a State. It stays when the round is recorded, so
that undoing it loses nothing. Each row belongs to one session and one round."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.artbox.models.played import AnyGuess, OfRound, WithDice
from games.artbox.rules import DRAWINGS, NUMBER_TOKENS
from scoring.models import Seat, Session
from scoring.models.constraints import named, once, within


class OpenRound(WithDice):
    """The dice, the way of entering guesses, and whether the guesses are revealed."""

    class Way(models.TextChoices):
        GRID = "grid", _("tap who guessed right")
        GUESS_SHEETS = "sheets", _("guess sheets on the phones")

    class Dealt(models.TextChoices):
        """The origin of words that are not on display yet."""

        WORDS = "words", _("dealt")
        OWN = "own", _("written by the artists")

    way = models.CharField(_("way of entering guesses"), max_length=10, blank=True)
    dealt = models.CharField(
        _("secret words"), max_length=10, blank=True, default="", db_default=""
    )
    language = models.CharField(_("language"), max_length=10, blank=True, default="", db_default="")
    revealed = models.BooleanField(_("revealed"), default=False)
    # Of a reveal one drawing after the other; empty as long as none has begun.
    turned = models.PositiveSmallIntegerField(_("drawings revealed"), null=True, blank=True)

    class Meta:
        constraints = named(
            artbox_one_open_round_a_number=(
                once("session", "number"),
                _("This round is already being entered."),
            ),
        )

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_closed(self) -> bool:
        """Return whether guess sheets can no longer change, as something is or will be told."""
        return self.revealed or self.turned is not None


class OpenFinish(OfRound):
    """Players who have finished drawing, in order."""

    place = models.PositiveSmallIntegerField(_("position"))
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="artbox_open_finishes")

    class Meta:
        constraints = named(
            artbox_one_finisher_a_place=(
                once("session", "number", "place"),
                _("Someone else has already finished in that position."),
            ),
            artbox_one_place_a_finisher=(
                once("session", "number", "seat"),
                _("This player has already finished."),
            ),
            artbox_finishers_are_one_to_eight=(
                within("place", NUMBER_TOKENS),
                _("At most eight players can finish."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.place}"


class OpenBroken(OfRound):
    """A drawing that breaks the requirements."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="artbox_open_broken")

    class Meta:
        constraints = named(
            artbox_an_open_drawing_is_broken_once=(
                once("session", "number", "seat"),
                _("This drawing is already entered."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.seat}"


class OpenGuess(AnyGuess):
    """A guess so far: 0 says that the guesser was wrong; without a row nobody has said."""


class Word(OfRound):
    """A word of a drawing, or a decoy; on display, unless its round says `dealt`."""

    place = models.PositiveSmallIntegerField(_("position"))
    text = models.CharField(_("word"), max_length=40)

    class Meta:
        constraints = named(
            artbox_one_word_a_place=(
                once("session", "number", "place"),
                _("Another word already has that position."),
            ),
        )

    def __str__(self) -> str:
        return self.text


class Drawing(OfRound):
    """A drawing as its artist describes it: its number, and its word.

    It is secret, so two may name one word: refusing the second would say that it is no decoy."""

    author = models.ForeignKey(Seat, models.CASCADE, related_name="artbox_drawings")
    nth = models.PositiveSmallIntegerField(_("which of the artist’s drawings"))
    place = models.PositiveSmallIntegerField(_("position"), null=True, blank=True)
    word = models.ForeignKey(Word, models.SET_NULL, related_name="drawings", null=True, blank=True)

    class Meta:
        constraints = named(
            artbox_an_author_says_it_once=(
                once("session", "number", "author", "nth"),
                _("This drawing is already entered."),
            ),
            artbox_one_drawing_a_place=(
                once("session", "number", "place"),
                _("Another drawing already has that number."),
            ),
            artbox_an_author_draws_one_or_two=(
                within("nth", DRAWINGS),
                _("An artist has one drawing, or two with three players."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.author}"


class OpenGuessSheet(OfRound):
    """One player's guess sheet. `opening` is the secret of a phone that was handed to that player.

    `started_over`: what was entered is gone, as another phone has the guess sheet now."""

    guesser = models.ForeignKey(Seat, models.CASCADE, related_name="artbox_open_guess_sheets")
    handed_in = models.BooleanField(_("handed in"), default=False)
    opening = models.UUIDField(null=True, blank=True)
    started_over = models.BooleanField(_("started over"), default=False, db_default=False)

    class Meta:
        constraints = named(
            artbox_one_open_guess_sheet_a_player=(
                once("session", "number", "guesser"),
                _("This player already has a guess sheet."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.guesser}"


class GuessSheetLine(OfRound):
    """The word that a player gives to a numbered drawing; secret until the reveal."""

    guesser = models.ForeignKey(Seat, models.CASCADE, related_name="artbox_guess_sheet_lines")
    place = models.PositiveSmallIntegerField(_("drawing"))
    word = models.ForeignKey(Word, models.CASCADE, related_name="guess_sheet_lines")

    class Meta:
        constraints = named(
            artbox_one_line_a_drawing=(
                once("session", "number", "guesser", "place"),
                _("This drawing is already matched."),
            ),
            artbox_one_line_a_word=(
                once("session", "number", "guesser", "word"),
                _("This word is already matched."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.guesser}: {self.place}"


class HiddenEntryQuerySet(models.QuerySet["HiddenEntry"]):
    def of_guess_sheet(self, session: Session, number: int, seat: Seat) -> set[tuple[str, int]]:
        """Return what is hidden of a guess sheet, each with the drawing that it is about."""
        entries = self.filter(session=session, number=number, seat=seat)
        return {*entries.values_list("what", "at")}


class HiddenEntry(OfRound):
    """A secret entry of a player on another phone, before they continued on the present one.

    It counts, and is hidden from that phone until the reveal."""

    class What(models.TextChoices):
        NUMBER = "number", _("number of the player’s drawing")
        WORD = "word", _("word of the player’s drawing")
        GUESS = "guess", _("word for a numbered drawing")

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="artbox_hidden_entries")
    what = models.CharField(_("kind of entry"), max_length=10)
    # Which of the author's own drawings, or the number of the drawing.
    at = models.PositiveSmallIntegerField(_("drawing"))

    objects = HiddenEntryQuerySet.as_manager()

    class Meta:
        constraints = named(
            artbox_an_entry_is_hidden_once=(
                once("session", "number", "seat", "what", "at"),
                _("This entry is already hidden."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.seat}: {self.what}"
