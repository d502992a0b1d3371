"""#ARTBOX: what the page of a table shows."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.forms import Form
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.artbox.awards import AwardShown, awards_of
from games.artbox.forms import SHAPES, RoundForm
from games.artbox.guess_sheet_visibility import guess_sheet_box, revealed
from games.artbox.ledger import token_ledger
from games.artbox.models import OpenRound
from games.artbox.open_round import Draft, read_draft, read_guess_sheets
from games.artbox.round_results import tokens_by_round
from games.artbox.rules import (
    DICE,
    ROUNDS,
    Details,
    Round,
    RoundScore,
    State,
    decoys,
    drawings_each,
    drawings_in_all,
    experienced_targets,
    is_simplified,
    maestro,
    target,
)
from games.artbox.wording import needs, number_token, progress
from scoring.contract import Drawing, Phase, Play, Step, numbered_steps
from scoring.core.outcome import Outcome
from scoring.models import Seat
from scoring.play.change_preview import preview_tap
from scoring.play.screen import Choice, TableNow
from scoring.web.etag import digest
from scoring.web.table_access import Visit


def entry_context(visit: Visit, now: TableNow, failed: Form | None) -> dict[str, Any]:
    if now.outcome.finished:
        return {}
    state: State = now.state
    at = len(state.rounds)
    draft = read_draft(now.session, at + 1, now.seats.values())
    leads = maestro(state, at)
    drawings = drawing_steps(now, draft)
    return {
        "at": at,
        "number": at + 1,
        "draft": draft,
        "leads": now.seats[leads],
        "decoys": decoys(state),
        "simplified": is_simplified(state),
        "drawing": bool(draft.missing_finishers(state)),
        "my_turn_to_finish": visit.seat and visit.seat.name not in draft.finish,
        "two_each": drawings_each(state) > 1,
        "dice": dice_shown(draft.dice),
        "next_die": next_die(draft.dice),
        "shapes": SHAPES,
        "finished": finishers(now, draft),
        "still_drawing": [now.seats[name] for name in draft.missing_finishers(state)],
        "ways": OpenRound.Way.choices,
        "drawings": drawings,
        "choices": choices_of(state, draft, drawings),
        **brings(now, draft, at),
        **guess_sheet_box(visit, now, draft, failed),
        "wrong": failed.errors if isinstance(failed, RoundForm) else {},
    }


def choices_of(
    state: State, draft: Draft, drawings: Sequence[Mapping[str, Any]]
) -> dict[str, Choice]:
    """Return by author the drawing whose guesses are entered, once there is something to enter."""
    closed = draft.way == OpenRound.Way.GUESS_SHEETS and not draft.revealed
    if closed or draft.missing_finishers(state):
        return {}
    return {
        each["author"].name: Choice(each["step"], is_entered=each["finished"]) for each in drawings
    }


def dice_shown(dice: Sequence[str]) -> list[dict[str, Any]]:
    names = dict(SHAPES)
    return [
        {"die": die, "shape": shape, "name": names.get(shape, "")}
        for die, shape in enumerate(dice, 1)
    ]


def next_die(dice: Sequence[str]) -> int:
    """Return the die that gets the next shape; 0 if all have one."""
    return next((die for die in range(1, DICE + 1) if not dice[die - 1]), 0)


def finishers(now: TableNow, draft: Draft) -> list[dict[str, Any]]:
    return [{"token": token, "seat": now.seats[name]} for token, name in enumerate(draft.finish, 1)]


def drawing_steps(now: TableNow, draft: Draft) -> list[dict[str, Any]]:
    """Return by author who guessed right so far, and what a tap on each guesser would enter."""
    state: State = now.state
    tokens = {name: token for token, name in enumerate(draft.finish, 1)}
    unfinished = draft.unfinished_authors(state)
    shown = (unfinished or [*now.seats])[0 if unfinished else -1]
    return [
        {
            "author": seat,
            "step": step_id(draft, seat),
            "foot_class": f"of-choice seat-{seat.place}",
            "token": tokens.get(name),
            "shown": name == shown,
            "broken": name in draft.broken,
            "guessed": any(draft.right.get(name, {}).values()),
            "finished": name not in unfinished,
            "last": unfinished == [name],
            "then": next_step(draft, [*now.seats.values()], unfinished, at),
            **guesser_buttons(now, draft, seat, is_finished=name not in unfinished),
        }
        for at, (name, seat) in enumerate(now.seats.items())
    ]


def guesser_buttons(
    now: TableNow, draft: Draft, author: Seat, *, is_finished: bool
) -> dict[str, Any]:
    """Return the buttons of those who guess, and by what the template keeps them: a tap changes
    those of one drawing."""
    each, right = drawings_each(now.state), draft.right.get(author.name, {})
    others = [seat for seat in now.seats.values() if seat != author]
    shown = [(seat.place, seat.name, right.get(seat.name)) for seat in others]
    return {
        "guessers": [guesser_key(seat, right.get(seat.name), each) for seat in others],
        "buttons_key": digest(author.place, shown, each, is_finished, get_language()),
    }


def next_step(draft: Draft, seats: Sequence[Seat], unfinished: Sequence[str], at: int) -> str:
    """Return the id of the step after this one: the next unfinished drawing around the table."""
    around = [*seats[at + 1 :], *seats[:at]]
    following = [seat for seat in around if seat.name in unfinished]
    if not unfinished:
        following = [*seats[at + 1 :]]
    return step_id(draft, following[0]) if following else ""


def step_id(draft: Draft, author: Seat) -> str:
    """Return the id of a drawing's step; it is another one in every round."""
    return f"drawing-{draft.number}-{author.place}"


def guesser_key(seat: Seat, right: int | None, each: int) -> dict[str, Any]:
    guessed = right or 0
    then = (guessed + 1) % (each + 1)
    return {"seat": seat, "right": right, "guessed": guessed, "tap": f"{seat.place}x{then}"}


def brings(now: TableNow, draft: Draft, at: int) -> dict[str, Any]:
    """Return the awards as far as the round is entered, and once it is complete what follows."""
    state: State = now.state
    closed = draft.way == OpenRound.Way.GUESS_SHEETS and not draft.revealed
    if closed or not draft.right or draft.missing_finishers(state):
        return {}
    awards = awards_of(ROUNDS.add(state, draft.round(state)), at, now.seats)
    if not draft.is_complete(state):
        return {"awards": awards}
    effect = preview_tap(RoundForm({"at": at}, session=now.session), now.session)
    return {"awards": awards, "effect": effect}


def parts_context(now: TableNow) -> dict[str, Any]:
    state: State = now.state
    rounds = [
        round_row(now, at, round, worth)
        for at, (round, worth) in enumerate(
            zip(state.rounds, now.outcome.details["rounds"], strict=True)
        )
    ]
    # The ledger is read where it is shown.
    return {"rounds": rounds, "latest_rounds": rounds[::-1], "ledger": partial(token_ledger, now)}


def round_row(now: TableNow, at: int, round: Round, worth: RoundScore) -> dict[str, Any]:
    tokens = {name: token for token, name in enumerate(round.finish or (), 1)}
    awards: list[AwardShown] = awards_of(now.state, at, now.seats)
    return {
        "number": at + 1,
        "maestro": worth["maestro"],
        "awards": awards,
        "simplified": is_simplified(now.state),
        "dice": dice_shown(round.dice) if round.dice else [],
        "players": [
            {
                "seat": seat,
                "token": tokens.get(name),
                "broken": name in (round.invalid or ()),
                "recognition": worth["recognition"][name],
                "sheet": worth["sheets"][name],
            }
            for name, seat in now.seats.items()
        ],
    }


def steps(state: State, outcome: Outcome[Details]) -> list[Step]:
    return numbered_steps(_("Round %(number)d"), tokens_by_round(state, outcome.details))


def unrecorded(now: TableNow) -> str:
    """Return which round is being entered, and so would not count."""
    if now.outcome.finished:
        return ""
    number = len(now.state.rounds) + 1
    draft = read_draft(now.session, number, now.seats.values())
    begun = draft.finish or draft.right or any(draft.dice) or draft.dealt
    if not begun and not read_guess_sheets(now.session, number).words:
        return ""
    sentence = _("Round %(number)d is not recorded yet: what was entered for it would not count.")
    return sentence % {"number": number}


def phase(now: TableNow) -> Phase | None:
    if now.outcome.finished:
        return None
    state: State = now.state
    draft = read_draft(now.session, len(state.rounds) + 1, now.seats.values())
    if drawing := draft.missing_finishers(state):
        notes = {name: number_token(token) for token, name in enumerate(draft.finish, 1)}
        notes |= dict.fromkeys(drawing, _("still drawing"))
        return Phase(_("Everyone draws"), notes, awaited=drawing)
    if draft.way == OpenRound.Way.GUESS_SHEETS:
        return _guess_sheet_phase(now, draft)
    if not draft.right and is_simplified(state):
        return Phase(_("Everyone draws and guesses"))
    if author := next(iter(draft.unfinished_authors(state)), ""):
        return _drawing_phase(state, draft, author)
    return Phase(_("All guesses are in"))


def _drawing_phase(state: State, draft: Draft, author: str) -> Phase:
    """Return whose drawing is gone through, and who has guessed it by now."""
    guessed = draft.right.get(author, {})
    notes = {name: _("guessed it") for name, number in guessed.items() if number}
    values = {"number": len(draft.right), "all": len(state.players)}
    entered = ngettext(
        "Guesses entered: %(number)d of %(all)d drawing",
        "Guesses entered: %(number)d of %(all)d drawings",
        len(state.players),
    )
    token = draft.finish.index(author) + 1 if author in draft.finish else None
    return Phase(
        _("Who guessed %(name)s’s drawing?") % {"name": author},
        notes,
        about=(author,),
        figure=token,
        figure_label=_("Number token") if token else "",
        facts=[entered % values],
    )


def _guess_sheet_phase(now: TableNow, draft: Draft) -> Phase:
    """Return who still has to hand in, and of the guess sheets nothing until they are open."""
    state: State = now.state
    box = read_guess_sheets(now.session, draft.number)
    leads = maestro(state, len(state.rounds))
    if draft.revealed:
        return Phase(_("The guesses are revealed"), drawings=_told(revealed(now, box, draft)))
    if draft.is_told_in_turn:
        return _next_drawing(state, _told(revealed(now, box, draft)))
    if box.dealt:
        if writing := box.still_writing(state):
            notes = dict.fromkeys(writing, _("still writing"))
            return Phase(_("Everyone writes down what they drew"), notes, awaited=writing)
        return Phase(_("%(name)s shows the words") % {"name": leads}, about=(leads,))
    if not box.has_all_words(state):
        return Phase(_("%(name)s enters the words") % {"name": leads}, about=(leads,))
    missing = [name for name in state.players if name not in box.handed_in]
    notes = dict.fromkeys(box.handed_in, _("handed in")) | dict.fromkeys(
        missing, _("still guessing")
    )
    return Phase(
        _("Everyone guesses") if missing else _("All guess sheets are in"),
        notes,
        awaited=missing,
        words=[*box.words.values()],
        drawings=[Drawing(number) for number in range(1, drawings_in_all(state) + 1)],
    )


def _next_drawing(state: State, told: Sequence[Drawing]) -> Phase:
    """Return the question about the next drawing, and the answers about those before it."""
    latest = told[-1:]
    asked = len(told) + 1
    others = range(asked, drawings_in_all(state) + 1)
    return Phase(
        _("Drawing %(number)d: who drew it? Who guessed it?") % {"number": asked},
        {seat.name: _("guessed it") for one in latest for seat in one.known_by},
        about=[one.artist.name for one in latest if one.artist],
        drawings=[*told, *[Drawing(number, is_asked=number == asked) for number in others]],
    )


def _told(drawings: Sequence[Mapping[str, Any]]) -> list[Drawing]:
    return [Drawing(one["place"], one["word"], one["author"], one["right"]) for one in drawings]


def pieces(state: State, outcome: Outcome[Details]) -> dict[str, list[str]]:
    """Return the Victory tokens that everyone has, and the places up to those that win."""
    tokens, (each, _one) = target(state), experienced_targets(state)
    return {
        name: (
            _held(own["drawing"], "red", each) + _held(own["sheet"], "gray", each)
            if tokens is None
            else _held(own["drawing"], "red") + _held(own["sheet"], "gray", tokens - own["drawing"])
        )
        for name, own in outcome.details["tokens"].items()
    }


def _held(number: int, kind: str, places: int = 0) -> list[str]:
    return [kind] * number + [""] * (places - number)


PLAY: Play[State] = Play(
    entry_context=entry_context,
    parts_context=parts_context,
    steps=steps,
    progress=progress,
    needs=needs,
    pieces=pieces,
    unrecorded=unrecorded,
    phase=phase,
    hourglass=60,  # neither rulebook says how long the sandglass runs
)
