"""Change the guess sheets of a round: words on display, the artists' own drawings, secret matches,
and the reveal. Each function is one transaction and may be repeated."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any
from uuid import UUID, uuid4

from games.artbox.entering import entering, open_round, seat_at, with_guess_sheets
from games.artbox.models import (
    Drawing,
    GuessSheetLine,
    HiddenEntry,
    OpenGuess,
    OpenGuessSheet,
    OpenRound,
    Word,
)
from games.artbox.open_round import HIDE, GuessSheets, fingerprint, in_order, read_guess_sheets
from games.artbox.rules import (
    EntryRefusal,
    Guesses,
    State,
    drawings_each,
    drawings_in_all,
    words_on_display,
)
from games.artbox.words.dealing import deal_again
from games.artbox.words.spelling import normalize
from scoring.core.refusals import Refused, check_within
from scoring.models import Seat, Session
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.sessions.lifecycle import note


@write_transaction()
def set_words(
    *, session: Session, number: int, words: Sequence[str], seen: str | None = None
) -> None:
    """Set the words in their places; a word that is only spelled differently keeps its matches.

    Their first places are by the alphabet, as the order of typing could tell which are decoys.
    `seen`: the fingerprint of the words that the page showed."""
    with_guess_sheets(session, number)
    guess_sheets = read_guess_sheets(session, number)
    words, words_before = [*map(normalize, words)], [*guess_sheets.words.values()]
    if words_before and not guess_sheets.dealt and in_order(words) == words_before:
        return
    if guess_sheets.dealt or seen not in {None, fingerprint(words_before)}:
        raise Refused(("rounds", number - 1), EntryRefusal.WORDS_CHANGED)
    if not words_before:
        words = in_order(words)
    for place, text in enumerate(words, 1):
        Word.objects.update_or_create(
            session=session, number=number, place=place, defaults={"text": text}
        )


@write_transaction()
def hang(*, session: Session, number: int, random: Random) -> None:
    """Number the drawings that have no number yet, at random; their authors see the numbers."""
    state = with_guess_sheets(session, number)
    here: dict[str, Any] = {"session": session, "number": number}
    drawings = {(one.author_id, one.nth): one for one in Drawing.objects.filter(**here)}
    seats = session.seats.clockwise()
    wanted = [(seat.pk, nth) for seat in seats for nth in _nths(state)]
    taken = {drawing.place for drawing in drawings.values()}
    free = [place for place in range(1, drawings_in_all(state) + 1) if place not in taken]
    random.shuffle(free)
    new = [
        Drawing(**here, author_id=author, nth=nth, place=free.pop())
        for author, nth in wanted
        if (author, nth) not in drawings
    ]
    begun = [drawing for drawing in drawings.values() if drawing.place is None]
    for drawing in begun:
        drawing.place = free.pop()
    Drawing.objects.bulk_create(new)
    Drawing.objects.bulk_update(begun, ["place"])
    for drawing in (*new, *begun):
        _forget_guess(session, number, drawing)


def _forget_guess(session: Session, number: int, drawing: Drawing) -> None:
    """Delete the guess of an author about their own drawing at its new number."""
    lines = GuessSheetLine.objects.filter(session=session, number=number, guesser=drawing.author_id)
    if drawing.place is not None:
        lines.filter(place=drawing.place).delete()


def _nths(state: State) -> range:
    return range(1, drawings_each(state) + 1)


def _drawing(session: Session, number: int, author: Seat, nth: int) -> Drawing:
    return Drawing.objects.get_or_create(session=session, number=number, author=author, nth=nth)[0]


@write_transaction()
def tell_place(*, session: Session, number: int, seat: int, nth: int, place: int) -> None:
    """Set the number of an author's drawing; 0 takes it back."""
    state = with_guess_sheets(session, number)
    path = ("rounds", number - 1)
    check_within(nth, _nths(state), path)
    check_within(place, range(drawings_in_all(state) + 1), path)
    author = seat_at(session, seat)
    _check_in_hand(session, number, author, (HiddenEntry.What.NUMBER, nth))
    drawing = _drawing(session, number, author, nth)
    others = Drawing.objects.filter(session=session, number=number).exclude(pk=drawing.pk)
    if place and others.filter(place=place).exists():
        raise Refused(path, EntryRefusal.PLACE_TAKEN, place=place)
    drawing.place = place or None
    drawing.save(update_fields=["place"])
    _forget_guess(session, number, drawing)


@write_transaction()
def tell_word(*, session: Session, number: int, seat: int, nth: int, word: int) -> None:
    """Set the word that an author drew; 0 takes it back."""
    state = with_guess_sheets(session, number)
    path = ("rounds", number - 1)
    check_within(nth, _nths(state), path)
    author = seat_at(session, seat)
    _check_in_hand(session, number, author, (HiddenEntry.What.WORD, nth))
    _check_shown(session, number)
    shown = _word(session, number, word) if word else None
    drawing = _drawing(session, number, author, nth)
    drawing.word = shown
    drawing.save(update_fields=["word"])
    if shown:
        GuessSheetLine.objects.filter(guesser=author, word=shown).delete()


def _check_shown(session: Session, number: int) -> None:
    if open_round(session, number).dealt:
        raise Refused(("rounds", number - 1), EntryRefusal.NO_WORDS)


def _word(session: Session, number: int, place: int) -> Word:
    word = Word.objects.filter(session=session, number=number, place=place).first()
    if word is None:
        raise Refused(("rounds", number - 1), EntryRefusal.NO_WORDS)
    return word


def _check_in_hand(
    session: Session, number: int, guesser: Seat, entry: tuple[HiddenEntry.What, int]
) -> None:
    """Raise Refused for a guess sheet that is handed in, and for what is hidden of it."""
    if _is_hidden(session, number, guesser, entry):
        raise Refused(("rounds", number - 1), EntryRefusal.HIDDEN)
    guess_sheets = OpenGuessSheet.objects.filter(session=session, number=number, guesser=guesser)
    if guess_sheets.filter(handed_in=True).exists():
        raise Refused(("rounds", number - 1), EntryRefusal.HANDED_IN)


def _is_hidden(
    session: Session, number: int, seat: Seat, entry: tuple[HiddenEntry.What, int]
) -> bool:
    return entry in HiddenEntry.objects.of_guess_sheet(session, number, seat)


@write_transaction()
def match(*, session: Session, number: int, seat: int, drawing: int, word: int) -> None:
    """Give a word to a drawing, and to no other; 0 takes the word away again."""
    state = with_guess_sheets(session, number)
    path = ("rounds", number - 1)
    check_within(drawing, range(1, drawings_in_all(state) + 1), path)
    guesser = seat_at(session, seat)
    _check_in_hand(session, number, guesser, (HiddenEntry.What.GUESS, drawing))
    _check_shown(session, number)
    here = {"session": session, "number": number}
    own = Drawing.objects.filter(**here, author=guesser, place=drawing).first()
    if own and not _is_hidden(session, number, guesser, (HiddenEntry.What.NUMBER, own.nth)):
        raise Refused(path, EntryRefusal.OWN_NUMBER)
    shown = _word(session, number, word) if word else None
    lines = GuessSheetLine.objects.filter(**here, guesser=guesser)
    lines.filter(place=drawing).delete()
    if shown:
        lines.filter(word=shown).delete()
        lines.create(**here, guesser=guesser, place=drawing, word=shown)


@write_transaction()
def hand_in(*, session: Session, number: int, seat: int) -> None:
    """Close a guess sheet to changes; a phone that was passed on no longer shows it."""
    state = with_guess_sheets(session, number)
    guesser = seat_at(session, seat)
    _check_shown(session, number)
    if not read_guess_sheets(session, number).has_entered_drawings(
        guesser.name, drawings_each(state)
    ):
        raise Refused(("rounds", number - 1), EntryRefusal.NOT_TOLD, names=guesser.name)
    OpenGuessSheet.objects.update_or_create(
        session=session,
        number=number,
        guesser=guesser,
        defaults={"handed_in": True, "opening": None},
    )


@write_transaction()
def take_in_hand(*, session: Session, number: int, seat: int) -> None:
    """Open a guess sheet for changes again, on its player's own phone."""
    with_guess_sheets(session, number)
    guess_sheets = OpenGuessSheet.objects.filter(
        session=session, number=number, guesser__place=seat
    )
    guess_sheets.update(handed_in=False)


@write_transaction()
def open_for(*, session: Session, number: int, seat: int) -> UUID:
    """Start a guess sheet over on a phone that is handed to its player, who may read no other."""
    with_guess_sheets(session, number)
    guesser = seat_at(session, seat)
    here: dict[str, Any] = {"session": session, "number": number, "guesser": guesser}
    # The first look at a word that was dealt leaves it as it is.
    if not open_round(session, number).dealt or OpenGuessSheet.objects.filter(**here).exists():
        _start_over(session, number, guesser)
    opening = uuid4()
    OpenGuessSheet.objects.update_or_create(**here, defaults={"opening": opening})
    return opening


def discard(session: Session, seat: Seat) -> None:
    """Start a seat's secret guess sheets over: the phone that filled them in has left the seat."""
    rounds = OpenRound.objects.filter(session=session, revealed=False, turned=None)
    for number in rounds.values_list("number", flat=True):
        _start_over(session, number, seat)


def hide_entered(session: Session, seat: Seat) -> None:
    """Hide what was entered in secret on a seat: another phone goes on with it."""
    what = HiddenEntry.What
    rounds = OpenRound.objects.filter(session=session, revealed=False, turned=None)
    for number in rounds.values_list("number", flat=True):
        here: dict[str, Any] = {"session": session, "number": number}
        lines = GuessSheetLine.objects.filter(**here, guesser=seat)
        guessed = {*lines.values_list("place", flat=True)}
        entered: set[tuple[str, int]] = {(what.GUESS, place) for place in guessed}
        for drawing in Drawing.objects.filter(**here, author=seat).select_related("word"):
            if drawing.place is not None:
                entered.add((what.NUMBER, drawing.nth))
                if guessed:
                    # Else the only drawing without a guess would be the own one. Without any
                    # guess it would be the only one with a mark.
                    entered.add((what.GUESS, drawing.place))
            if drawing.word is not None and drawing.word.text:
                entered.add((what.WORD, drawing.nth))
        HiddenEntry.objects.bulk_create(
            [HiddenEntry(**here, seat=seat, what=one, at=at) for one, at in sorted(entered)],
            ignore_conflicts=True,
        )
        OpenGuessSheet.objects.filter(**here, guesser=seat).update(opening=None)


def _start_over(session: Session, number: int, seat: Seat) -> None:
    """Delete what a guess sheet has in it, if anything, and note that for the table.

    The numbers of the drawings stay: they are on the wall."""
    HiddenEntry.objects.filter(session=session, number=number, seat=seat).delete()
    row = open_round(session, number)
    if row.dealt:
        deal_again(session, row, seat)
        return
    here: dict[str, Any] = {"session": session, "number": number}
    lines = GuessSheetLine.objects.filter(**here, guesser=seat)
    drawings = Drawing.objects.filter(**here, author=seat, word__isnull=False)
    if lines.exists() or drawings.exists():
        OpenGuessSheet.objects.update_or_create(
            **here, guesser=seat, defaults={"started_over": True}
        )
    lines.delete()
    drawings.update(word=None)
    guess_sheets = OpenGuessSheet.objects.filter(**here, guesser=seat)
    guess_sheets.update(handed_in=False, opening=None)


@write_transaction()
def reveal(*, session: Session, number: int, early: bool) -> None:
    """Turn the guess sheets into guesses; `early`: without those that are not handed in."""
    state = entering(session, number)
    row = open_round(session, number)
    if row.revealed:
        return
    guess_sheets = read_guess_sheets(session, number)
    _check_all_there(state, guess_sheets, number, early=early or row.is_closed)
    _tell_all(row, guess_sheets)


@write_transaction()
def begin_reveal(*, session: Session, number: int, early: bool) -> None:
    """Close the guess sheets, and tell nothing yet: drawings are revealed one after the other."""
    state = entering(session, number)
    row = open_round(session, number)
    if row.is_closed:
        return
    _check_all_there(state, read_guess_sheets(session, number), number, early=early)
    row.turned = 0
    row.save(update_fields=["turned"])


@write_transaction()
def reveal_next(*, session: Session, number: int, drawing: int) -> None:
    """Reveal the drawing with that number, as the next one; the last completes the reveal."""
    state = entering(session, number)
    row = open_round(session, number)
    if row.revealed or drawing <= (row.turned or 0):
        return
    if row.turned is None:
        raise Refused(("rounds", number - 1), EntryRefusal.HIDDEN_AGAIN)
    check_within(drawing, range(1, row.turned + 2), ("rounds", number - 1))
    row.turned = drawing
    row.save(update_fields=["turned"])
    if drawing == drawings_in_all(state):
        _tell_all(row, read_guess_sheets(session, number))


def _tell_all(row: OpenRound, guess_sheets: GuessSheets) -> None:
    session, number = row.session, row.number
    drawn = {
        drawing.place: (drawing.author, drawing.word)
        for drawing in guess_sheets.drawings
        if drawing.place is not None and drawing.word is not None
    }
    _write_guesses(session, number, matched(drawn, guess_sheets.lines))
    row.revealed = True
    row.save(update_fields=["revealed"])
    HiddenEntry.objects.filter(session=session, number=number).delete()


def _check_all_there(state: State, guess_sheets: GuessSheets, number: int, *, early: bool) -> None:
    path = ("rounds", number - 1)
    each = drawings_each(state)
    silent = [name for name in state.players if not guess_sheets.has_entered_drawings(name, each)]
    if silent or len(guess_sheets.words) < words_on_display(state):
        raise Refused(path, EntryRefusal.NOT_TOLD, names=tuple(silent or state.players))
    missing = [name for name in state.players if name not in guess_sheets.handed_in]
    if missing and not early:
        raise Refused(path, EntryRefusal.WAITING, names=tuple(missing))
    words = [drawing.word for drawing in guess_sheets.drawings]
    doubled = {one.author for one in guess_sheets.drawings if words.count(one.word) > 1}
    if doubled:
        names = tuple([name for name in state.players if name in doubled])
        raise Refused(path, EntryRefusal.SAME_WORD, names=names)


def matched(
    drawn: Mapping[int, tuple[str, int]], guess_sheets: Mapping[str, Mapping[int, int]]
) -> Guesses:
    """Return the guesses (R-A1).

    `drawn`: number -> artist, word; `guess_sheets`: guesser -> number -> word."""
    guesses: dict[str, dict[str, int]] = {}
    for guesser, lines in guess_sheets.items():
        right = guesses.setdefault(guesser, {})
        for number, word in lines.items():
            author, shown = drawn[number]
            if word == shown and author != guesser:
                right[author] = right.get(author, 0) + 1
    return guesses


def _write_guesses(session: Session, number: int, guesses: Guesses) -> None:
    """Store all guesses, the wrong ones too, so that every drawing counts as gone through."""
    seats = list(session.seats.clockwise())
    OpenGuess.objects.filter(session=session, number=number).delete()
    OpenGuess.objects.bulk_create(
        OpenGuess(
            session=session,
            number=number,
            guesser=guesser,
            author=author,
            right=guesses.get(guesser.name, {}).get(author.name, 0),
        )
        for author in seats
        for guesser in seats
        if guesser != author
    )


@write_transaction()
def hide(*, session: Session, number: int, by: By) -> None:
    """Take the reveal back, so that guess sheets can be changed; the history says who did it."""
    entering(session, number)
    row = open_round(session, number)
    if row.is_closed:
        if row.revealed:
            OpenGuess.objects.filter(session=session, number=number).delete()
        row.revealed, row.turned = False, None
        row.save(update_fields=["revealed", "turned"])
        note(session=session, action=HIDE, by=by)
