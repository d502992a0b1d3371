"""#ARTBOX: sentences for its codes."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.text import get_text_list
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from games.artbox.facts import FactCode
from games.artbox.round_results import award_order, colors_to_go, tokens_to_go
from games.artbox.rules import (
    Award,
    Details,
    End,
    EntryRefusal,
    Goal,
    Note,
    Refusal,
    State,
    TieBreak,
    Tokens,
    awards,
    experienced_targets,
    tally,
    target,
)
from scoring.core.fact_wording import BestWording, FactWording, counted
from scoring.core.outcome import POINTS, Outcome
from scoring.core.wording import Wording, numbered, times

red_tokens = numbered(ngettext_lazy("%(number)d red token", "%(number)d red tokens", "number"))
gray_tokens = numbered(ngettext_lazy("%(number)d gray token", "%(number)d gray tokens", "number"))
tokens = numbered(ngettext_lazy("%(number)d token", "%(number)d tokens", "number"))
rounds_played = numbered(
    ngettext_lazy("over after %(number)d round", "over after %(number)d rounds", "number")
)
guesses = numbered(
    ngettext_lazy(
        "%(number)d right guess of the drawing in the last round",
        "%(number)d right guesses of the drawing in the last round",
        "number",
    )
)
right_guesses = numbered(
    ngettext_lazy("%(number)d right guess", "%(number)d right guesses", "number")
)
number_token = numbered(_("Number token %(number)d"))


def validity(number: int) -> str:
    return now("a valid drawing") if number else now("a drawing that broke the drawing rules")


def end_values(outcome: Outcome[Details]) -> Mapping[str, object]:
    """Return who has the tokens that end the game (R-A7), and which those are."""
    details = outcome.details
    state = State(tuple(details["tokens"]), rounds=())
    goal = Goal(details["target"], *experienced_targets(state))
    reached = {name: own for name, own in details["tokens"].items() if goal.is_reached(own)}
    if goal.tokens is not None:
        held = tokens(goal.tokens)
    elif len(reached) == 1:
        (held,) = [_colours(own, goal) for own in reached.values()]
    else:
        held = now("%(each)d of each colour, or %(one)d of one") % goal._asdict()
    return {"names": get_text_list([*reached], now("and")), "tokens": held}


def _colours(own: Tokens, goal: Goal) -> str:
    """Return the tokens that end an experienced game: of each colour, or of one."""
    colours = [red_tokens(own["drawing"]), gray_tokens(own["sheet"])]
    if min(own["drawing"], own["sheet"]) >= goal.each:
        return get_text_list(colours, now("and"))
    return colours[own["sheet"] > own["drawing"]]


WORDING = Wording(
    about=_("Draw a word with the shapes on four dice, and guess what the others drew."),
    order=_(
        "The most Victory tokens win; then the drawing that more players recognised in the last "
        "round; then the lower Number token."
    ),
    ends={
        End.TOKENS: _("%(names)s reached %(tokens)s."),
    },
    end_values=end_values,
    awards={
        Award.DRAWING: _("Drawing token: the most recognised of the drawings that count."),
        Award.SHEET: _(
            "Sheet token: the most right guesses, among those without the drawing token."
        ),
    },
    entries={
        "finish": _("%(seat)s has finished drawing"),
        "unfinish": _("%(seat)s is still drawing"),
        "judge": _("the check of %(seat)s’s drawing"),
        "set_die": _("a die"),
        "roll": _("the roll of the dice"),
        "take_up_dice": _("the dice were picked up"),
        "choose_way": _("how guesses are entered"),
        "guess": _("the guesses of %(author)s’s drawing"),
        "deal": _("the words were dealt"),
        "set_words": _("the words on display"),
        "show_words": _("the words were put on display"),
        "collect_words": _("the words were taken back"),
        "hang": _("the numbers of the drawings"),
        "reveal": _("the reveal of the guesses"),
        "begin_reveal": _("the reveal of one drawing after the other"),
        "reveal_next": _("the reveal of drawing %(drawing)s"),
        "hide": _("the guesses were hidden again"),
        # On the phone that entered them only.
        "tell_place": _("the number of your drawing"),
        "tell_word": _("your word"),
        "write_word": _("your word"),
        "exchange_word": _("the exchange of your word"),
        "match": _("your guess for drawing %(drawing)s"),
        "hand_in": _("your guess sheet was handed in"),
        "take_in_hand": _("your guess sheet was taken back"),
    },
    actions={
        "round": _("A round was recorded"),
        "correct-round": _("A round was corrected"),
        "correct-round-ends-game": _(
            "A round was corrected. The game ended earlier, so later rounds were deleted"
        ),
        "close-guess sheets": _("The guesses were hidden again"),
        "collect-words": _("The secret words were taken back"),
        "put-words-back": _("The secret words were restored"),
    },
    rungs={
        POINTS: tokens,
        TieBreak.RECOGNITION: guesses,
        TieBreak.NUMBER_TOKEN: number_token,
        TieBreak.SHEET: right_guesses,
        TieBreak.VALID: validity,
    },
    decisions={
        TieBreak.VALID: _("only %(above)s’s drawing kept to the drawing rules"),
    },
    notes={
        Note.INVALID: _(
            "%(name)s’s drawing broke the drawing rules in that round, but that does not"
            " count in this tie-break."
        ),
    },
    total=_("Victory tokens"),
    ties={
        TieBreak.RECOGNITION: _("Right guesses of the drawing in the last round"),
        TieBreak.NUMBER_TOKEN: _("The lower Number token"),
    },
    variants={
        "standard": _("Standard rules"),
        "experienced": _("Experienced rules"),
        "simplified": _("Simplified rules"),
        "en-2020": _("English rulebook, 2020"),
        "fr-2019": _("French rulebook, 2019"),
        "drawings-1": _("Three players, one drawing each"),
        "drawings-2": _("Three players, two drawings each"),
    },
    refusals={
        Refusal.TWO_DRAWINGS: _(
            "Two drawings each is a rule for three players; this table has %(players)s."
        ),
        Refusal.MISSING_FINISH: _(
            "This round does not say who finished when: list everyone in the order in which"
            " they took Number tokens."
        ),
        Refusal.UNFINISHED: _("Everyone takes a Number token; none is entered for %(names)s."),
        Refusal.NO_NUMBER_TOKENS: _("The simplified rules use no Number tokens; leave them out."),
        Refusal.NO_VALIDITY: _("Under the simplified rules every drawing counts; leave this out."),
        Refusal.TOO_MANY_RIGHT: _(
            "%(guesser)s can have guessed from 0 to %(most)s of %(author)s’s drawings."
        ),
        Refusal.OWN_DRAWING: _("%(name)s cannot guess their own drawing."),
        EntryRefusal.STILL_DRAWING: _(
            "Still drawing: %(names)s. First tap those who have finished."
        ),
        EntryRefusal.REVEALED: _("The guesses are revealed; hide them first to change one."),
        EntryRefusal.HIDDEN_AGAIN: _("The guesses have been hidden again. Look at the table."),
        EntryRefusal.HANDED_IN: _(
            "This guess sheet is handed in; take it back first to change it."
        ),
        EntryRefusal.NO_WORDS: _("That word is not on display; choose one that is."),
        EntryRefusal.PLACE_TAKEN: _(
            "Someone else says that number %(place)s is theirs. Check again."
        ),
        EntryRefusal.SAME_WORD: _(
            "Two drawings cannot show the same word. Check again: %(names)s."
        ),
        EntryRefusal.WORDS_CHANGED: _(
            "Other words have been entered since then. Take a look, then tap again."
        ),
        EntryRefusal.OWN_NUMBER: _("That drawing is yours. You cannot guess your own."),
        EntryRefusal.NOT_TOLD: _(
            "Still missing: which drawing is theirs, and its word, for %(names)s."
        ),
        EntryRefusal.NOT_WRITTEN: _("Words still missing: %(names)s."),
        EntryRefusal.WORD_LENGTH: _("Write a word of 1 to %(longest)s letters."),
        EntryRefusal.WORDS_SHOWN: _("The words are already on display."),
        EntryRefusal.HIDDEN: _(
            "This was entered on the other phone. It counts, but stays hidden here until the"
            " guesses are revealed."
        ),
        EntryRefusal.WAITING: _("Still guessing: %(names)s."),
        EntryRefusal.NOT_GONE_THROUGH: _(
            "Still missing: who guessed the drawings of %(names)s. Tap “Nobody” if nobody did."
        ),
    },
)


# At the table


tokens_left = numbered(ngettext_lazy("%(number)d token to go", "%(number)d tokens to go", "number"))


def needs(state: State, outcome: Outcome[Details]) -> Mapping[str, str]:
    return {name: to_go(state, own) for name, own in outcome.details["tokens"].items()}


def to_go(state: State, own: Tokens) -> str:
    left = tokens_to_go(state, own)
    if left is None:
        return colors_left(state, own)
    return tokens_left(left) if left else ""


def colors_left(state: State, own: Tokens) -> str:
    """Return the colours held, and what is missing of each."""
    each, one = colors_to_go(state, own)
    missing = [colour for colour in (red(each["drawing"]), gray(each["sheet"])) if colour]
    if not missing or 0 in one.values():
        return ""
    held = get_text_list([_held_red(own["drawing"]), _held_gray(own["sheet"])], now("and"))
    values = {
        "held": held,
        "missing": get_text_list(missing, now("and")),
        "red": red(one["drawing"]),
        "gray": gray(one["sheet"]),
    }
    return now("has %(held)s; still needs %(missing)s, or %(red)s, or %(gray)s") % values


def red(number: int) -> str:
    text = ngettext("%(number)d red", "%(number)d red", number) % {"number": number}
    return text if number else ""


def gray(number: int) -> str:
    text = ngettext("%(number)d gray", "%(number)d gray", number) % {"number": number}
    return text if number else ""


def _held_red(number: int) -> str:
    return red(number) or now("no red")


def _held_gray(number: int) -> str:
    return gray(number) or now("no gray")


def progress(state: State, outcome: Outcome[Details]) -> str:
    if outcome.finished:
        return rounds_played(len(state.rounds))
    values = {"number": len(state.rounds) + 1, "target": target(state)}
    if values["target"] is None:
        return now("round %(number)d, tokens in two colours") % values
    return now("round %(number)d, playing to %(target)d tokens") % values


# Awards


recognised = numbered(
    ngettext_lazy(
        "%(number)d right guess of the drawing", "%(number)d right guesses of the drawing", "number"
    )
)


RACE = replace(WORDING, rungs={**WORDING.rungs, TieBreak.RECOGNITION: recognised})


def has_other_token(state: State, at: int, award: Award, first: list[str]) -> str:
    """Return the sentence about a sheet that only the drawing token kept from the token (R-A5)."""
    if award != Award.SHEET or state.variant == "simplified" or not first:
        return ""
    recognition, sheets = tally(state, at)
    best = max(sheets[name] for name in first)
    drawing = awards(state, state.rounds[at], recognition, sheets)["drawing"]
    return " ".join(
        now("%(name)s has %(held)s, but gets the Drawing token, and nobody gets both.")
        % {"name": name, "held": right_guesses(sheets[name])}
        for name in drawing
        if sheets[name] >= best
    )


def ruled_out(state: State, at: int) -> str:
    """Return the sentence about a drawing that only its requirements kept from the token (R-A4)."""
    round = state.rounds[at]
    all_valid = replace(state, rounds=(replace(round, invalid=None),))
    best = award_order(all_valid, 0, Award.DRAWING).standings[0].player
    if best not in (round.invalid or ()):
        return ""
    return now("%(name)s’s drawing was ahead, but it breaks the drawing rules.") % {"name": best}


def nobody(first: list[str]) -> str:
    if first:
        return ""
    return now("No drawing kept to the drawing rules, so nobody gets this token.")


def title(award: Award, *, experienced: bool) -> str:
    if award == Award.DRAWING:
        return now("Drawing token, red") if experienced else now("Drawing token")
    return now("Sheet token, gray") if experienced else now("Sheet token")


# Facts

guesses_of_all = counted(
    ngettext_lazy("%(times)d of %(of)d guess", "%(times)d of %(of)d guesses", "of")
)
rounds = counted(
    ngettext_lazy("in %(times)d of %(of)d round", "in %(times)d of %(of)d rounds", "of")
)


def token(award: str) -> str:
    return now("Sheet token") if award == Award.SHEET else now("Drawing token")


FACT_WORDING: Mapping[str, FactWording] = {
    FactCode.RECOGNISED: FactWording(
        title=_("Drawings recognised"),
        says=guesses_of_all,
        leader=_("Most recognised artist"),
        least=20,
    ),
    FactCode.EYE: FactWording(
        title=_("Guessed right"), says=guesses_of_all, leader=_("Best eye"), least=20
    ),
    FactCode.QUICK: FactWording(
        title=_("First to finish drawing"), says=rounds, leader=_("Quickest pencil"), least=8
    ),
    FactCode.TOKENS: FactWording(title=_("Victory tokens"), says=rounds, label=token),
}


def guesses_of_drawings(number: int) -> str:
    return now("guessed %(times)s") % {"times": times(number)}


times_first = numbered(
    ngettext_lazy("first in %(number)d round", "first in %(number)d rounds", "number")
)
BEST_WORDING: Mapping[str, BestWording] = {
    FactCode.EYE: BestWording(_("Best eye"), right_guesses),
    FactCode.RECOGNISED: BestWording(_("Most recognised artist"), guesses_of_drawings),
    FactCode.QUICK: BestWording(_("Quickest pencil"), times_first),
}
