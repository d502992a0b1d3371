"""Tables of an evening: whom the proposal parts, and what is read from the form that opens them."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from scoring.evenings.forms import TablesForm
from scoring.evenings.proposal import (
    Arrangement,
    Proposal,
    ProposedTable,
    arranged,
    people_here,
    propose,
)
from scoring.models import Answer, Evening, Group, Session
from scoring.registry import get_game
from scoring.sessions.loading import load
from scoring.web import request_limits
from tests.builders.evenings import answered, evening_url, planned
from tests.builders.groups import player, thursday_group
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import artem_table, open_empty, signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_group()


@pytest.fixture
def evening(group: Group) -> Evening:
    made = planned(group)
    made.starts_at = timezone.now()
    made.save(update_fields=["starts_at"])
    return made


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group)


def here(evening: Evening, *names: str) -> list[Answer]:
    """Let these be here, one second after the other."""
    answers = [answered(evening, name, is_here=True) for name in names]
    for number, answer in enumerate(answers):
        answer.here_at = evening.starts_at + timedelta(seconds=number)
        answer.save(update_fields=["here_at"])
    return answers


def names(tables: list[ProposedTable]) -> list[list[str]]:
    return [[person.name for person in table.people] for table in tables]


def over(shown: Proposal) -> list[str]:
    return [person.name for person in shown.over]


def proposal(evening: Evening, slug: str = "artem", most: int = 4) -> Proposal:
    arrangement = Arrangement((slug,), fills=True)
    return propose(evening, people_here(evening, {}), arrangement, most=most)


@pytest.mark.parametrize(
    ("began", "ago", "repeated"), [(None, 365, 1), (None, 366, 0), (10, 10, 1), (10, 11, 0)]
)
def test_meetings_count_since_the_season_began_and_without_one_for_a_year(
    group: Group, evening: Evening, began: int | None, ago: int, repeated: int
) -> None:
    if began is not None:
        first, last = evening.day - timedelta(days=began), evening.day + timedelta(days=1)
        evening.league = season_of(group, starts_on=first, ends_on=last).league
    document = artem_document(1, 2, day=evening.day - timedelta(days=ago))
    play_session(group, document, league=None)
    here(evening, "Ana", "Ben")
    assert proposal(evening).repeated == repeated


def test_a_guest_without_a_player_met_nobody(group: Group, evening: Evening) -> None:
    play_session(group, artem_document(1, 2, day=evening.day), league=None)
    here(evening, "Zoe", "Mia")
    assert proposal(evening).repeated == 0


def test_nobody_is_proposed_a_table_alone(evening: Evening) -> None:
    """Even if the game itself can be played solo."""
    assert get_game("canvas").least_players == 1
    here(evening, "Ana")
    proposed = proposal(evening, "canvas")
    assert (proposed.tables, over(proposed)) == ([], ["Ana"])
    here(evening, "Ben")
    proposed = proposal(evening, "canvas")
    assert (names(proposed.tables), proposed.over) == ([["Ana", "Ben"]], [])


def test_who_is_too_many_is_at_no_table(evening: Evening) -> None:
    here(evening, "Ana", "Ben", "Cleo")
    proposed = proposal(evening, most=2)
    assert (names(proposed.tables), over(proposed)) == ([["Ana", "Ben"]], ["Cleo"])


def test_of_two_who_are_called_alike_the_first_is_here(evening: Evening) -> None:
    first, _second, ben = here(evening, "Ana", "ana", "Ben")
    assert [(one.key, one.name) for one in people_here(evening, {})] == [
        (first.pk, "Ana"),
        (ben.pk, "Ben"),
    ]


def test_a_player_is_called_as_they_are_called_now(group: Group, evening: Evening) -> None:
    ana = player(group, "Ana")
    here(evening, "Ana")
    group.players.filter(pk=ana.pk).update(name="Anna")
    (person,) = people_here(evening, {})
    assert (person.name, person.player) == ("Anna", ana.pk)


def test_tables_are_read_by_their_numbers(evening: Evening) -> None:
    """A person with the number of no table plays at none."""
    ana, ben, cleo, dov, eva = here(evening, "Ana", "Ben", "Cleo", "Dov", "Eva")
    numbers = {ana: "2", ben: "1", cleo: "3", dov: "-1", eva: "2"}
    form = TablesForm(
        QueryDict(
            "game=artem&game=canvas&" + "&".join(f"table-{a.pk}={n}" for a, n in numbers.items())
        )
    )
    assert form.is_valid()
    people = people_here(evening, {})
    shown = arranged(people, form.arrangement([one.key for one in people]))
    assert names(shown.tables) == [["Ben"], ["Ana", "Eva"]]
    assert [table.game.slug for table in shown.tables] == ["artem", "canvas"]
    assert over(shown) == ["Cleo", "Dov"]


def test_a_table_has_the_rules_of_the_groups_latest_one_of_the_game(
    group: Group, evening: Evening, alice: Client
) -> None:
    open_empty("artem", group=group, options={"variant": "all-in"})
    open_empty("duplik", group=group)
    Session.objects.update(finished_at=timezone.now())
    answers = here(evening, "Ana", "Ben", "Cleo")
    values = {f"table-{one.pk}": "1" for one in answers}
    alice.post(
        evening_url(evening, "evening_tables"), {**values, "game": "artem", "key": str(uuid4())}
    )
    opened = Session.objects.get(finished_at=None)
    assert load(opened).state.variant == "all-in"
    assert load(opened).cover.location == evening.location == "Sam’s attic"
    assert opened.revisions.filter(actor__username="alice").count() == 1


# The page


def test_it_says_how_to_move_somebody_and_deals_again_only_what_was_dealt(
    evening: Evening, alice: Client
) -> None:
    here(evening, "Ana", "Ben")
    address = evening_url(evening, "evening_tables")
    page = words(alice.get(address).content.decode())
    assert "Add a table" in page
    assert "Propose other tables" not in page
    page = words(alice.get(address, {"game": "artem"}).content.decode())
    assert "Tap a person, then the table to move to. Table 1: Artem" in page
    assert "Remove table 1" in page
    assert "Propose other tables" in page


def test_at_a_table_sit_as_many_as_are_asked_for_and_as_the_game_allows(
    evening: Evening, alice: Client
) -> None:
    here(evening, *"ABCDEFGH")
    address = evening_url(evening, "evening_tables")
    sizes = [
        [len(table.people) for table in alice.get(address, values).context["proposal"].tables]
        for values in (
            {"game": "artem", "most": "3"},
            {"game": "artem", "most": "8"},
            {"game": "artem"},
        )
    ]
    assert get_game("artem").most_players == 4
    assert sizes == [[3, 3, 2], [4, 4], [4, 4]]


def test_what_was_refused_is_shown_as_it_was_sent(
    group: Group, evening: Evening, alice: Client
) -> None:
    """Whom the form gave no table is at none, or at the table where they sit already."""
    artem_table(group=group, players=["Ana", "Ben"])
    answers = here(evening, "Ana", "Ben", "Cleo", "Dov", "Eva")
    ana, _ben, cleo, dov, _eva = answers
    values = {f"table-{ana.pk}": "2", f"table-{cleo.pk}": "1", f"table-{dov.pk}": "2"}
    page = alice.post(
        evening_url(evening, "evening_tables"),
        {**values, "game": ["artem", "artem"], "key": str(uuid4())},
    )
    assert page.status_code == 422
    shown = page.context["proposal"]
    assert names(shown.tables) == [["Cleo"], ["Ana", "Dov"]]
    assert (over(shown), [person.name for person in shown.playing]) == (["Eva"], ["Ben"])
    assert "played with least" not in words(page.content.decode())


@pytest.mark.parametrize("at_first", [1, 4, 5])
def test_a_table_says_at_once_that_its_game_takes_fewer_or_more(
    evening: Evening, alice: Client, at_first: int
) -> None:
    """At that table, when somebody is moved and nothing is opened yet."""
    answers = here(evening, *"ABCDEFG")
    moved, *others = answers[:at_first]
    at_second = answers[at_first:]
    values = {f"table-{one.pk}": "1" for one in others}
    values |= {f"table-{one.pk}": "2" for one in [*at_second, moved]}
    page = alice.post(
        evening_url(evening, "evening_tables"),
        {**values, "game": ["artem", "artbox"], "person": moved.pk, "do": "move:1"},
    )
    assert page.status_code == 200
    first, second = words(page.content.decode()).split("Move to table")[:2]
    assert ("This game is for 2 to 4 players." in first) == (at_first != 4)
    assert ("This game is for 3 to 8 players." in second) == (at_first == 5)


def test_a_game_that_is_not_there_is_refused(evening: Evening, alice: Client) -> None:
    here(evening, "Ana", "Ben")
    page = alice.get(evening_url(evening, "evening_tables"), {"game": "chess"})
    assert page.status_code == 422
    assert "Choose a game." in words(page.content.decode())
    assert not Session.objects.exists()


def test_tables_are_opened_once_for_each_page(
    group: Group, evening: Evening, alice: Client
) -> None:
    """Also when the table was left meanwhile, so that nothing else is in the way."""
    ana, ben = here(evening, "Ana", "Ben")
    values = {f"table-{one.pk}": "1" for one in (ana, ben)}
    sent = {**values, "game": "artem", "key": str(uuid4())}
    for _ in range(2):
        assert alice.post(evening_url(evening, "evening_tables"), sent).status_code == 302
        Session.objects.update(finished_at=timezone.now())
    assert group.sessions.count() == 1
    alice.post(evening_url(evening, "evening_tables"), {**sent, "key": str(uuid4())})
    assert group.sessions.count() == 2


def test_tables_of_an_evening_are_of_those_that_a_browser_may_open_within_an_hour(
    group: Group, evening: Evening, alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them: the second of these two would be too many."""
    monkeypatch.setattr(request_limits, "TABLES_OF_A_BROWSER", 1)
    answers = here(evening, "Ana", "Ben", "Cleo", "Dov")
    values = {f"table-{one.pk}": str(1 + at // 2) for at, one in enumerate(answers)}
    page = alice.post(
        evening_url(evening, "evening_tables"),
        {**values, "game": ["artem", "artem"], "key": str(uuid4())},
    )
    assert page.status_code == 422
    assert "You have opened too many tables in the last hour." in words(page.content.decode())
    assert not group.sessions.exists()


def test_one_player_at_a_table_is_refused_at_its_field(evening: Evening, alice: Client) -> None:
    page = alice.get(evening_url(evening, "evening_tables"), {"game": "artem", "most": "1"})
    assert page.status_code == 422
    assert "Ensure this value is greater than or equal to 2." in words(page.content.decode())
