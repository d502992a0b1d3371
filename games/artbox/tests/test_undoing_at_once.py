"""Two phones at the same moment, of which one presses "Undo"."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from games.artbox.models import OpenFinish, OpenGuess
from games.artbox.tests.tables import Screen, everyone_finishes, rounds_of, say
from scoring.models import OpenEntry, Session
from tests.row_locks import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def undo(screen: Screen, entry: int) -> Callable[[], int]:
    fields = {"entry": entry, "key": str(uuid4())}
    return lambda: screen.client.post(screen.address("undo/"), fields).status_code


def latest() -> int:
    return OpenEntry.objects.latest("number").number


def done(number: int = 1) -> list[str]:
    finishes = OpenFinish.objects.filter(number=number).order_by("place")
    return [*finishes.values_list("seat__name", flat=True)]


def test_of_two_phones_that_undo_one_entry_one_is_refused(
    phones: dict[str, Screen], host: Screen
) -> None:
    everyone_finishes(phones["Ana"], names="Ana Ben")
    second = at_once(undo(host, latest()), undo(phones["Ana"], latest()))
    assert second == 422
    assert done() == ["Ana"]


def test_an_undo_waits_for_the_round_to_be_recorded_and_leaves_it(host: Screen) -> None:
    everyone_finishes(host)
    say(host, "Ana: Ben; Ben: Ana Cleo; Cleo:; Dov:")
    second = at_once(lambda: host.tap("record/", at=0), undo(host, latest()))
    assert second == 422
    assert len(rounds_of(host.session)) == 1


def test_a_round_is_not_recorded_with_what_is_undone_at_that_moment(host: Screen) -> None:
    everyone_finishes(host)
    say(host, "Ana: Ben; Ben: Ana Cleo; Cleo:; Dov:")

    def record() -> Any:
        return host.tap("record/", at=0).status_code

    assert at_once(undo(host, latest()), record) == 422
    assert rounds_of(host.session) == ()


def test_an_undo_waits_for_who_changes_the_same_answer_and_leaves_theirs(
    phones: dict[str, Screen], host: Screen
) -> None:
    everyone_finishes(host)
    at = {name: host.session.seats.get(name=name).place for name in ("Ana", "Ben")}
    ana = phones["Ana"]
    ana.tap("guess/", number=1, author=at["Ana"], right=f"{at['Ben']}x1")
    entry = latest()

    def change() -> None:
        host.tap("guess/", number=1, author=at["Ana"], right=f"{at['Ben']}x0")

    assert at_once(change, undo(ana, entry)) == 422
    assert OpenGuess.objects.get().right == 0


def test_two_entries_at_the_same_moment_have_two_numbers(
    phones: dict[str, Screen], host: Screen
) -> None:
    at_once(
        lambda: everyone_finishes(phones["Ana"], names="Ana"),
        lambda: everyone_finishes(phones["Ben"], names="Ben"),
    )
    numbers = [*OpenEntry.objects.order_by("number").values_list("number", flat=True)]
    assert len({*numbers}) == 2
    assert numbers[-1] <= Session.objects.get(pk=host.session.pk).version
    assert done() == ["Ana", "Ben"]
