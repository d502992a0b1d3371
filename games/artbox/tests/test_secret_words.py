"""Before all words are shown, only its artist reads a word: on their phone or once on another."""

import pytest
from django.test import Client

from games.artbox.models import OpenRound
from games.artbox.open_round import read_guess_sheets
from games.artbox.tests.tables import (
    Screen,
    deal,
    everyone_finishes,
    guess_sheet,
    own_words,
    page_of,
    show_words,
    take,
)
from scoring.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("words_of_no_page")]


# Secrets


def test_nobody_but_its_author_reads_a_word_before_all_are_shown(
    session: Session, host: Screen, phones: dict[str, Screen]
) -> None:
    deal(host)
    readers = {**phones, "": host, "watcher": Screen(session)}
    words = own_words()
    for finished in (False, True):
        if finished:
            everyone_finishes(host)
        for name, screen in readers.items():
            pages = [screen.text(), screen.text("board/")]
            if name in phones:
                pages.append(page_of(screen, name))
            if name != "watcher":
                pages.append(page_of(screen, "Dov"))
            read = {author for author, word in words.items() for page in pages if word in page}
            assert read == {name} & {*phones}, name


def test_words_that_were_dealt_are_not_among_those_on_display(host: Screen) -> None:
    deal(host)
    guess_sheets = read_guess_sheets(host.session, 1)
    assert guess_sheets.words == {}
    assert {name: text for (name, _nth), text in guess_sheets.own_words.items()} == own_words()


def test_the_maestro_reads_no_word_by_entering_others(
    host: Screen, phones: dict[str, Screen]
) -> None:
    everyone_finishes(host)
    deal(host)
    before = own_words()
    answer = show_words(phones["Ana"])
    assert answer.status_code == 422
    assert not [word for word in before.values() if word in answer.content.decode()]
    assert own_words() == before


@pytest.mark.parametrize("below", ["own-word/", "own-word/other/", "put-away/"])
def test_nobody_changes_the_word_of_somebody_who_has_a_phone(
    host: Screen, phones: dict[str, Screen], below: str
) -> None:
    deal(host)
    before = own_words()
    values = {"nth": 1, "seen": before["Ana"], "word": "Mine"}
    for screen in (host, phones["Ben"]):
        assert guess_sheet(screen, "Ana", below, **values).status_code == 403
    path = f"/table/{host.session.uuid}/artbox/guess-sheet/1/{below}"
    assert Client().post(path, {"number": 1, **values}).status_code == 404
    assert own_words() == before


@pytest.mark.parametrize("below", ["words/deal/", "words/show/", "words/collect/"])
def test_it_is_not_there_for_a_stranger_and_takes_nothing_from_a_watcher(
    session: Session, below: str
) -> None:
    path = f"/table/{session.uuid}/artbox/{below}"
    assert Client().post(path, {"number": 1}).status_code == 404
    assert Screen(session).tap(below, number=1).status_code == 403


@pytest.mark.parametrize("below", ["words/show/", "words/collect/"])
def test_only_the_maestro_and_the_host_show_words_or_take_them_back(
    host: Screen, phones: dict[str, Screen], below: str
) -> None:
    deal(host)
    everyone_finishes(host)
    assert phones["Ben"].tap(below, number=1, save="1").status_code == 403
    assert OpenRound.objects.get().dealt
    assert phones["Ana"].tap(below, number=1, save="1").status_code == 200
    assert not OpenRound.objects.get().dealt


# Phones that are passed around


def test_a_phone_shows_a_word_once_it_is_in_its_players_hands(host: Screen) -> None:
    deal(host)
    word = own_words()["Dov"]
    assert word not in page_of(host, "Dov")
    opening = take(host, "Dov")
    assert word in page_of(host, "Dov", opening)
    assert own_words()["Dov"] == word
    answer = guess_sheet(host, "Dov", "put-away/", opening=opening, htmx=False)
    assert answer.url == host.address()
    assert "Hand the phone to Dov." in page_of(host, "Dov", opening)


def test_who_takes_the_phone_a_second_time_gets_another_word(host: Screen) -> None:
    """Or anybody could read what Dov draws; the table is told."""
    deal(host)
    word = own_words()["Dov"]
    guess_sheet(host, "Dov", "put-away/", opening=take(host, "Dov"))
    assert "Got a new word" not in host.text()
    opening = take(host, "Dov")
    assert word not in page_of(host, "Dov", opening)
    assert own_words()["Dov"] not in {word, ""}
    assert "Got a new word: another phone asked for one." in host.text()


def test_a_phone_that_sits_down_gets_another_word(session: Session, host: Screen) -> None:
    deal(host)
    before = own_words()
    curious = Screen(session)
    curious.client.post(curious.address("seats/"), {"place": 4})
    after = own_words()
    assert after["Dov"] != before["Dov"]
    assert {**after, "Dov": ""} == {**before, "Dov": ""}


def test_what_an_author_wrote_is_gone_when_another_phone_asks(host: Screen) -> None:
    everyone_finishes(host)
    deal(host, own="on")
    guess_sheet(host, "Dov", "own-word/", nth=1, word="giraffe", opening=take(host, "Dov"))
    assert own_words()["Dov"] == "giraffe"
    assert "giraffe" not in page_of(host, "Dov", take(host, "Dov"))
    assert own_words()["Dov"] == ""
