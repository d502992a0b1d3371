"""The tables of recorded paintings."""

from collections.abc import Iterator

from django.db import models
from django.db.models import OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _

from games.canvas.cards import CARD_PLACES, TABLE_LENGTHS
from games.canvas.conditions import SLOT_NUMBERS
from games.canvas.models.choices import conditions, editions, icons
from games.canvas.rules import LAYER_NUMBERS, MOST_INSPIRATION, PAINTING_NUMBERS
from scoring.models import OfSession, Seat, Session
from scoring.models.constraints import named, once, within

MOST_TABLES = 30  # of a browser, read for what was copied there


class Setup(models.Model):
    """The edition and the pick of the runner-up; there is a row only if the table noted one."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="canvas_setup")
    edition = models.CharField(_("edition"), max_length=20, choices=editions, blank=True)
    judge_choice = models.ForeignKey(
        Seat,
        models.CASCADE,
        related_name="canvas_picked",
        null=True,
        blank=True,
        verbose_name=_("the runner-up’s pick"),
    )

    class Meta:
        verbose_name = _("setup")
        verbose_name_plural = _("setup")

    def __str__(self) -> str:
        return self.edition


class TableCard(OfSession):
    """A scoring card on the table. Blank: as the edition prints it."""

    place = models.PositiveSmallIntegerField(_("position"))
    name = models.CharField(_("name"), max_length=60)
    condition = models.CharField(_("condition"), max_length=30, choices=conditions, blank=True)

    class Meta:
        verbose_name = _("scoring card")
        verbose_name_plural = _("scoring cards")
        constraints = named(
            canvas_one_card_a_place=(
                once("session", "place"),
                _("Another card already has that position."),
            ),
            canvas_a_card_lies_there_once=(
                once("session", "name"),
                _("That card is already on the table."),
            ),
            canvas_four_cards_at_most=(
                within("place", CARD_PLACES),
                _("A table has cards 1 to 4."),
            ),
        )

    def __str__(self) -> str:
        return self.name


class TableCardPointsQuerySet(models.QuerySet["TableCardPoints"]):
    def copied_on(self, browser: str, edition: str) -> Iterator[tuple[int, str, int]]:
        """Yield the table, the card and each place of its points row, of the latest tables at which
        this browser hosted or sat; the latest table first, a row from left to right."""
        played = Session.objects.not_deleted().played_on(browser)
        tables = played.filter(canvas_setup__edition=edition).order_by("-pk")
        name = TableCard.objects.filter(session=OuterRef("session"), place=OuterRef("place"))
        rows = self.filter(session__in=tables.values("pk")[:MOST_TABLES])
        named = rows.annotate(card=Subquery(name.values("name")))
        in_order = named.order_by("-session", "place", "ribbons")
        return in_order.values_list("session", "card", "points").iterator()


class TableCardPoints(OfSession):
    """One place of the points row of a card."""

    place = models.PositiveSmallIntegerField(_("position of the card"))
    ribbons = models.PositiveSmallIntegerField(_("ribbons"))
    points = models.PositiveSmallIntegerField(_("points"))

    objects = TableCardPointsQuerySet.as_manager()

    class Meta:
        verbose_name = _("number in a points row")
        verbose_name_plural = _("points rows")
        constraints = named(
            canvas_one_worth_on_this_table=(
                once("session", "place", "ribbons"),
                _("That number of ribbons already has its points."),
            ),
            canvas_table_row_is_one_to_five_long=(
                within("ribbons", TABLE_LENGTHS),
                _("A points row must be for one to five ribbons."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.place}: {self.ribbons}: {self.points}"


class Easel(OfSession):
    """A player whose paintings are noted, even if there is none yet."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="canvas_easels")

    class Meta:
        verbose_name = _("easel")
        verbose_name_plural = _("easels")
        constraints = named(
            canvas_one_easel_a_player=(
                once("session", "seat"),
                _("This player already has an easel."),
            ),
        )

    def __str__(self) -> str:
        return str(self.seat)


class PaintingQuerySet(models.QuerySet["Painting"]):
    def way_before(self, session: Session) -> str:
        """Return how the table before this rematch noted its last painting; empty without one."""
        before = self.filter(session__rematch__next_session=session)
        return before.order_by("-pk").values_list("way", flat=True).first() or ""


class Painting(OfSession):
    class Way(models.TextChoices):
        SLOTS = "slots", _("by its icons")
        ART = "art", _("by its art cards")
        BONUS = "bonus", _("counted by hand")

    seat = models.ForeignKey(
        Seat, models.CASCADE, related_name="canvas_paintings", verbose_name=_("painter")
    )
    number = models.PositiveSmallIntegerField(_("painting"))
    way = models.CharField(_("how it is entered"), max_length=5, choices=Way)
    bonus = models.PositiveSmallIntegerField(_("bonus points by hand"), null=True, blank=True)
    title = models.CharField(_("title"), max_length=200, blank=True)

    objects = PaintingQuerySet.as_manager()

    class Meta:
        verbose_name = _("painting")
        verbose_name_plural = _("paintings")
        constraints = named(
            canvas_paintings_are_numbered=(
                once("session", "seat", "number"),
                _("This painter already has a painting with that number."),
            ),
            canvas_three_paintings_each=(
                within("number", PAINTING_NUMBERS),
                _("Paintings must be numbered from 1 to 3."),
            ),
            canvas_bonus_only_by_hand=(
                Q(way="bonus", bonus__isnull=False) | Q(~Q(way="bonus"), bonus__isnull=True),
                _("Only a painting counted by hand can have bonus points."),
            ),
        )

    def __str__(self) -> str:
        return self.title or f"{self.seat}: {self.number}"


class OfPainting(OfSession):
    """A row that belongs to one painting, by its number among the player's."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="%(app_label)s_%(class)s_rows")
    number = models.PositiveSmallIntegerField(_("painting"))

    class Meta:
        abstract = True


class PaintingIcon(OfPainting):
    slot = models.PositiveSmallIntegerField(_("slot"))
    icon = models.CharField(_("icon"), max_length=20, choices=icons)
    place = models.PositiveSmallIntegerField(_("position in the slot"))

    class Meta:
        verbose_name = _("icon")
        verbose_name_plural = _("icons")
        constraints = named(
            canvas_an_icon_once_in_a_slot=(
                once("session", "seat", "number", "slot", "icon"),
                _("That icon is already in this slot."),
            ),
            canvas_slots_are_one_to_five=(
                within("slot", SLOT_NUMBERS),
                _("A painting has slots 1 to 5."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.slot}: {self.icon}"


class PaintingLayer(OfPainting):
    """An art card in a painting; layer 1 is at the bottom."""

    layer = models.PositiveSmallIntegerField(_("layer"))
    art = models.CharField(_("art card"), max_length=60)

    class Meta:
        verbose_name = _("art card in a painting")
        verbose_name_plural = _("art cards in paintings")
        constraints = named(
            canvas_one_art_card_a_layer=(
                once("session", "seat", "number", "layer"),
                _("Another art card is already in that layer."),
            ),
            canvas_an_art_card_exists_once=(
                once("session", "art"),
                _("That art card is already in a painting."),
            ),
            canvas_three_layers=(
                within("layer", LAYER_NUMBERS),
                _("A painting has layers 1 to 3."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.layer}: {self.art}"


class HandCount(OfPainting):
    """Ribbons that the table counted for a painting."""

    card = models.CharField(_("scoring card"), max_length=60)
    ribbons = models.PositiveSmallIntegerField(_("ribbons"))

    class Meta:
        verbose_name = _("ribbons counted by hand")
        verbose_name_plural = _("ribbons counted by hand")
        constraints = named(
            canvas_one_hand_count_a_card=(
                once("session", "seat", "number", "card"),
                _("The ribbons of that card are already counted."),
            ),
            canvas_hand_count_within_a_row=(
                Q(ribbons__lte=TABLE_LENGTHS[-1]),
                _("A points row cannot go beyond five ribbons."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.card}: {self.ribbons}"


class Inspiration(OfSession):
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="canvas_inspiration")
    tokens = models.PositiveSmallIntegerField(_("tokens left"))

    class Meta:
        verbose_name = _("Inspiration tokens")
        verbose_name_plural = _("Inspiration tokens")
        constraints = named(
            canvas_inspiration_is_counted_once=(
                once("session", "seat"),
                _("This player’s tokens are already counted."),
            ),
            canvas_inspiration_within_the_box=(
                Q(tokens__lte=MOST_INSPIRATION),
                _("At most 20 Inspiration tokens are in play."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat}: {self.tokens}"


class Ribbons(OfPainting):
    """Follows from the painting; counted on the pages of players (row_facts.py)."""

    card = models.CharField(_("scoring card"), max_length=60)
    ribbons = models.PositiveSmallIntegerField(_("ribbons"))

    class Meta:
        verbose_name = _("ribbons")
        verbose_name_plural = _("ribbons")
        constraints = named(
            canvas_ribbons_of_a_card_once_a_painting=(
                once("session", "seat", "number", "card"),
                _("The ribbons of that card are already entered."),
            ),
            canvas_ribbons_within_a_row=(
                Q(ribbons__lte=TABLE_LENGTHS[-1]),
                _("A points row cannot go beyond five ribbons."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.card}: {self.ribbons}"
