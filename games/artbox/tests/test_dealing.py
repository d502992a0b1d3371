"""Words that are dealt on the phones, or that each author writes: each is its author's secret
until all are shown."""

from random import Random

import pytest

from games.artbox.models import OpenRound, Word
from games.artbox.tests.tables import (
    HTMX,
    NAMES,
    Screen,
    deal,
    everyone_finishes,
    guess_sheet,
    opened,
    own_words,
    page_of,
    play_a_round,
    show_words,
    take,
    words_of_round,
)
from games.artbox.words import dealing
from games.artbox.words.word_list import word_languages, word_list
from scoring.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("words_of_no_page")]


# The words


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_language_has_enough_words_that_all_differ(language: str) -> None:
    words = word_list(language)
    assert len(words) >= 250
    assert len({word.casefold() for word in words}) == len(words)
    assert all(word == word.strip() and 0 < len(word) <= 40 for word in words)


def test_a_language_without_words_has_the_english_ones() -> None:
    assert word_languages() == ["en", "fr"]
    assert word_list("de") == word_list("en")
    assert word_list("fr-ca") == word_list("fr") != word_list("en")


def test_the_words_of_a_round_are_in_the_language_of_whoever_dealt_them(host: Screen) -> None:
    answer = host.client.post(
        host.address("artbox/words/deal/"),
        {"number": 1, "key": "0f0e0d0c-0b0a-4908-8706-050403020100"},
        headers={**HTMX, "accept-language": "fr"},
    )
    assert answer.status_code == 200
    guess_sheet(
        Screen(host.session, "Ana"), "Ana", "own-word/other/", nth=1, seen=own_words()["Ana"]
    )
    assert all(word.startswith("fr-hush-") for word in own_words().values())


# Dealing


def test_each_author_gets_a_word_of_their_own(host: Screen) -> None:
    assert deal(host).status_code == 200
    words = own_words()
    assert sorted(words) == sorted(NAMES)
    assert len(set(words.values())) == 4
    assert all(word.startswith("en-hush-") for word in words.values())


def test_a_second_tap_deals_no_other_words(host: Screen, phones: dict[str, Screen]) -> None:
    deal(host)
    before = own_words()
    deal(phones["Ben"], own="on")
    assert own_words() == before


def test_words_that_are_on_display_stay(host: Screen) -> None:
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    show_words(host)
    before = words_of_round()
    deal(host)
    assert words_of_round() == before
    assert not OpenRound.objects.get().dealt


def test_with_two_drawings_each_gets_two() -> None:
    screen = Screen(opened("Ana", "Ben", "Cleo"), "Ana")
    deal(screen)
    assert Word.objects.count() == 6
    page = page_of(screen, "Ana")
    assert "Your word for drawing 1" in page
    assert "Your word for drawing 2" in page


def test_a_session_sees_no_word_twice_as_long_as_there_are_others(
    monkeypatch: pytest.MonkeyPatch, host: Screen
) -> None:
    monkeypatch.setattr(dealing, "word_list", lambda _language: [f"word {at}" for at in range(11)])
    deal(host)
    everyone_finishes(host)
    host.tap("words/show/", number=1)
    first = words_of_round()
    play_a_round(host)
    deal(host, number=2)
    again = words_of_round(2)
    assert len({*first, *again}) == 11
    host.tap("words/collect/", number=2, save="1")
    assert words_of_round() == first
    monkeypatch.setattr(dealing, "word_list", lambda _language: first)
    deal(host, number=2)
    assert len({*words_of_round(2)} & {*first}) == 4


# Another word, or the player's own


def test_an_author_exchanges_a_word_once_for_each_tap(
    host: Screen, phones: dict[str, Screen]
) -> None:
    deal(host)
    first = own_words()
    guess_sheet(phones["Ana"], "Ana", "own-word/other/", nth=1, seen=first["Ana"])
    second = own_words()
    guess_sheet(phones["Ana"], "Ana", "own-word/other/", nth=1, seen=first["Ana"])
    assert own_words() == second
    assert second["Ana"] not in {*first.values()}
    assert second == {**first, "Ana": second["Ana"]}
    assert second["Ana"] in page_of(phones["Ana"], "Ana")


def test_an_author_writes_a_word(host: Screen, phones: dict[str, Screen]) -> None:
    deal(host)
    page = guess_sheet(phones["Ana"], "Ana", "own-word/", nth=1, word="  jam jar ")
    assert page.status_code == 200
    assert own_words()["Ana"] == "jam jar"
    assert "jam jar" in page.content.decode()


@pytest.mark.parametrize("word", ["", "   ", "\u200b", "…", "x" * 21])
def test_a_word_is_neither_empty_nor_long(
    host: Screen, phones: dict[str, Screen], word: str
) -> None:
    deal(host)
    before = own_words()
    answer = guess_sheet(phones["Ana"], "Ana", "own-word/", nth=1, word=word)
    assert answer.status_code == 422
    assert answer.context["refusal"] == "Write a word of 1 to 20 letters."
    assert own_words() == before


def test_two_may_write_the_same_until_the_words_are_shown(
    host: Screen, phones: dict[str, Screen]
) -> None:
    """A refusal of the second would tell its author that somebody else draws the word already."""
    deal(host)
    everyone_finishes(host)
    guess_sheet(phones["Ana"], "Ana", "own-word/", nth=1, word="Jam jar")
    assert guess_sheet(phones["Ben"], "Ben", "own-word/", nth=1, word="jam JAR").status_code == 200
    answer = host.tap("words/show/", number=1)
    assert answer.status_code == 422
    assert "Check again: Ana and Ben." in answer.content.decode()
    assert OpenRound.objects.get().dealt


# On display


def test_the_words_are_shown_with_decoys_between_them(
    host: Screen, phones: dict[str, Screen]
) -> None:
    deal(host)
    everyone_finishes(host)
    words = own_words()
    host.tap("words/show/", number=1)
    shown = words_of_round()
    assert len({*shown}) == 7
    assert {*words.values()} < {*shown}
    page = phones["Ben"].text()
    assert all(word in page for word in shown)


def test_authors_with_a_phone_need_not_say_again_what_they_drew(
    host: Screen, phones: dict[str, Screen]
) -> None:
    deal(host)
    everyone_finishes(host)
    words = own_words()
    take(host, "Dov")
    host.tap("words/show/", number=1)
    assert own_words() == {name: words[name] for name in phones}
    assert "What did you draw?" not in page_of(phones["Ana"], "Ana")
    page = page_of(host, "Dov", take(host, "Dov"))
    assert "What did you draw?" in page
    assert "started over" not in host.text()


def test_words_are_not_shown_while_somebody_draws_or_writes(
    host: Screen, phones: dict[str, Screen]
) -> None:
    deal(host, own="on")
    answer = host.tap("words/show/", number=1)
    assert "Still drawing: Ana, Ben, Cleo and Dov." in answer.context["refusal"]
    everyone_finishes(host)
    guess_sheet(phones["Ana"], "Ana", "own-word/", nth=1, word="Jam jar")
    answer = host.tap("words/show/", number=1)
    assert answer.status_code == 422
    assert answer.context["refusal"] == "Words still missing: Ben, Cleo and Dov."
    assert "Still writing: Ben, Cleo, Dov" in phones["Ana"].text()
    assert "Everyone writes down what they drew" in host.text("board/")


def test_no_decoy_is_a_word_that_an_author_wrote(
    monkeypatch: pytest.MonkeyPatch, session: Session
) -> None:
    words = [f"Word {at}" for at in range(9)]
    monkeypatch.setattr(dealing, "word_list", lambda _language: words)
    row = OpenRound(session=session, number=1, language="en")
    drawn = dealing.draw_words(session, row, 8, Random(1), {"word 4"})
    assert sorted(drawn) == [word for word in words if word != "Word 4"]


def test_showing_them_again_changes_nothing(host: Screen) -> None:
    deal(host)
    everyone_finishes(host)
    host.tap("words/show/", number=1)
    before = words_of_round()
    assert host.tap("words/show/", number=1).status_code == 200
    assert words_of_round() == before


@pytest.mark.parametrize(
    ("below", "values"),
    [
        ("word/", {"nth": 1, "word": 2}),
        ("match/", {"drawing": 1, "word": 2}),
        ("hand-in/", {}),
    ],
)
def test_nothing_is_guessed_before_the_words_are_shown(
    host: Screen, phones: dict[str, Screen], below: str, values: dict[str, int]
) -> None:
    deal(host)
    everyone_finishes(host)
    answer = guess_sheet(phones["Ana"], "Ana", below, **values)
    assert answer.status_code == 422
    assert answer.context["refusal"] == "That word is not on display; choose one that is."


def test_no_word_is_changed_once_they_are_shown(host: Screen, phones: dict[str, Screen]) -> None:
    deal(host)
    everyone_finishes(host)
    host.tap("words/show/", number=1)
    before = words_of_round()
    for below in ("own-word/", "own-word/other/"):
        values = {"nth": 1, "word": "Late", "seen": own_words()["Ana"]}
        answer = guess_sheet(phones["Ana"], "Ana", below, **values)
        assert answer.status_code == 422
        assert answer.context["refusal"] == "The words are already on display."
    assert words_of_round() == before


def test_words_that_are_taken_back_can_be_typed(host: Screen, phones: dict[str, Screen]) -> None:
    everyone_finishes(host)
    deal(host)
    phones["Ana"].tap("words/collect/", number=1, save="1")
    assert not Word.objects.exists()
    assert "Or type them all" in phones["Ana"].text()
    assert show_words(phones["Ana"]).status_code == 200
    assert len(words_of_round()) == 7
