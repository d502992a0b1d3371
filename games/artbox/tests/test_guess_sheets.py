"""Guess sheets on phones: secret until they are opened, and then guesses."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.artbox.models import Drawing, GuessSheetLine, Word
from games.artbox.tests.tables import (
    DRAWN,
    HTMX,
    NAMES,
    NUMBERS,
    WORDS,
    Screen,
    everyone_finishes,
    fill_in,
    fill_in_all,
    guess_sheet,
    opened,
    opening_of,
    play_a_round,
    rounds_of,
    show_words,
)
from scoring.models import Session

pytestmark = pytest.mark.django_db
GUESS_SHEET = ("take/", "number/", "word/", "match/", "hand-in/", "change/")


@pytest.fixture
def phones(session: Session, host: Screen) -> dict[str, Screen]:
    """Ana, Ben and Cleo have one; Dov does not. Everyone is done drawing, the words are out."""
    phones = {name: Screen(session, name) for name in ("Ana", "Ben", "Cleo")}
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    show_words(phones["Ana"])
    return phones


@pytest.mark.parametrize("below", ["words/", "hang/", "reveal/", "hide/", *GUESS_SHEET])
def test_it_is_not_there_for_a_stranger_and_takes_nothing_from_a_watcher(
    session: Session, below: str
) -> None:
    path = f"guess-sheet/1/{below}" if below in GUESS_SHEET else below
    answer = Client().post(f"/table/{session.uuid}/artbox/{path}", {"number": 1})
    assert answer.status_code == 404
    assert Screen(session).tap(path, number=1).status_code == 403


def test_it_shows_a_watcher_no_guess_sheet(session: Session) -> None:
    assert Client().get(f"/table/{session.uuid}/artbox/guess-sheet/1/").status_code == 404
    assert Screen(session).get("artbox/guess-sheet/1/").status_code == 302


def test_only_the_maestro_and_the_host_show_words(session: Session, host: Screen) -> None:
    assert show_words(Screen(session, "Ben")).status_code == 403
    assert show_words(Screen(session, "Ana")).status_code == 200
    assert show_words(host).status_code == 200


@pytest.mark.parametrize("below", GUESS_SHEET)
def test_nobody_fills_in_the_guess_sheet_of_somebody_who_has_a_phone(
    phones: dict[str, Screen], host: Screen, below: str
) -> None:
    for screen in (host, phones["Ben"]):
        assert guess_sheet(screen, "Ana", below).status_code == 403
    assert host.get("artbox/guess-sheet/1/").status_code == 403


def test_a_phone_that_tapped_polls_for_what_comes_after_its_tap(phones: dict[str, Screen]) -> None:
    page = guess_sheet(phones["Ana"], "Ana", "number/", nth=1, place=3).content.decode()
    poll = re.search(r'hx-get="([^"]+)"', page)
    assert poll
    assert phones["Ana"].client.get(unescape(poll[1]), headers=HTMX).status_code == 204


# Secrets


def test_no_phone_receives_what_is_secret(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    """Whatever Ana says and guesses, everybody else's pages are the same to the letter."""
    ana, watcher = phones["Ana"], Screen(session)

    def pages() -> list[str]:
        answers = [screen.get() for screen in (host, phones["Ben"], watcher)]
        answers += [screen.get("board/") for screen in (host, phones["Ben"], watcher)]
        answers += [phones["Ben"].get("artbox/guess-sheet/2/"), host.get("artbox/guess-sheet/4/")]
        assert {answer.status_code for answer in answers} == {200}
        return [_without_what_is_new(answer) for answer in answers]

    fill_in(ana, "Ana", {"Ben": 2, "Cleo": 5})
    before = pages()
    guess_sheet(ana, "Ana", "number/", nth=1, place=2)
    guess_sheet(ana, "Ana", "word/", nth=1, word=7)
    for drawing, word in ((NUMBERS["Ben"], 5), (NUMBERS["Cleo"], 1)):
        guess_sheet(ana, "Ana", "match/", drawing=drawing, word=word)
    assert pages() == before


def _without_what_is_new(answer: Any) -> str:
    """Leave out the keys of the taps, and the versions, by which entries are numbered too."""
    new = r'name="key" value="[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"'
    new += r'|seen=\d+|data-revision="\d+"|name="entry" type="hidden" value="\d+"'
    return re.sub(new, "", answer.content.decode())


def test_it_says_nothing_about_decoys_when_two_name_the_same_word(
    phones: dict[str, Screen],
) -> None:
    guess_sheet(phones["Ana"], "Ana", "word/", nth=1, word=1)
    assert guess_sheet(phones["Ben"], "Ben", "word/", nth=1, word=1).status_code == 200


@pytest.mark.usefixtures("phones")
def test_it_shows_nothing_before_the_phone_was_handed_over(host: Screen) -> None:
    page = host.text("artbox/guess-sheet/4/")
    assert "Hand the phone to Dov." in page
    assert "cactus" not in page
    answer = guess_sheet(host, "Dov", "take/", htmx=False)
    assert answer.status_code == 302
    assert "Which number is your drawing?" in host.client.get(answer.url).content.decode()
    assert "cactus" not in host.text("artbox/guess-sheet/4/")


@pytest.mark.usefixtures("phones")
def test_a_passed_phone_shows_no_guess_sheet_again(host: Screen) -> None:
    opening = opening_of(guess_sheet(host, "Dov", "take/"))
    fill_in(host, "Dov", {"Ana": 6}, opening=opening)
    assert "nose" not in host.text("artbox/guess-sheet/4/")
    guess_sheet(host, "Dov", "hand-in/", opening=opening)
    page = host.text(f"artbox/guess-sheet/4/?opening={opening}")
    assert "Dov’s guess sheet is in." in page
    assert "nose" not in page
    assert guess_sheet(host, "Dov", "change/").status_code == 403
    again = guess_sheet(host, "Dov", "take/")
    assert GuessSheetLine.objects.count() == 0
    assert again.context["handed_in"] is False


@pytest.mark.usefixtures("phones")
def test_it_takes_nothing_from_a_phone_that_was_not_handed_over(host: Screen) -> None:
    assert guess_sheet(host, "Dov", "match/", drawing=1, word=1).status_code == 403
    assert not GuessSheetLine.objects.exists()


# Filling in


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (WORDS[:-1], "This field is required."),
        ((*WORDS[:-1], "cactus"), "This word is already in the list."),
    ],
)
def test_it_says_what_is_wrong_with_the_words_and_keeps_them(
    session: Session, words: tuple[str, ...], sentence: str
) -> None:
    ana = Screen(session, "Ana")
    everyone_finishes(ana)
    ana.tap("way/", number=1, way="sheets")
    answer = show_words(ana, words)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert 'value="camel"' in answer.content.decode()
    assert "hx-preserve" not in answer.content.decode()


def test_it_moves_a_word_to_the_drawing_where_it_was_tapped_last(phones: dict[str, Screen]) -> None:
    ana = phones["Ana"]
    fill_in(ana, "Ana", {"Ben": 2, "Cleo": 5})
    for _again in range(2):
        guess_sheet(ana, "Ana", "match/", drawing=NUMBERS["Cleo"], word=2)
    line = GuessSheetLine.objects.get()
    assert (line.place, line.word.text) == (NUMBERS["Cleo"], "camel")
    guess_sheet(ana, "Ana", "match/", drawing=NUMBERS["Cleo"], word=0)
    assert not GuessSheetLine.objects.exists()


def test_nobody_guesses_their_own_drawing(phones: dict[str, Screen]) -> None:
    ana = phones["Ana"]
    fill_in(ana, "Ana", {})
    answer = guess_sheet(ana, "Ana", "match/", drawing=NUMBERS["Ana"], word=2)
    assert answer.status_code == 422
    assert "That drawing is yours" in answer.content.decode()


def test_two_drawings_do_not_hang_at_one_number(phones: dict[str, Screen]) -> None:
    guess_sheet(phones["Ana"], "Ana", "number/", nth=1, place=3)
    answer = guess_sheet(phones["Ben"], "Ben", "number/", nth=1, place=3)
    assert answer.status_code == 422
    assert "Someone else says that number 3 is theirs." in answer.content.decode()


def test_it_numbers_the_drawings_once_and_tells_each_author(
    phones: dict[str, Screen], host: Screen
) -> None:
    guess_sheet(phones["Ana"], "Ana", "number/", nth=1, place=3)
    host.tap("hang/", number=1)
    hung: dict[str, Any] = dict(Drawing.objects.values_list("author__name", "place"))
    assert sorted(hung.values()) == [1, 2, 3, 4]
    assert hung["Ana"] == 3
    host.tap("hang/", number=1)
    assert dict(Drawing.objects.values_list("author__name", "place")) == hung
    assert f"<strong>{hung['Ben']}</strong>" in phones["Ben"].text("artbox/guess-sheet/2/")


def test_a_guess_sheet_is_changed_only_when_it_was_taken_back(phones: dict[str, Screen]) -> None:
    ana = phones["Ana"]
    fill_in(ana, "Ana", {"Ben": 2})
    guess_sheet(ana, "Ana", "hand-in/")
    assert guess_sheet(ana, "Ana", "match/", drawing=1, word=5).status_code == 422
    guess_sheet(ana, "Ana", "change/")
    assert guess_sheet(ana, "Ana", "match/", drawing=1, word=5).status_code == 200
    assert GuessSheetLine.objects.get().word.text == "mast"


def test_it_hands_in_no_guess_sheet_whose_author_entered_nothing(phones: dict[str, Screen]) -> None:
    answer = guess_sheet(phones["Ana"], "Ana", "hand-in/")
    assert answer.status_code == 422
    assert "and its word, for Ana." in answer.content.decode()


# Opening


def test_it_says_whose_guess_sheet_is_missing(phones: dict[str, Screen], host: Screen) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 2})
    guess_sheet(phones["Ana"], "Ana", "hand-in/")
    assert "Not handed in yet: Ben, Cleo, Dov" in host.text()
    assert host.tap("reveal/", number=1).status_code == 422


def test_it_turns_guess_sheets_into_guesses(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    assert "cactus</strong>" not in host.text()
    for _again in range(2):
        assert host.tap("reveal/", number=1).status_code == 200
    page = Screen(session, "Dov").text()
    assert "cactus</strong>" in page
    assert "Record the round" in page
    host.tap("record/", at=0)
    assert rounds_of(session)[0].guesses == {
        "Ana": {"Ben": 1, "Dov": 1},
        "Ben": {"Ana": 1, "Cleo": 1, "Dov": 1},
        "Dov": {"Ana": 1},
    }
    assert "What is drawing" not in phones["Ana"].text("artbox/guess-sheet/1/")


def test_it_can_open_early_and_close_again(phones: dict[str, Screen], host: Screen) -> None:
    fill_in_all(phones, host)
    guess_sheet(phones["Ana"], "Ana", "change/")
    assert host.tap("reveal/", number=1).status_code == 422
    assert host.tap("reveal/", number=1, early="on").status_code == 200
    assert guess_sheet(phones["Ana"], "Ana", "hand-in/").status_code == 422
    host.tap("hide/", number=1)
    assert guess_sheet(phones["Ana"], "Ana", "hand-in/").status_code == 200
    assert "Record the round" not in host.text()


def test_it_does_not_open_while_two_name_the_same_word(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    Drawing.objects.filter(author__name="Ben").update(
        word=Drawing.objects.get(author__name="Ana").word
    )
    answer = host.tap("reveal/", number=1)
    assert answer.status_code == 422
    assert "show the same word. Check again: Ana and Ben." in answer.content.decode()
    assert "cactus" not in str(answer.context["refusal"])


def test_it_tells_of_two_who_name_the_same_word_only_once_nobody_guesses_any_more(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    guess_sheet(phones["Ana"], "Ana", "change/")
    guess_sheet(phones["Ana"], "Ana", "word/", nth=1, word=DRAWN["Ben"])
    assert host.tap("reveal/", number=1).context["refusal"] == "Still guessing: Ana."


def test_an_old_page_does_not_write_its_words_over_newer_ones(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    seen = re.findall(r'name="seen" type="hidden" value="(\w{12})"', host.text())[0]
    show_words(phones["Ana"], (*WORDS[:-1], "moon"))
    new = host.text()
    old: dict[str, Any] = {f"word_{at}": word for at, word in enumerate(WORDS, 1)}
    assert seen not in new
    answer = host.tap("words/", number=1, seen=seen, **old)
    assert answer.status_code == 422
    assert "Other words have been entered since" in answer.content.decode()
    assert 'value="oven"' in answer.content.decode()
    assert Word.objects.get(session=session, place=7).text == "moon"
    seen = answer.context["words_seen"]
    for _again in range(2):
        assert host.tap("words/", number=1, seen=seen, **old).status_code == 200
    assert Word.objects.get(session=session, place=7).text == "oven"


def test_it_keeps_the_way_once_the_guess_sheets_are_open(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    host.tap("reveal/", number=1)
    assert phones["Ben"].tap("way/", number=1, way="grid").status_code == 422
    assert "hide the guesses again" in host.text()


def test_a_guess_sheet_does_not_settle_anew_for_the_taps_of_others(
    phones: dict[str, Screen],
) -> None:
    def stage() -> list[str]:
        return re.findall(r'data-revision="([^"]*)"', phones["Ana"].text("artbox/guess-sheet/1/"))

    before = stage()
    fill_in(phones["Ben"], "Ben", {"Ana": 1})
    assert stage() == before
    fill_in(phones["Ana"], "Ana", {"Ben": 2})
    assert stage() != before


def test_it_forgets_a_guess_at_what_turns_out_to_be_ones_own(
    phones: dict[str, Screen], host: Screen
) -> None:
    for drawing in (1, 2, 3, 4):
        guess_sheet(phones["Ana"], "Ana", "match/", drawing=drawing, word=drawing)
    host.tap("hang/", number=1)
    own = Drawing.objects.get(author__name="Ana").place
    assert own not in GuessSheetLine.objects.values_list("place", flat=True)


def test_it_goes_on_with_guess_sheets_in_the_next_round(
    phones: dict[str, Screen], host: Screen
) -> None:
    play_a_round(host)
    everyone_finishes(host, 2)
    assert "Waiting for Ben to enter the words" in phones["Ana"].text()
    assert "Enter the words on display" in phones["Ben"].text()


def test_three_players_match_two_drawings_each() -> None:
    host = Screen(opened("Ana", "Ben", "Cleo"), hosts=True)
    everyone_finishes(host, names="Ana Ben Cleo")
    host.tap("way/", number=1, way="sheets")
    show_words(host, (*WORDS, "Luggage", "moon"))
    for at, name in enumerate(NAMES[:3]):
        opening = opening_of(guess_sheet(host, name, "take/"))
        for nth in (1, 2):
            drawn = 2 * at + nth
            guess_sheet(host, name, "number/", nth=nth, place=drawn, opening=opening)
            guess_sheet(host, name, "word/", nth=nth, word=drawn, opening=opening)
        for drawn in {1, 2, 3, 4, 5, 6} - {2 * at + 1, 2 * at + 2}:
            guess_sheet(host, name, "match/", drawing=drawn, word=drawn, opening=opening)
        guess_sheet(host, name, "hand-in/", opening=opening)
    host.tap("reveal/", number=1)
    host.tap("record/", at=0)
    assert rounds_of(host.session)[0].guesses["Ana"] == {"Ben": 2, "Cleo": 2}


@pytest.mark.parametrize("asked", ["", "0", "99", "x", "٣", "9" * 5000])
def test_a_drawing_that_does_not_hang_there_is_the_first_that_is_left(
    phones: dict[str, Screen], host: Screen, asked: str
) -> None:
    show_words(host)
    ana = phones["Ana"]
    answer = ana.get(f"artbox/guess-sheet/1/?drawing={asked}")
    assert answer.status_code == 200
    assert answer.context["current"] == 1
