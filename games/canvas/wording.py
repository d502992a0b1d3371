"""Canvas: sentences for its codes."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.canvas.awards import Award
from games.canvas.cards import CardRefusal
from games.canvas.conditions import Condition, Icon
from games.canvas.facts import FactCode
from games.canvas.ribbons import completed, next_ribbons
from games.canvas.rules import PAINTINGS, Details, End, Refusal, State, TieBreak, paintings_of
from scoring.core.fact_wording import BestWording, FactWording, Reading, counted
from scoring.core.outcome import POINTS, Outcome
from scoring.core.wording import Wording, numbered, points

inspiration = numbered(
    ngettext_lazy("%(number)d Inspiration token", "%(number)d Inspiration tokens", "number")
)
# What earns a ribbon (R-C5).
CONDITIONS: Mapping[Condition, Promise] = {
    "composition": _("One ribbon if all five slots show an icon; a bonus icon is enough."),
    "consistency": _("One ribbon if exactly six elements are visible."),
    "emphasis": _("One ribbon if exactly one hue is visible."),
    "hierarchy-texture": _("One ribbon if texture appears more often than any other element."),
    "hierarchy-tone": _("One ribbon if tone appears and no other element appears more often."),
    "movement": _("One ribbon for each element that appears in three slots in a row."),
    "proximity": _("One ribbon for each pair of a texture and a tone in neighbouring slots."),
    "proportion": _("One ribbon for every three of one element together with two of one element."),
    "repetition": _("One ribbon for each pair of shapes."),
    "space": _("One ribbon for each pair of a hue and a shape that are not neighbours."),
    "style": _("One ribbon for every three textures."),
    "symmetry": _(
        "One ribbon for each element that appears in both slots 1 and 5, or in both 2 and 4."
    ),
    "variety": _("One ribbon for each set of all four elements."),
    "by-hand": _("Count its ribbons yourselves, as the card says."),
}

ICONS: Mapping[Icon, Promise] = {
    "hue": _("hue"),
    "shape": _("shape"),
    "texture": _("texture"),
    "tone": _("tone"),
    "bonus-hue": _("bonus for hue"),
    "bonus-shape": _("bonus for shape"),
    "bonus-texture": _("bonus for texture"),
    "bonus-tone": _("bonus for tone"),
}


def capped(card: str, earned: int, left: int) -> str:
    """Return why a painting takes fewer ribbons than it earned (R-C4)."""
    text = ngettext(
        "%(card)s: earned %(earned)d, but only %(left)d is left to take.",
        "%(card)s: earned %(earned)d, but only %(left)d are left to take.",
        left,
    )
    if left == 0:
        text = gettext("%(card)s: earned %(earned)d, but none is left to take.")
    return text % {"card": card, "earned": earned, "left": left}


def not_counted(cards: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence about the cards whose points nobody has copied yet, if any (R-C2)."""
    names = get_text_list([printed_name(card) for card in cards], gettext("and"))
    return (gettext("Not counted yet: %(cards)s.") % {"cards": names},) if cards else ()


WORDING = Wording(
    about=_("Layer three clear cards into a painting, three times, and collect its ribbons."),
    order=_(
        "The most points win; then the most Inspiration tokens left; then the runner-up"
        " picks among the tied players."
    ),
    ends={
        End.PAINTINGS: _("Everyone has completed three paintings."),
    },
    awards={
        Award.BEST_IN_SHOW: _("Best in Show: 40 points or more."),
        Award.RUNNER_UP: _("Runner-Up: 35 to 39 points."),
        Award.HONORABLE_MENTION: _("Honorable Mention: 30 to 34 points."),
        Award.EMERGING_ARTIST: _("Emerging Artist: 25 to 29 points."),
        Award.PARTICIPATION_AWARD: _("Participation Award: up to 24 points."),
    },
    actions={
        "painting": _("A painting was entered"),
        "correct-painting": _("A painting was corrected"),
        "correct-painting-drops-pick": _(
            "A painting was corrected; the runner-up’s pick no longer counts"
        ),
        "inspiration": _("The Inspiration tokens left were counted"),
        "inspiration-drops-pick": _(
            "The tokens end the tie; the runner-up’s pick no longer counts"
        ),
        "points": _("Points were copied from the cards"),
        "points-drops-pick": _("Points were copied; the runner-up’s pick no longer counts"),
        "correct-points": _("The points of a card were corrected"),
        "correct-points-drops-pick": _(
            "A card was corrected; the runner-up’s pick no longer counts"
        ),
        "judge": _("The runner-up’s pick was entered"),
    },
    news=frozenset(
        f"{action}-drops-pick"
        for action in ("correct-painting", "inspiration", "points", "correct-points")
    ),
    rungs={POINTS: points, TieBreak.INSPIRATION: inspiration},
    decisions={
        TieBreak.JUDGE: _("the runner-up picked %(above)s"),
    },
    ties={
        TieBreak.INSPIRATION: _("Inspiration tokens left"),
        TieBreak.JUDGE: _("The runner-up’s pick"),
    },
    variants={
        "retail": _("Retail edition"),
        "r2i-2021": _("First printing, 2021"),
        "cards-2": _("Two scoring cards"),
        "cards-3": _("Three scoring cards"),
        "cards-4": _("Four scoring cards"),
    },
    refusals={
        CardRefusal.NO_CONDITION: _(
            "This edition has no card “%(card)s”; give the condition for its ribbons."
        ),
        CardRefusal.NO_POINTS: _("Copy the points row that is printed on “%(card)s”."),
        CardRefusal.FALLING_POINTS: _(
            "More ribbons cannot be worth less: %(number)s cannot follow %(before)s."
        ),
        CardRefusal.COPIED_MEANWHILE: _(
            "Other points have been entered for “%(card)s”. Yours weren’t saved."
        ),
        Refusal.POINTS_MISSING: _(
            "Before the game can end, copy the points of %(cards)s from the cards."
        ),
        Refusal.ENOUGH_PAINTINGS: _("%(name)s already has three paintings."),
        Refusal.ONE_WAY: _(
            "Enter a painting in one way only: by its icons, by its art cards, or counted by hand."
        ),
        Refusal.NO_ART_HERE: _(
            "The art cards of this edition are not on this site; enter the icons, or count by hand."
        ),
        Refusal.UNKNOWN_ART: _("This edition has no art card “%(name)s”."),
        Refusal.ART_USED: _("The art card “%(name)s” is already in a painting."),
        CardRefusal.UNKNOWN_CARD: _("“%(card)s” is not one of the scoring cards on the table."),
        CardRefusal.NOT_BY_HAND: _(
            "The ribbons of “%(card)s” are worked out from the painting; leave them out."
        ),
        CardRefusal.RIBBONS_GONE: _(
            "Too many ribbons of “%(card)s”; left for this player: %(left)s."
        ),
        Refusal.TOO_MUCH_INSPIRATION: _(
            "Only %(most)s Inspiration tokens are in play; more cannot be left over."
        ),
        Refusal.NOTHING_TO_JUDGE: _("There is no tie to decide here."),
        Refusal.TOKENS_UNSAID: _(
            "First enter the Inspiration tokens left for %(names)s: they may break the tie."
        ),
        Refusal.NOT_TIED: _("%(name)s is not tied for first place; choose a player who is."),
    },
)

# What is printed, in the language of the reader where that has words for it; documents and forms
# keep the English names.
PRINTED_NAMES: Mapping[str, str | Promise] = {
    # Editions
    "Retail edition": _("Retail edition"),
    "Sold in shops. The points are printed only on the cards, so they are copied once.": _(
        "Sold in shops. The points are printed only on the cards, so they are copied once."
    ),
    "First printing, 2021": _("First printing, 2021"),
    "Its points rows and its art cards are already on this site.": _(
        "Its points rows and its art cards are already on this site."
    ),
    # Sets of cards
    "First game": _("First game"),
    "Family": _("Family"),
    "Synergy": _("Synergy"),
    "Balanced": _("Balanced"),
    "No elements": _("No elements"),
    "All elements": _("All elements"),
    "Spatial": _("Spatial"),
    "Bonus": _("Bonus"),
    # Scoring cards: terms of art that French has as well
    "Composition": _("Composition"),
    "Consistency": _("Consistency"),
    "Emphasis": _("Emphasis"),
    "Hierarchy": _("Hierarchy"),
    "Movement": _("Movement"),
    "Proximity": _("Proximity"),
    "Proportion": _("Proportion"),
    "Repetition": _("Repetition"),
    "Space": _("Space"),
    "Style": _("Style"),
    "Symmetry": _("Symmetry"),
    "Unity": _("Unity"),
    "Variety": _("Variety"),
}


def printed_name(name: str) -> str:
    """Return the name in the reader's language, or as it is where nobody has translated it."""
    return str(PRINTED_NAMES.get(name, name))


# At the table


def needs(state: State, outcome: Outcome[Details]) -> Mapping[str, str]:
    return {
        name: _outlook(
            PAINTINGS - len(paintings_of(state, name)), next_ribbons(state, outcome.details, name)
        )
        for name in state.players
        if len(paintings_of(state, name)) < PAINTINGS
    }


paintings_left = numbered(
    ngettext_lazy("%(number)d painting to go", "%(number)d paintings to go", "number")
)


def _outlook(left: int, ribbons: Mapping[str, int]) -> str:
    to_go = paintings_left(left)
    worth = [
        gettext("%(card)s +%(points)d") % {"card": card, "points": points}
        for card, points in ribbons.items()
    ]
    if not worth:
        return to_go
    return gettext("%(to_go)s; the next ribbon: %(worth)s") % {
        "to_go": to_go,
        "worth": ", ".join(worth),
    }


def progress(state: State, outcome: Outcome[Details]) -> str:  # noqa: ARG001
    values = {"number": len(completed(state)), "all": PAINTINGS * len(state.players)}
    return gettext("%(number)d of %(all)d paintings") % values


# Facts


def ribbons(times: int, of: int) -> str:
    values = {"ribbons": _ribbons(times), "paintings": _paintings(of)}
    return gettext("%(ribbons)s in %(paintings)s") % values


_ribbons = numbered(ngettext_lazy("%(number)d ribbon", "%(number)d ribbons", "number"))
_paintings = numbered(ngettext_lazy("%(number)d painting", "%(number)d paintings", "number"))
paintings = counted(
    ngettext_lazy("%(times)d of %(of)d painting", "%(times)d of %(of)d paintings", "of")
)


def bonus(times: int, of: int) -> str:
    values = {"points": points(times), "paintings": _paintings(of)}
    return gettext("%(points)s in %(paintings)s") % values


FACT_WORDING: Mapping[str, FactWording] = {
    FactCode.COLLECTED: FactWording(
        title=_("Ribbons per painting"),
        says=ribbons,
        reading=Reading.RATE,
        leader=_("Most ribbons per painting"),
        least=9,
    ),
    FactCode.BONUS: FactWording(
        title=_("Bonus points per painting"),
        says=bonus,
        reading=Reading.RATE,
        leader=_("Most bonus points per painting"),
        least=9,
    ),
    FactCode.ALL_CARDS: FactWording(
        title=_("Paintings with a ribbon from every card"),
        says=paintings,
        leader=_("Most often a ribbon from every card"),
        least=9,
    ),
    FactCode.RIBBONS: FactWording(
        title=_("Ribbons per painting, by card"), says=ribbons, reading=Reading.RATE
    ),
}

BEST_WORDING: Mapping[str, BestWording] = {
    FactCode.COLLECTED: BestWording(_("Most ribbons on one painting"), _ribbons),
    FactCode.BONUS: BestWording(_("Most bonus points"), points),
}
