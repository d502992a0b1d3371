"""A word's spelling and place tell nobody whether it was typed or drawn from the list."""

import re
import unicodedata
from time import perf_counter

import pytest

from games.artbox.models import Word
from games.artbox.tests.tables import (
    NAMES,
    WORDS,
    Screen,
    deal,
    everyone_finishes,
    guess_sheet,
    own_words,
    place,
    show_words,
)
from games.artbox.words import dealing
from games.artbox.words.dealing import LONGEST_WORD
from games.artbox.words.spelling import key_of, normalize, spell
from games.artbox.words.word_list import word_languages, word_list
from scoring.models import Session

TYPED = {
    "Ana": "  JUICE",
    "Ben": "Stamp\u200b album!",
    "Cleo": "E\u0301TOILE",
    "Dov": "«\u202eGiant\u00a0 Squid\u202c»",
}
READ = {"Ana": "juice", "Ben": "stamp album", "Cleo": "\u00e9toile", "Dov": "giant squid"}


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        *zip(TYPED.values(), READ.values(), strict=True),
        pytest.param("alarm\tclock\n", "alarm clock", id="a line break"),
        pytest.param("Alarm   clock", "alarm clock", id="several spaces"),
        pytest.param("d'artifice", "d’artifice", id="a straight apostrophe"),
        pytest.param("yo\u2011yo", "yo-yo", id="another hyphen"),
        pytest.param("so\u00adap", "soap", id="a soft hyphen"),
        pytest.param("\u2764\ufe0f", "\u2764", id="how an emoji is drawn"),
        pytest.param("soap.", "soap", id="a full stop"),
        pytest.param("\u200b \ufeff", "", id="nothing that is seen"),
        pytest.param("?!", "", id="nothing but punctuation"),
        pytest.param("Stra\u00dfe", "stra\u00dfe", id="no other letters"),
    ],
)
def test_it_writes_all_words_in_one_way(typed: str, shown: str) -> None:
    assert normalize(typed) == shown
    assert normalize(shown) == shown


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        pytest.param("Ecureuil", "écureuil", id="no accent"),
        pytest.param("oeuf", "œuf", id="two letters for one"),
        pytest.param("arc en ciel", "arc-en-ciel", id="no hyphens"),
        pytest.param("feu d artifice", "feu d’artifice", id="no apostrophe"),
        pytest.param("péchë", "péchë", id="accents of its own"),
        pytest.param("tournevis géant", "tournevis géant", id="no word of the list"),
    ],
)
def test_it_adds_accents_that_decoys_have(typed: str, shown: str) -> None:
    assert spell(typed, ["écureuil", "œuf", "arc-en-ciel", "feu d’artifice", "pêche"]) == shown


@pytest.mark.parametrize("language", word_languages())
def test_every_decoy_is_spelled_as_typed_words_are(language: str) -> None:
    words = word_list(language)
    assert [word for word in words if normalize(word) != word] == []
    assert all(unicodedata.is_normalized("NFC", word) for word in words)
    assert len({key_of(word) for word in words}) == len(words)


@pytest.mark.parametrize("language", word_languages())
def test_no_length_tells_that_a_word_was_typed(language: str) -> None:
    longest = max(map(len, word_list(language)))
    assert longest <= LONGEST_WORD <= longest + 5


@pytest.mark.parametrize("letter", ["x", " ", "!", "\u200b", "\u0301", "é", "’", "x "])
def test_a_long_word_takes_no_long_time(letter: str) -> None:
    start = perf_counter()
    normalize(letter * 100_000)
    key_of(letter * 100_000)
    assert perf_counter() - start < 5


# At the table


def words_shown(page: str) -> list[str]:
    (shown,) = re.findall(r'<ul class="artbox-words".*?</ul>', page, re.DOTALL)
    return re.findall(r"<li>(.*?)</li>", shown)


@pytest.mark.django_db
def test_typed_words_look_like_decoys_on_every_screen(
    monkeypatch: pytest.MonkeyPatch, session: Session, host: Screen, phones: dict[str, Screen]
) -> None:
    decoys = ["acorn", "nest", "zebra"]
    dealt = ["one", "two", "three", "four"]
    monkeypatch.setattr(dealing, "word_list", lambda _language: [*decoys, *dealt])
    everyone_finishes(host)
    deal(host, own="on")
    dov = Screen(session, "Dov")
    for name, typed in TYPED.items():
        guess_sheet(dov if name == "Dov" else phones[name], name, "own-word/", nth=1, word=typed)
    assert own_words() == READ
    monkeypatch.setattr(dealing, "word_list", lambda _language: decoys)
    host.tap("words/show/", number=1)
    alphabet = ["acorn", "\u00e9toile", "giant squid", "juice", "nest", "stamp album", "zebra"]
    for screen in (*phones.values(), dov):
        assert words_shown(screen.text()) == alphabet
    board = re.findall(r"<li[^>]*>([^<]*)</li>", host.text("board/"))
    assert [word for word in board if word in alphabet] == alphabet
    for name in NAMES:
        screen = dov if name == "Dov" else phones[name]
        guess_sheet(screen, name, "number/", nth=1, place=place(session, name))
        page = screen.text(f"artbox/guess-sheet/{place(session, name)}/")
        choices = re.findall(r'id="word-\d+" name="word" value="\d+" [^>]*>([^<]*)<', page)
        assert choices == [word for word in alphabet if word != READ[name]]


@pytest.mark.django_db
def test_the_order_of_typing_shows_nowhere(host: Screen, phones: dict[str, Screen]) -> None:
    """A player who types all words writes their own first."""
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    typed = ("oven", "Lock", "cactus", "nose", "FORK", "camel", "mast")
    show_words(phones["Ana"], typed)
    assert words_shown(phones["Ben"].text()) == sorted(WORDS, key=key_of)
    places = Word.objects.order_by("place").values_list("text", flat=True)
    assert [*places] == sorted(
        WORDS, key=key_of
    )  # their numbers are in the forms of the guess sheets


@pytest.mark.django_db
def test_the_same_words_sent_again_keep_their_places(
    host: Screen, phones: dict[str, Screen]
) -> None:
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    for _again in range(2):
        assert show_words(phones["Ana"], WORDS[::-1]).status_code == 200
        places = Word.objects.order_by("place").values_list("text", flat=True)
        assert [*places] == sorted(WORDS, key=key_of)


@pytest.mark.django_db
def test_a_corrected_word_keeps_its_matches_and_takes_its_place_in_the_order(
    host: Screen, phones: dict[str, Screen]
) -> None:
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    show_words(host)
    words = [*Word.objects.order_by("place").values_list("text", flat=True)]
    corrected = ["zebra" if word == "fork" else word for word in words]
    show_words(host, tuple(corrected))
    assert words_shown(phones["Ben"].text()) == sorted(corrected, key=key_of)
    assert Word.objects.get(text="zebra").place == words.index("fork") + 1


@pytest.mark.django_db
def test_two_spellings_of_a_word_are_one(host: Screen, phones: dict[str, Screen]) -> None:
    deal(host, own="on")
    everyone_finishes(host)
    for name, typed in {"Ana": "épée", "Ben": "Epee "}.items():
        guess_sheet(phones[name], name, "own-word/", nth=1, word=typed)
    dov = Screen(host.session, "Dov")
    guess_sheet(dov, "Dov", "own-word/", nth=1, word="rope")
    guess_sheet(phones["Cleo"], "Cleo", "own-word/", nth=1, word="oven")
    assert "Check again: Ana and Ben." in host.tap("words/show/", number=1).context["refusal"]


@pytest.mark.django_db
def test_no_keyboard_writes_capitals_by_itself(host: Screen, phones: dict[str, Screen]) -> None:
    deal(host, own="on")
    page = phones["Ana"].text("artbox/guess-sheet/1/")
    (own,) = re.findall(r'<input id="word-1"[^>]*>', page)
    host.tap("words/collect/", number=1, save="1")
    everyone_finishes(host)
    all_words = re.findall(r'<input[^>]*name="word_\d"[^>]*>', host.text())
    assert len(all_words) == 7
    for field in (own, *all_words):
        for attribute in ('autocapitalize="none"', 'autocorrect="off"', 'spellcheck="false"'):
            assert attribute in field
    assert f'maxlength="{LONGEST_WORD}"' in own
