"""Turn codes into sentences: those that every game shares. A game's own are in its wording.py.

A template is a lazy string with named values, translated only when a reader's language is known."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from scoring.core.outcome import POINTS, SHARED, STOPPED, Outcome, Reason
from scoring.core.refusals import Code, Refused

Template = str | Promise


def numbered(template: Template) -> Callable[[int | str], str]:
    """Return what puts a number into a template, as `number`.

    The template is often an `ngettext_lazy()` whose plural goes by "number"."""
    return lambda number: template % {"number": number}


def times(number: int) -> str:
    """Return how often: "once", "twice", "3 times"."""
    if number == 1:
        return _("once")
    if number == 2:
        return _("twice")
    return ngettext("%(number)d time", "%(number)d times", number) % {"number": number}


points = numbered(ngettext_lazy("%(number)d point", "%(number)d points", "number"))


TOTAL = gettext_lazy("Points")


def no_values(outcome: Outcome[Any]) -> Mapping[str, object]:  # noqa: ARG001
    return {}


@dataclass(frozen=True, kw_only=True)
class Wording:
    """A game's sentences; every key is a code of its rules."""

    about: Template  # the game in a sentence
    order: Template  # who comes first, in a sentence
    ends: Mapping[str, Template]
    # what the sentences of ends say of an outcome, such as who reached the number that ended it
    end_values: Callable[[Outcome[Any]], Mapping[str, object]] = no_values
    refusals: Mapping[str, Template] = field(default_factory=dict)
    awards: Mapping[str, Template] = field(default_factory=dict)
    # action of a revision -> what was done, in the past
    actions: Mapping[str, Template] = field(default_factory=dict)
    # actions that a result says too, as they decided it in another way
    news: frozenset[str] = frozenset()
    # entry of an open round -> what "Undo" takes back
    entries: Mapping[str, Template] = field(default_factory=dict)
    # rung -> "5 tokens", what a player holds there
    rungs: Mapping[str, Callable[[int], str]] = field(default_factory=lambda: {POINTS: points})
    # rung -> how it was decided, where numbers would not say it (nor that two are tied there)
    decisions: Mapping[str, Template] = field(default_factory=dict)
    total: Template = TOTAL  # what the first rung counts
    # rung -> what broke a tie, where it comes below points
    ties: Mapping[str, Template] = field(default_factory=dict)
    # code of a note -> what else to say of `name`, for whom a rung decided
    notes: Mapping[str, Template] = field(default_factory=dict)
    # code of a variant -> its name
    variants: Mapping[str, Template] = field(default_factory=dict)


def why(reason: Reason, wording: Wording, *, finished: bool) -> str:
    """Return why a player ranks below the one right above, down to the rung that decided."""
    sentence = _why(reason, wording, finished=finished)
    if reason.note is None:
        return sentence
    return f"{sentence} {wording.notes[reason.note] % {'name': reason.above}}"


def _why(reason: Reason, wording: Wording, *, finished: bool) -> str:
    tied_on = [
        wording.rungs[rung](number) for rung, number in reason.tied_on if rung in wording.rungs
    ]
    values = {
        "above": reason.above,
        "below": reason.below,
        "tied_on": get_text_list(tied_on, _("and")),
    }
    if reason.decided_by == SHARED or reason.apart is None:
        return _sharing(reason, values["tied_on"])
    values["decision"] = _decision(reason, wording, *reason.apart)
    if tied_on and finished:
        return _("%(above)s beats %(below)s: both have %(tied_on)s, but %(decision)s.") % values
    if tied_on:
        sentence = _("%(above)s is ahead of %(below)s: both have %(tied_on)s, but %(decision)s.")
        return sentence % values
    if finished:
        return _("%(above)s beats %(below)s: %(decision)s.") % values
    return _("%(above)s is ahead of %(below)s: %(decision)s.") % values


def _sharing(reason: Reason, tied_on: str) -> str:
    names = reason.sharing or (reason.above, reason.below)
    values = {"names": get_text_list([*names], _("and")), "tied_on": tied_on}
    if not tied_on:
        return _("%(names)s are tied.") % values
    if reason.wins and len(names) > 2:
        return _("%(names)s all have %(tied_on)s, so they share the win.") % values
    if reason.wins:
        return _("%(names)s both have %(tied_on)s, so they share the win.") % values
    if len(names) > 2:
        return _("%(names)s are tied: all have %(tied_on)s.") % values
    return _("%(names)s are tied: both have %(tied_on)s.") % values


def _decision(reason: Reason, wording: Wording, above: int, below: int) -> str:
    values = {"above": reason.above, "below": reason.below, "number": below}
    if reason.decided_by in wording.decisions:
        return str(wording.decisions[reason.decided_by]) % values
    values["held"] = wording.rungs[reason.decided_by](above)
    if reason.tied_on:
        return _("%(above)s has %(held)s against %(number)s") % values
    return _("%(held)s against %(number)s") % values


def headline(outcome: Outcome[Any]) -> str:
    """Return who won, or who is ahead: the first sentence of a result."""
    if outcome.pending is not None:
        return _("%(names)s are tied") % {
            "names": get_text_list([*outcome.pending.between], _("and"))
        }
    first = [standing.player for standing in outcome.standings if standing.rank == 1]
    names = get_text_list(first, _("and"))
    if not outcome.finished:
        if len(first) == 1:
            return _("%(name)s is ahead") % {"name": names}
        return _("%(names)s are tied") % {"names": names}
    return verdict(first)


def verdict(first: Sequence[str]) -> str:
    """Return the sentence about those who came first."""
    names = get_text_list([*first], _("and"))
    if len(first) == 1:
        return _("%(name)s wins") % {"name": names}
    return _("%(names)s share the win") % {"names": names}


def verdict_parts(first: Sequence[str]) -> tuple[str, str, str]:
    """Return that sentence in three parts: before the names, the names, and after them."""
    names = get_text_list([*first], _("and"))
    before, found, after = verdict(first).partition(names)
    return before, found, after


def end_sentence(outcome: Outcome[Any], wording: Wording) -> str:
    """Return how the session ended; nothing while it goes on."""
    if outcome.end is None:
        return ""
    return str({**ENDS, **wording.ends}[outcome.end]) % wording.end_values(outcome)


def rules_line(variants: Sequence[str], wording: Wording) -> str:
    """Return the rules that a table plays by, in one line."""
    return " · ".join(str(wording.variants.get(code, code)) for code in variants)


def award_sentence(outcome: Outcome[Any], wording: Wording) -> str:
    """Return what the whole game earned, if the game awards that; nothing while it goes on."""
    code = outcome.details.get("award")
    return str(wording.awards[code]) if code in wording.awards and outcome.finished else ""


def action_sentence(action: str, wording: Wording) -> str:
    """Return what a revision did; an action without words is shown by its code."""
    return str({**ACTIONS, **wording.actions}.get(action, action))


def refusal_sentence(refused: Refused, wording: Wording | None = None) -> str:
    """Return the sentence of a refusal; without a wording while the game is not known."""
    own = wording.refusals if wording else {}
    template = own.get(refused.code) or REFUSALS[Code(refused.code)]
    return str(template) % {key: _shown(value) for key, value in refused.values.items()}


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return get_text_list([str(item) for item in value], _("and"))
    if isinstance(value, range) and len(value) > 1:
        return _("%(least)s to %(most)s") % {"least": value[0], "most": value[-1]}
    return str(value[0] if isinstance(value, range) else value)


ENDS: Mapping[str, Template] = {
    STOPPED: gettext_lazy("The game was stopped early; the standings at that point count."),
}

ACTIONS: Mapping[str, Template] = {
    "start": gettext_lazy("Table opened"),
    "import": gettext_lazy("Imported from a document"),
    "names-put-right": gettext_lazy("Mixed-up names corrected"),
    "sheet": gettext_lazy("Entered on a score sheet"),
    "describe": gettext_lazy("Day, location or notes changed"),
    "name-players": gettext_lazy("Players renamed"),
    "change-players": gettext_lazy("Players changed"),
    "change-rules": gettext_lazy("Rules changed"),
    "hosting-handed-over": gettext_lazy("Became the host, chosen by the previous host"),
    "seat-moved-by-host": gettext_lazy("Continues with another phone, confirmed by the host"),
    "seat-moved-by-neighbour": gettext_lazy(
        "Continues with another phone, confirmed by a neighbour"
    ),
    "seat-moved-by-nobody": gettext_lazy(
        "Continues with another phone; no other phone was there to confirm it"
    ),
    "hosting-taken-over": gettext_lazy("Became the host, as the others agreed"),
    "undo": gettext_lazy("Undone"),
    "redo": gettext_lazy("Redone"),
    "restore": gettext_lazy("Returned to an earlier state"),
    "stop": gettext_lazy("Stopped early"),
    "reopen": gettext_lazy("Play resumed"),
    "last-entry-removed": gettext_lazy(
        "The last entry that can score was removed, so play resumed"
    ),
    "end-with-result": gettext_lazy("Only the result was entered"),
    "delete": gettext_lazy("Deleted"),
    "bring-back": gettext_lazy("Restored after deletion"),
    "move": gettext_lazy("Moved"),
}

REFUSALS: Mapping[Code, Template] = {
    Code.MALFORMED: gettext_lazy("This value cannot be understood."),
    Code.NOT_AN_OBJECT: gettext_lazy("This must be an object in braces."),
    Code.NOT_A_LIST: gettext_lazy("This must be a list in square brackets."),
    Code.NOT_TEXT: gettext_lazy("This must be text in quotes."),
    Code.NOT_A_WHOLE_NUMBER: gettext_lazy("This must be a whole number."),
    Code.NOT_YES_OR_NO: gettext_lazy("This must be true or false."),
    Code.NOT_A_DATE: gettext_lazy("Enter a date, like 2024-05-31."),
    Code.NOT_A_UUID: gettext_lazy(
        "This must be a UUID, like 123e4567-e89b-12d3-a456-426614174000."
    ),
    Code.NOT_A_CHOICE: gettext_lazy("This must be one of %(expected)s."),
    Code.NOT_PRINTABLE: gettext_lazy(
        "This contains a character that cannot be printed; remove it."
    ),
    Code.BLANK_AT_ENDS: gettext_lazy("Remove the space before or after this text."),
    Code.TEXT_LENGTH: gettext_lazy("This text must have from %(least)s to %(most)s characters."),
    Code.MISSING_KEY: gettext_lazy("“%(key)s” is missing here."),
    Code.UNKNOWN_KEY: gettext_lazy("“%(key)s” is not known here; remove it."),
    Code.KEY_TWICE: gettext_lazy("“%(key)s” appears here twice; keep one."),
    Code.TOO_MANY_KEYS: gettext_lazy("There are far too many keys here for a session."),
    Code.TOO_DEEP: gettext_lazy("This is nested too deeply to be a session."),
    Code.WRONG_FORMAT: gettext_lazy(
        "A session document must start with the format “%(expected)s”."
    ),
    Code.UNKNOWN_GAME: gettext_lazy("No game here is called “%(game)s”."),
    Code.PLAYER_COUNT: gettext_lazy("This game is for %(least)s to %(most)s players."),
    Code.NAME_TWICE: gettext_lazy("“%(item)s” is listed twice."),
    Code.UNKNOWN_PLAYER: gettext_lazy("Nobody at this table is called “%(name)s”."),
    Code.OUT_OF_RANGE: gettext_lazy(
        "%(number)s is not possible here. Enter a number from %(least)s to %(most)s."
    ),
    Code.WRONG_COUNT: gettext_lazy("This list must have %(wanted)s items; it has %(count)s."),
    Code.LISTED_TWICE: gettext_lazy("“%(item)s” is in this list twice."),
    Code.TOO_MANY_ENTRIES: gettext_lazy(
        "This table has %(most)s entries, the most allowed. Continue at a new table."
    ),
    Code.TOO_MANY_CHANGES: gettext_lazy(
        "This table has been changed %(most)s times, the most allowed. Continue at a new table."
    ),
    Code.HISTORY_IS_FULL: gettext_lazy(
        "The history of this table is full. Continue at a new table."
    ),
    Code.AFTER_THE_END: gettext_lazy(
        "The game was already over; number %(number)s cannot be recorded."
    ),
    Code.ENDS_ELSEWHERE: gettext_lazy(
        "With this correction, the game no longer ends after number %(number)s. Check again what"
        " it would change."
    ),
    Code.ENTERED_MEANWHILE: gettext_lazy(
        "Number %(number)s has already been entered. Take a look; you can correct it."
    ),
    Code.NOTHING_TO_STOP: gettext_lazy(
        "Nothing that can score has been recorded, so there is nothing to stop."
    ),
    Code.NO_SUCH_ENTRY: gettext_lazy("There is no number %(number)s to change."),
    Code.PLAYERS_ARE_FIXED: gettext_lazy(
        "The game has started, so the players can no longer change. Undo every entry to change"
        " them."
    ),
    Code.RULES_ARE_FIXED: gettext_lazy(
        "The game has started, so the rules can no longer change. Undo what was entered to change"
        " them."
    ),
}
