"""What "Undo" takes back while a round of #ARTBOX is entered, on which phone, in which words."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.utils.html import strip_tags

from games.artbox import entering
from games.artbox import guess_sheets as guess_sheets_of_a_round
from games.artbox.models import Drawing, GuessSheetLine, OpenFinish, OpenGuess, OpenGuessSheet
from games.artbox.tests.tables import (
    HTMX,
    NUMBERS,
    Screen,
    deal,
    everyone_finishes,
    fill_in,
    fill_in_all,
    guess_sheet,
    own_words,
    play_a_round,
    rounds_of,
    say,
    show_words,
    take,
)
from games.artbox.wording import WORDING
from games.artbox.words import dealing
from scoring.models import OpenEntry, Phone, Revision, Session
from scoring.play.joining import take_seat

pytestmark = pytest.mark.django_db

WHICH = re.compile(r'name="entry" type="hidden" value="(\d+)"')


@pytest.fixture
def guess_sheets(phones: dict[str, Screen], host: Screen) -> dict[str, Screen]:
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    show_words(phones["Ana"])
    return phones


def page_of(screen: Screen, name: str = "") -> str:
    if not name:
        return screen.text()
    return screen.text(f"artbox/guess-sheet/{screen.session.seats.get(name=name).place}/")


def offered(screen: Screen, name: str = "") -> str:
    """What the page says that "Undo" takes back; empty where it has no such button."""
    found = re.search(r"Undo: ([^<·]+)", page_of(screen, name))
    return strip_tags(found[1]).strip() if found else ""


def undo(screen: Screen, name: str = "", page: str = "", **values: Any) -> Any:
    """Tap "Undo" as the page has it, or as an earlier `page` had it."""
    page = page or page_of(screen, name)
    fields: dict[str, Any] = {"key": str(uuid4()), **values}
    if entry := WHICH.search(page):
        fields.setdefault("entry", entry[1])
    elif seen := re.search(r'name="seen" type="hidden" value="(\d+)"', page):
        fields.setdefault("seen", seen[1])
    below = (
        f"artbox/guess-sheet/{screen.session.seats.get(name=name).place}/undo/" if name else "undo/"
    )
    return screen.client.post(screen.address(below), fields, headers=HTMX)


def done() -> list[str]:
    finishes = OpenFinish.objects.order_by("place")
    return [*finishes.values_list("seat__name", flat=True)]


def lines_of(name: str) -> dict[int, str]:
    lines = GuessSheetLine.objects.filter(guesser__name=name)
    return dict(lines.values_list("place", "word__text"))


def test_every_tap_on_the_round_has_words_for_the_button_that_undoes_it() -> None:
    verbs = {
        name
        for module in (guess_sheets_of_a_round, dealing, entering)
        for name, verb in vars(module).items()
        if hasattr(verb, "__wrapped__") and verb.__module__ == module.__name__
    }
    assert {*WORDING.entries} == verbs - {"open_for", "put_away"}


# What a phone undoes


def test_undo_in_a_round_leaves_the_recorded_one_before_it(host: Screen) -> None:
    play_a_round(host)
    everyone_finishes(host, 2, "Ana Ben")
    assert undo(host).status_code == 200
    assert len(rounds_of(host.session)) == 1
    assert [*OpenFinish.objects.filter(number=2).values_list("seat__name", flat=True)] == ["Ana"]


def test_the_host_goes_back_one_by_one_to_the_recorded_round_and_into_it(host: Screen) -> None:
    play_a_round(host)
    everyone_finishes(host, 2, "Ana")
    said = [offered(host)]
    for _tap in range(3):
        undo(host)
        said.append(offered(host))
    assert said == [
        "Ana has finished drawing",
        "A round was recorded",
        "the guesses of Dov’s drawing",
        "the guesses of Cleo’s drawing",
    ]
    assert rounds_of(host.session) == ()
    assert OpenGuess.objects.filter(author__name="Ben").exists()


def test_it_brings_the_answer_back_that_an_entry_replaced(host: Screen) -> None:
    everyone_finishes(host)
    say(host, "Ana: Ben")
    ana, ben = (host.session.seats.get(name=name) for name in ("Ana", "Ben"))
    host.tap("guess/", number=1, author=ana.place, right=f"{ben.place}x0")
    guess = OpenGuess.objects.filter(author=ana, guesser=ben)
    rights = [guess.get().right]
    undo(host)
    rights.append(guess.get().right)
    undo(host)
    assert rights == [0, 1]
    assert not guess.exists()


def test_a_seat_undoes_what_its_own_phone_entered_and_nothing_else(
    phones: dict[str, Screen],
) -> None:
    for name in ("Ana", "Ben"):
        phones[name].tap("finish/", number=1, seat=phones[name].session.seats.get(name=name).place)
    assert offered(phones["Cleo"]) == ""
    undo(phones["Ana"])
    assert done() == ["Ben"]
    assert offered(phones["Ana"]) == ""


def test_no_seat_undoes_the_entry_of_another(phones: dict[str, Screen], host: Screen) -> None:
    everyone_finishes(phones["Ben"], names="Ben")
    entry = OpenEntry.objects.get().number
    assert undo(phones["Ana"], entry=entry).status_code == 403
    assert undo(Screen(host.session), page="-", entry=entry).status_code == 403
    assert done() == ["Ben"]


def test_a_seat_undoes_a_round_that_its_phone_recorded_and_no_other(
    phones: dict[str, Screen], host: Screen
) -> None:
    play_a_round(phones["Ana"])
    play_a_round(host, 2)
    refused = undo(phones["Ana"], seen=host.session.revisions.latest("number").number)
    assert refused.status_code == 422
    assert "Only the host can undo what others recorded." in refused.content.decode()
    undo(host)
    for _entry in range(8):
        undo(host)
    assert len(rounds_of(host.session)) == 1
    undo(phones["Ana"])
    assert rounds_of(host.session) == ()


def test_undoing_a_round_waits_for_the_entries_of_the_next_one(host: Screen) -> None:
    play_a_round(host)
    page = page_of(host)
    everyone_finishes(host, 2, "Ben")
    late = undo(host, page=page)
    assert late.status_code == 422
    assert "The table has changed since" in late.content.decode()
    assert len(rounds_of(host.session)) == 1


def test_the_last_who_never_tapped_draws_again_too(phones: dict[str, Screen]) -> None:
    for name in ("Ben", "Cleo", "Ana"):
        everyone_finishes(phones[name], names=name)
    assert done() == ["Ben", "Cleo", "Ana", "Dov"]
    undo(phones["Ben"])
    assert done() == ["Cleo", "Ana"]
    everyone_finishes(phones["Ana"], names="Dov")
    assert done() == ["Cleo", "Ana", "Dov", "Ben"]


def test_who_finished_later_moves_up_and_the_next_can_finish(phones: dict[str, Screen]) -> None:
    for name in ("Ana", "Ben"):
        everyone_finishes(phones[name], names=name)
    undo(phones["Ana"])
    everyone_finishes(phones["Cleo"], names="Cleo")
    assert done() == ["Ben", "Cleo"]
    assert [*OpenFinish.objects.order_by("place").values_list("place", flat=True)] == [1, 2]


def test_taking_words_back_asks_first_and_is_undone_with_what_was_written(
    phones: dict[str, Screen], host: Screen
) -> None:
    deal(host, own="on")
    guess_sheet(phones["Ben"], "Ben", "own-word/", nth=1, word="Moon")
    before = own_words()
    for asked in (phones["Ana"].get("artbox/words/collect/"), host.tap("words/collect/", number=1)):
        assert "Take these words back?" in asked.content.decode()
    assert own_words() == before
    host.tap("words/collect/", number=1, save="1")
    assert own_words() == {}
    undo(host)
    assert own_words() == before
    assert [one.action for one in Revision.objects.order_by("number")][1:] == [
        "collect-words",
        "put-words-back",
    ]


# Late, repeated and crossing taps


def test_a_late_undo_never_undoes_something_else(phones: dict[str, Screen]) -> None:
    ana = phones["Ana"]
    everyone_finishes(ana, names="Ana")
    page = page_of(ana)
    undo(ana)
    everyone_finishes(ana, names="Ben")
    late = undo(ana, page=page)
    assert late.status_code == 422
    assert "That has already been undone." in late.content.decode()
    assert done() == ["Ben"]


def test_an_undo_that_arrives_twice_is_answered_as_the_first_time(host: Screen) -> None:
    everyone_finishes(host, names="Ana Ben")
    page, key = page_of(host), str(uuid4())
    assert [undo(host, page=page, key=key).status_code for _ in range(2)] == [200, 200]
    assert done() == ["Ana"]


def test_an_entry_of_a_round_that_was_recorded_meanwhile_stays(host: Screen) -> None:
    everyone_finishes(host)
    say(host, "Ana: Ben; Ben: Ana Cleo; Cleo:; Dov:")
    page = page_of(host)
    host.tap("record/", at=0)
    late = undo(host, page=page)
    assert late.status_code == 422
    assert "The round has been recorded since" in late.content.decode()
    assert len(rounds_of(host.session)) == 1


def test_what_another_changed_since_is_not_undone_and_not_offered_again(
    phones: dict[str, Screen], host: Screen
) -> None:
    everyone_finishes(phones["Ana"])
    at = {name: host.session.seats.get(name=name).place for name in ("Ana", "Ben")}
    phones["Ana"].tap("guess/", number=1, author=at["Ana"], right=f"{at['Ben']}x1")
    host.tap("guess/", number=1, author=at["Ana"], right=f"{at['Ben']}x0")
    refused = undo(phones["Ana"])
    assert refused.status_code == 422
    assert "This has changed again since" in refused.content.decode()
    assert OpenGuess.objects.get().right == 0
    assert offered(phones["Ana"]) == "Cleo has finished drawing"


def test_other_phones_see_an_undo_with_their_next_poll(
    phones: dict[str, Screen], host: Screen
) -> None:
    everyone_finishes(host, names="Ana")
    version = Session.objects.get().version
    undo(host)
    poll = phones["Ben"].client.get(host.address(f"live?seen={version}"), headers=HTMX)
    assert poll.status_code == 200


def test_numbers_of_entries_only_grow(host: Screen) -> None:
    numbers = []
    for _again in range(3):
        everyone_finishes(host, names="Ana")
        numbers.append(OpenEntry.objects.latest("pk").number)
        undo(host)
    assert numbers == sorted({*numbers})


def test_a_tap_that_changes_nothing_is_no_entry(host: Screen) -> None:
    everyone_finishes(host, names="Ana Ana")
    assert OpenEntry.objects.count() == 1


# Secrets


def test_a_guess_sheet_is_undone_on_its_own_page_by_its_name(
    guess_sheets: dict[str, Screen],
) -> None:
    ana = guess_sheets["Ana"]
    fill_in(ana, "Ana", {"Ben": 2})
    guess_sheet(ana, "Ana", "match/", drawing=NUMBERS["Ben"], word=5)
    assert offered(ana, "Ana") == f"your guess for drawing {NUMBERS['Ben']}"
    undo(ana, "Ana")
    assert lines_of("Ana") == {NUMBERS["Ben"]: "camel"}
    undo(ana, "Ana")
    assert lines_of("Ana") == {}
    assert offered(ana, "Ana") == "your word"


def test_other_phones_are_told_neither_what_it_was_nor_the_number(
    guess_sheets: dict[str, Screen], host: Screen
) -> None:
    fill_in(guess_sheets["Ana"], "Ana", {"Ben": 2})
    assert offered(host) == "the last entry on Ana’s phone"
    assert "guess for drawing" not in page_of(host)
    assert offered(guess_sheets["Ben"]) == ""
    undo(host)
    assert lines_of("Ana") == {}


def test_a_guess_sheet_on_a_phone_that_was_passed_is_undone_there_alone(
    guess_sheets: dict[str, Screen], host: Screen
) -> None:
    opening = take(host, "Dov")
    fill_in(host, "Dov", {"Ana": 1}, opening=opening)
    entry = OpenEntry.objects.latest("pk").number
    assert offered(host) == "the words on display, by Ana"
    assert undo(host, entry=entry).status_code == 403
    assert undo(guess_sheets["Ben"], "Ben", entry=entry).status_code == 403
    assert undo(host, "Dov", page="-", entry=entry).status_code == 403
    assert undo(host, "Dov", page="-", entry=entry, opening=opening).status_code == 200
    assert lines_of("Dov") == {}


@pytest.mark.usefixtures("guess_sheets")
def test_the_next_opening_of_a_guess_sheet_undoes_nothing_of_the_one_before(host: Screen) -> None:
    fill_in(host, "Dov", {"Ana": 1}, opening=take(host, "Dov"))
    entry = OpenEntry.objects.latest("pk").number
    opening = take(host, "Dov")
    refused = undo(host, "Dov", page="-", entry=entry, opening=opening)
    assert refused.status_code == 422
    assert lines_of("Dov") == {}
    assert not Drawing.objects.filter(author__name="Dov", word__isnull=False).exists()
    assert 'id="undo"' not in host.text(f"artbox/guess-sheet/4/?opening={opening}")


def test_who_takes_a_seat_cannot_bring_back_what_was_entered_there(
    guess_sheets: dict[str, Screen],
) -> None:
    fill_in(guess_sheets["Ana"], "Ana", {"Ben": 2})
    seat = guess_sheets["Ana"].session.seats.get(name="Ana")
    take_seat(phone=Phone.objects.get(seat=seat), seat=None)
    other = Screen(guess_sheets["Ana"].session, "Ana")
    assert not OpenEntry.objects.filter(secret_of=seat).exists()
    assert offered(other, "Ana") == ""


def test_a_guess_sheet_that_was_handed_in_is_as_it_was_when_the_host_undoes_that(
    guess_sheets: dict[str, Screen], host: Screen
) -> None:
    fill_in(guess_sheets["Ana"], "Ana", {"Ben": 2})
    guess_sheet(guess_sheets["Ana"], "Ana", "hand-in/")
    undo(host)
    assert not OpenGuessSheet.objects.filter(handed_in=True).exists()
    assert lines_of("Ana") == {NUMBERS["Ben"]: "camel"}


def test_nobody_changes_a_guess_by_undo_after_the_reveal(
    guess_sheets: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(guess_sheets, host)
    guess_sheets["Cleo"].tap("reveal/", number=1)
    reveal = OpenEntry.objects.get(action="reveal").number
    assert undo(guess_sheets["Cleo"], entry=reveal).status_code == 403
    before = lines_of("Ana"), OpenGuess.objects.count()
    refused = undo(guess_sheets["Ana"], "Ana")
    assert refused.status_code == 422
    assert "The guesses are revealed" in refused.content.decode()
    assert (lines_of("Ana"), OpenGuess.objects.count()) == before


def test_the_history_says_that_the_host_undid_the_reveal(
    guess_sheets: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(guess_sheets, host)
    host.tap("reveal/", number=1)
    assert offered(host) == "the reveal of the guesses"
    undo(host)
    assert not OpenGuess.objects.exists()
    assert Revision.objects.latest("number").action == "close-guess sheets"
