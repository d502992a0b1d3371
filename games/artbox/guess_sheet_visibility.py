"""#ARTBOX: who may see a guess sheet, and what of it. Until the reveal only its player does."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404
from django.utils.crypto import salted_hmac

from games.artbox.forms import WordsForm
from games.artbox.models import HiddenEntry, OpenGuessSheet, OpenRound
from games.artbox.open_round import Draft, GuessSheets, fingerprint, read_draft, read_guess_sheets
from games.artbox.rules import State, drawings_each, drawings_in_all, maestro
from games.artbox.words.dealing import LONGEST_WORD
from scoring.models import Seat
from scoring.play.screen import TableNow
from scoring.web.table_access import Visit

SALT = "games.artbox.guess_sheet_visibility"


def seat_of_guess_sheet(visit: Visit, place: int) -> Seat:
    """Return the seat of a guess sheet. Raises PermissionDenied for the seat of another phone."""
    seat = visit.session.seats.at(place)
    if seat is None:
        raise Http404
    if seat != visit.seat and hasattr(seat, "phone"):
        raise PermissionDenied
    return seat


def is_open(visit: Visit, seat: Seat, number: int, key: str) -> bool:
    """Return whether this phone may show the guess sheet: its own, or handed to that player.

    `key`: what the phone was given when it was handed over."""
    return seat == visit.seat or key in _keys_of(visit, number, seat)


def _keys_of(visit: Visit, number: int, guesser: Seat) -> set[str]:
    guess_sheets = OpenGuessSheet.objects.filter(
        session=visit.session, number=number, guesser=guesser
    )
    openings = guess_sheets.filter(opening__isnull=False).values_list("opening", flat=True)
    return {key_to_guess_sheet(visit, opening) for opening in openings if opening}


def key_to_guess_sheet(visit: Visit, opening: UUID) -> str:
    """Return the key of the phone that was handed over; on another phone it opens nothing."""
    return salted_hmac(SALT, f"{opening} {visit.phone.pk}", algorithm="sha256").hexdigest()[:32]


def visible_guess_sheet(
    visit: Visit, seat: Seat, state: State, asked: str, *, is_open: bool
) -> dict[str, Any]:
    """Return what this reader may see of the guess sheet; `asked`: the drawing to match."""
    number = len(state.rounds) + 1
    secrets = read_guess_sheets(visit.session, number)
    draft = read_draft(visit.session, number)
    handed_in = seat.name in secrets.handed_in
    context = {
        "handed_in": handed_in,
        "over": draft.revealed or draft.is_told_in_turn,
        "ready": secrets.has_all_words(state),
        "dealt": secrets.dealt,
    }
    if handed_in or not is_open:
        return context
    hidden = _hidden(visit, seat, number)
    context |= {"hidden": hidden, "two_each": drawings_each(state) > 1}
    if secrets.dealt:
        return {
            **context,
            "own_words": _own_words(secrets, seat, hidden),
            "longest_word": LONGEST_WORD,
        }
    own, matches = _own(secrets, seat, state, hidden), _matches(secrets, seat, state, asked, hidden)
    return {**context, **own, **matches}


# What another phone entered before this one went on with the seat: the drawings it is about.
Hidden = Mapping[str, Collection[int]]


def _hidden(visit: Visit, seat: Seat, number: int) -> Hidden:
    entries = HiddenEntry.objects.of_guess_sheet(visit.session, number, seat)
    return {kind: {at for what, at in entries if what == kind} for kind in HiddenEntry.What.values}


def _own_words(secrets: GuessSheets, seat: Seat, hidden: Hidden) -> list[dict[str, Any]]:
    """Return the author's words that are not on display yet, each with a key that it changes."""
    words = sorted(secrets.own_words_of(seat.name).items())
    shown = [(nth, "" if nth in hidden["word"] else text) for nth, text in words]
    return [{"nth": nth, "text": text, "key": fingerprint([text])} for nth, text in shown]


def _own(secrets: GuessSheets, seat: Seat, state: State, hidden: Hidden) -> dict[str, Any]:
    """Return what this author entered about their own drawings, but for what is hidden."""
    each = drawings_each(state)
    mine = {drawing.nth: drawing for drawing in secrets.drawings_of(seat.name)}
    places = {nth: one.place for nth, one in mine.items() if nth not in hidden["number"]}
    words = {nth: one.word for nth, one in mine.items() if nth not in hidden["word"]}
    return {
        "own": [
            {
                "nth": nth,
                "place": places.get(nth),
                "word": secrets.words.get(words[nth] or 0) if nth in words else None,
            }
            for nth in range(1, each + 1)
        ],
        "drawings_entered": secrets.has_entered_drawings(seat.name, each),
    }


def _matches(
    secrets: GuessSheets, seat: Seat, state: State, asked: str, hidden: Hidden
) -> dict[str, Any]:
    """Return the others' drawings with their words, and the words that are left.

    An own drawing whose number is hidden is among them, and so is its word: to leave it out would
    tell which one it is."""
    mine = secrets.drawings_of(seat.name)
    own_words = {one.word for one in mine if one.word and one.nth not in hidden["word"]}
    own_places = {one.place for one in mine if one.nth not in hidden["number"]}
    others = [at for at in range(1, drawings_in_all(state) + 1) if at not in own_places]
    open_ones = [place for place in others if place not in hidden["guess"]]
    entered = secrets.lines.get(seat.name, {})
    lines = {place: word for place, word in entered.items() if place in open_ones}
    free = [place for place in open_ones if place not in lines]
    current = next((place for place in open_ones if str(place) == asked), (free or [0])[0])
    used = {word: place for place, word in lines.items()}
    # An own drawing of which only the number is hidden needs no word: see hide_entered().
    own_ones = [one for one in mine if one.nth in hidden["number"] and one.place in open_ones]
    return {
        "places": others,
        "words": [
            {"place": place, "text": text, "used": used.get(place)}
            for place, text in secrets.words.items()
            if place not in own_words
        ],
        "current": current,
        "current_word": lines.get(current, 0),
        "lines": [
            {"place": place, "word": secrets.words.get(lines.get(place, 0), "")} for place in others
        ],
        "left": max(0, len(free) - len(own_ones)),
    }


# On the table's own page


def may_show_words(visit: Visit, state: State) -> bool:
    """Return whether the visit may enter the words and hide the guesses: as the Maestro or host."""
    name = maestro(state, len(state.rounds))
    return visit.hosts or (visit.seat is not None and visit.seat.name == name)


def guess_sheet_box(
    visit: Visit, now: TableNow, draft: Draft, failed: Form | None
) -> dict[str, Any]:
    """Return the state of the guess sheets; nothing of their contents before the reveal."""
    if draft.way != OpenRound.Way.GUESS_SHEETS:
        return {}
    state: State = now.state
    box = read_guess_sheets(now.session, draft.number)
    with_phone = set(now.session.phones.seated().values_list("seat", flat=True))
    words = {f"word_{place}": text for place, text in box.words.items()}
    form = failed if isinstance(failed, WordsForm) else WordsForm(state=state, initial=words)
    writing = box.still_writing(state)
    sheets = [
        {
            "seat": seat,
            "handed_in": name in box.handed_in,
            "started_over": name in box.started_over,
            "drawings_entered": box.has_entered_drawings(name, drawings_each(state)),
            "no_phone": seat.pk not in with_phone,
        }
        for name, seat in now.seats.items()
    ]
    return {
        "may_show_words": may_show_words(visit, state),
        "words_form": form,
        "words_failed": isinstance(failed, WordsForm),
        "words_seen": fingerprint(box.words.values()),
        "words": list(box.words.values()),
        "has_all_words": box.has_all_words(state),
        "all_hang": sum(drawing.place is not None for drawing in box.drawings)
        == drawings_in_all(state),
        "sheets": sheets,
        "next_to_write": next(
            (now.seats[name] for name in writing if now.seats[name].pk not in with_phone), None
        ),
        "still_writing": writing,
        "missing_guess_sheets": [name for name in state.players if name not in box.handed_in],
        "mine_is_in": visit.seat is not None and visit.seat.name in box.handed_in,
        "revealed": revealed(now, box, draft),
        "next_drawing": (draft.turned or 0) + 1,
    }


def revealed(now: TableNow, box: GuessSheets, draft: Draft) -> list[dict[str, Any]]:
    """Return drawing by drawing who was right, as far as they are revealed."""
    drawings = sorted(box.drawings, key=lambda drawing: drawing.place or 0)
    told = len(drawings) if draft.revealed else draft.turned or 0
    return [
        {
            "place": drawing.place,
            "author": now.seats[drawing.author],
            "word": box.words.get(drawing.word or 0, ""),
            "right": [
                now.seats[guesser]
                for guesser in now.seats
                if guesser != drawing.author
                and box.lines.get(guesser, {}).get(drawing.place or 0) == drawing.word
            ],
        }
        for drawing in drawings[:told]
    ]
