"""Deal each artist a secret word, or have each write theirs, so that nobody types them all.

Until they are shown, each word is known only to its artist; then decoys join them. Each
function that a tap calls is one transaction and may be repeated."""

from collections import Counter
from collections.abc import Iterable
from random import Random, SystemRandom
from typing import Any

from games.artbox.entering import open_round, seat_at, with_guess_sheets
from games.artbox.models import Drawing, HiddenEntry, OpenGuessSheet, OpenRound, Word
from games.artbox.open_round import COLLECT, read_draft
from games.artbox.rules import EntryRefusal, State, drawings_each, words_on_display
from games.artbox.words.spelling import key_of, spell
from games.artbox.words.word_list import word_list
from scoring.core.refusals import Refused
from scoring.models import Seat, Session
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.sessions.lifecycle import note

# Of what an author writes: little longer than any decoy, or its length would tell that it is none.
LONGEST_WORD = 20


@write_transaction()
def deal(*, session: Session, number: int, own: bool, language: str, random: Random) -> None:
    """Give every drawing a word, or with `own` an empty one that its author writes."""
    state = with_guess_sheets(session, number)
    row = open_round(session, number)
    if row.dealt or Word.objects.filter(session=session, number=number).exists():
        return
    row.way, row.language = OpenRound.Way.GUESS_SHEETS, language
    row.dealt = OpenRound.Dealt.OWN if own else OpenRound.Dealt.WORDS
    row.save(update_fields=["way", "language", "dealt"])
    wanted = _wanted(session, state)
    texts = [""] * len(wanted) if own else draw_words(session, row, len(wanted), random)
    for place, ((seat, nth), text) in enumerate(zip(wanted, texts, strict=True), 1):
        word = Word.objects.create(session=session, number=number, place=place, text=text)
        Drawing.objects.update_or_create(
            session=session, number=number, author=seat, nth=nth, defaults={"word": word}
        )


def _wanted(session: Session, state: State) -> list[tuple[Seat, int]]:
    """Return the author of each drawing, and which of theirs it is."""
    nths = range(1, drawings_each(state) + 1)
    return [(seat, nth) for seat in session.seats.clockwise() for nth in nths]


def draw_words(
    session: Session, row: OpenRound, many: int, random: Random, besides: Iterable[str] = ()
) -> list[str]:
    """Return words that the session has not used, or not in this round if there are too few.

    `besides`: the keys of other words that they must not be."""
    texts = Word.objects.filter(session=session).values_list("number", "text")
    used = {key_of(text) for _number, text in texts} | {*besides}
    here = {key_of(text) for number, text in texts if number == row.number} | {*besides}
    words = word_list(row.language)
    fresh = [word for word in words if key_of(word) not in used]
    if len(fresh) < many:
        fresh = [word for word in words if key_of(word) not in here]
    return random.sample(fresh, many)


@write_transaction()
def exchange_word(
    *, session: Session, number: int, seat: int, nth: int, seen: str, random: Random
) -> None:
    """Give a drawing another word; `seen`: the one that the page showed."""
    with_guess_sheets(session, number)
    word = _own_word(session, number, seat, nth)
    if word.text == seen or _was_hidden(session, number, seat, nth):
        (word.text,) = draw_words(session, open_round(session, number), 1, random)
        word.save(update_fields=["text"])


@write_transaction()
def write_word(*, session: Session, number: int, seat: int, nth: int, word: str) -> None:
    """Set the word of a drawing to what its author wrote.

    Two may write the same one until the words are shown: to refuse the second would tell."""
    with_guess_sheets(session, number)
    row = _own_word(session, number, seat, nth)
    text = spell(word, word_list(open_round(session, number).language))
    if not 0 < len(text) <= LONGEST_WORD:
        path = ("rounds", number - 1)
        raise Refused(path, EntryRefusal.WORD_LENGTH, longest=LONGEST_WORD)
    row.text = text
    row.save(update_fields=["text"])
    _was_hidden(session, number, seat, nth)


def _was_hidden(session: Session, number: int, seat: int, nth: int) -> bool:
    """Return whether a word was hidden from the phone that replaces it; the new one is not."""
    words = HiddenEntry.objects.filter(session=session, number=number, seat__place=seat, at=nth)
    return bool(words.filter(what=HiddenEntry.What.WORD).delete()[0])


def _own_word(session: Session, number: int, seat: int, nth: int) -> Word:
    author = seat_at(session, seat)
    here: dict[str, Any] = {"session": session, "number": number}
    words = Word.objects.filter(**here, drawings__author=author, drawings__nth=nth)
    word = words.first() if open_round(session, number).dealt else None
    if word is None:
        raise Refused(("rounds", number - 1), EntryRefusal.WORDS_SHOWN)
    return word


def deal_again(session: Session, row: OpenRound, seat: Seat) -> None:
    """Replace the words of an author whom another phone now asks for them."""
    here: dict[str, Any] = {"session": session, "number": row.number}
    for word in Word.objects.filter(**here, drawings__author=seat):
        own = row.dealt == OpenRound.Dealt.OWN
        (word.text,) = [""] if own else draw_words(session, row, 1, SystemRandom())
        word.save(update_fields=["text"])
    OpenGuessSheet.objects.update_or_create(
        **here, guesser=seat, defaults={"started_over": True, "opening": None}
    )


@write_transaction()
def put_away(*, session: Session, number: int, seat: int) -> None:
    """Close what a phone that was handed over shows of its player's words."""
    with_guess_sheets(session, number)
    guess_sheets = OpenGuessSheet.objects.filter(
        session=session, number=number, guesser__place=seat
    )
    guess_sheets.update(opening=None)


@write_transaction()
def show_words(*, session: Session, number: int, random: Random) -> None:
    """Put the words on display, with decoys between them.

    Artists with a phone need not enter again what they drew; the others do, as their guess sheets
    start over with every phone that is handed to them."""
    state = with_guess_sheets(session, number)
    row = open_round(session, number)
    if not row.dealt:
        return
    here: dict[str, Any] = {"session": session, "number": number}
    texts = _texts_of_authors(session, number, state)
    count = words_on_display(state) - len(texts)
    besides = {key_of(text) for text in texts.values()}
    drawn = draw_words(session, row, count, random, besides)
    shown = [*texts.items(), *[(None, text) for text in drawn]]
    random.shuffle(shown)
    Word.objects.filter(**here).delete()
    words = Word.objects.bulk_create(
        Word(**here, place=place, text=text) for place, (_drawing, text) in enumerate(shown, 1)
    )
    with_phone = set(session.phones.seated().values_list("seat", flat=True))
    for (drawing, _text), word in zip(shown, words, strict=True):
        if drawing and drawing.author_id in with_phone:
            drawing.word = word
            drawing.save(update_fields=["word"])
    OpenGuessSheet.objects.filter(**here).delete()
    row.dealt = ""
    row.save(update_fields=["dealt"])


def _texts_of_authors(session: Session, number: int, state: State) -> dict[Drawing, str]:
    """Return the word of each drawing. Raises Refused if one is missing, or there twice."""
    path = ("rounds", number - 1)
    if drawing := read_draft(session, number).missing_finishers(state):
        raise Refused(path, EntryRefusal.STILL_DRAWING, names=tuple(drawing))
    drawings = Drawing.objects.filter(session=session, number=number).select_related("word")
    by_author = {
        (one.author_id, one.nth): (one, one.word.text)
        for one in drawings
        if one.word and one.word.text
    }
    wanted = _wanted(session, state)
    silent = {seat.name for seat, nth in wanted if (seat.pk, nth) not in by_author}
    if silent:
        names = tuple([name for name in state.players if name in silent])
        raise Refused(path, EntryRefusal.NOT_WRITTEN, names=names)
    texts = dict(by_author[seat.pk, nth] for seat, nth in wanted)
    many = Counter(key_of(text) for text in texts.values())
    doubled = {one.author_id for one, text in texts.items() if many[key_of(text)] > 1}
    if doubled:
        names = tuple([seat.name for seat in session.seats.clockwise() if seat.pk in doubled])
        raise Refused(path, EntryRefusal.SAME_WORD, names=names)
    return texts


@write_transaction()
def collect_words(*, session: Session, number: int, by: By) -> None:
    """Take back words that were dealt and not shown, so that they can be entered in another way;
    the history says who did it."""
    with_guess_sheets(session, number)
    row = open_round(session, number)
    if row.dealt:
        note(session=session, action=COLLECT, by=by)
        Word.objects.filter(session=session, number=number).delete()
        words = HiddenEntry.objects.filter(session=session, number=number)
        words.filter(what=HiddenEntry.What.WORD).delete()
        OpenGuessSheet.objects.filter(session=session, number=number).delete()
        row.dealt = ""
        row.save(update_fields=["dealt"])
