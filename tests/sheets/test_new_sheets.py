"""A session is typed in from a score pad: its head once, then a line for each round."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.leagues.leagues import close
from scoring.models import Group, Membership, Player, Session
from scoring.sessions.loading import load
from tests.builders.groups import thursday_group
from tests.builders.seasons import season_of
from tests.builders.tables import signed_in
from tests.pages import words
from tests.sheets.sheets import DAY, cells, new_sheet, only_session, post, seats

pytestmark = pytest.mark.django_db

# Ida: 7 + 9 = 16, then 5 = 21 and the end; Joe: 9 and 2 (a claim of three as the second play).
ROUNDS = cells(seats(2), "|", "5 | 6", "6 | 0 3", "4 |")
RULES = {"variant": "standard", "directions": "universal"}


@pytest.fixture
def group() -> Group:
    return thursday_group()


@pytest.fixture
def keeper(group: Group) -> Client:
    return signed_in("kim", group, Membership.Role.SCOREKEEPER)


def artem(keeper: Client, group: Group, do: str, **fields: Any) -> Any:
    given = {"name": ["Ida", "Joe", "", ""], **RULES, **ROUNDS, **fields}
    return post(keeper, new_sheet(group, "artem"), do, **given)


def test_it_is_saved_as_one_finished_session(keeper: Client, group: Group) -> None:
    league = season_of(group).league
    saved = artem(keeper, group, "save", league=league.pk, location="Attic")
    session = only_session()
    assert saved["Location"] == f"/table/{session.uuid}/result/"
    assert (session.revision, session.finished_at is not None) == (1, True)
    assert (str(session.played_on), session.location, session.league) == (DAY, "Attic", league)
    played = load(session)
    outcome = played.game.score(played.state)
    assert [(one.player, one.points) for one in outcome.standings] == [("Ida", 21), ("Joe", 11)]
    assert [*group.players.values_list("name", flat=True)] == ["Ida", "Joe"]
    assert list(league.seasons.get().tallies.filter(game="").values_list("plays", flat=True)) == [
        1,
        1,
    ]


def test_a_sheet_sent_twice_is_one_session(keeper: Client, group: Group) -> None:
    key = "5b0f9a52-8d36-4c5c-a2b0-7e3a6c1f8f11"
    first = artem(keeper, group, "save", key=key)
    assert artem(keeper, group, "save", key=key)["Location"] == first["Location"]
    assert Session.objects.count() == 1


def test_while_one_types_the_points_are_shown_after_each_line(keeper: Client, group: Group) -> None:
    address = f"{new_sheet(group, 'artem')}?live"
    fields = {"name": ["Ida", "Joe"], **RULES, **ROUNDS, "played_on": DAY}
    part = keeper.post(address, fields, headers={"HX-Request": "true"}).content.decode()
    assert "<head>" not in part
    assert "Ida wins" in words(part)
    third = part[part.index('id="says-3"') : part.index('id="says-4"')]
    assert words(f"<{third}").replace("  ", " ").endswith("Ida 16 Joe 11 <div")
    assert not Session.objects.exists()


def test_what_a_cell_may_not_say_is_refused_in_its_line(keeper: Client, group: Group) -> None:
    wrong = cells(seats(2), "|", "9 | x")
    page = artem(keeper, group, "save", **wrong)
    assert page.status_code == 422
    text = words(page.content.decode())
    assert "Joe: Enter lengths from 2 to 6, such as 4 or 0 2." in text
    assert not Session.objects.exists()
    refused = artem(keeper, group, "save", **cells(seats(2), "4 |", "|"))
    assert "Ida: Nobody can claim in their first turn; Ida did." in words(refused.content.decode())
    assert 'value="4"' in refused.content.decode()


def test_nothing_but_a_head_is_not_saved(keeper: Client, group: Group) -> None:
    page = artem(keeper, group, "save", **cells(seats(2), "|"))
    assert "Enter at least one line." in words(page.content.decode())
    assert not Session.objects.exists()


def test_a_name_that_is_nearly_a_players_is_asked_about(keeper: Client, group: Group) -> None:
    Player.objects.create(group=group, name="Ben Braun")
    names = ["Ben Braum", "Joe"]
    page = artem(keeper, group, "save", name=names)
    assert "Is this Ben Braun?" in words(page.content.decode())
    assert not Session.objects.exists()
    chosen = artem(keeper, group, "check", name=names, **{"meant-0": "Ben Braun"})
    assert 'value="Ben Braun" maxlength="60"' in chosen.content.decode()
    artem(keeper, group, "save", name=names, somebody_new=["Ben Braum"])
    assert only_session().seats.filter(name="Ben Braum").exists()


def test_a_players_name_in_other_capitals_or_accents_is_theirs(
    keeper: Client, group: Group
) -> None:
    ben = Player.objects.create(group=group, name="Ben Braun")
    artem(keeper, group, "save", name=["bén braun", "Joe"])
    assert only_session().seats.get(place=1).player == ben


def test_the_next_sheet_keeps_the_day_the_league_and_the_players(
    keeper: Client, group: Group
) -> None:
    league = season_of(group).league
    following = artem(keeper, group, "next", league=league.pk)["Location"]
    page = keeper.get(following).content.decode()
    assert f'value="{DAY}"' in page
    assert f'<option value="{league.pk}" selected>' in page
    assert 'value="Ida" maxlength' in page


def test_the_same_session_entered_twice_is_asked_about(keeper: Client, group: Group) -> None:
    artem(keeper, group, "save")
    page = artem(keeper, group, "save")
    assert "This session seems to be here already" in words(page.content.decode())
    artem(keeper, group, "save", is_another="on")
    assert Session.objects.count() == 2


@pytest.mark.parametrize(
    ("do", "values"),
    [
        ("insert:1", ["", "", "5", "6", "4"]),
        ("delete:1", ["", "6", "4"]),
        ("up:2", ["", "6", "5", "4"]),
        ("down:0", ["5", "", "6", "4"]),
        ("down:99", ["", "5", "6", "4"]),
        ("insert:x", ["", "5", "6", "4"]),
    ],
)
def test_lines_are_inserted_moved_and_deleted(
    keeper: Client, group: Group, do: str, values: list[str]
) -> None:
    sheet = artem(keeper, group, do).context["sheet"]
    first = [line.cells[0].value for line in sheet.shown.lines]
    assert first[: len(values)] == values
    assert not any(first[len(values) :])


def test_lines_are_kept_while_the_players_are_not_enough(keeper: Client, group: Group) -> None:
    page = artem(keeper, group, "look", name=["Ida"]).content.decode()
    assert '<input name="cell-seat1" type="hidden" value="5">' in page


def test_a_page_without_lines_asks_for_them_once(keeper: Client, group: Group) -> None:
    """It would ask again for ever, where the players or the rules are not right."""
    again = 'hx-trigger="load"'
    address = new_sheet(group, "artem")
    assert again in keeper.get(f"{address}?name=Ida&name=Joe").content.decode()
    assert again not in artem(keeper, group, "look", name=["Ida"]).content.decode()
    assert again not in artem(keeper, group, "look", variant="none").content.decode()


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("A\u2028B", "Title: This contains a character that cannot be printed; remove it."),
        ("A" * 201, "Title: This text must have from 1 to 200 characters."),
    ],
)
def test_text_that_no_document_can_hold_is_refused_in_its_cell(
    keeper: Client, group: Group, title: str, sentence: str
) -> None:
    names = ["Ida", "Joe", "Kim"]
    columns = ["narrator", "super", *seats(3), "title"]
    lines = cells(columns, f"1 | 7 | | 1 | 2 | {title}")
    lines["cell-title"] = [title]
    page = post(keeper, new_sheet(group, "duplik"), "save", name=names, laps=1, **lines)
    assert page.status_code == 422
    assert sentence in words(page.content.decode())
    assert not Session.objects.exists()


def test_more_lines_than_a_sheet_has_are_refused(keeper: Client, group: Group) -> None:
    page = artem(keeper, group, "save", **cells(seats(2), *["|"] * 300, "4 |"))
    assert "A score sheet can have at most 300 lines." in words(page.content.decode())
    assert not Session.objects.exists()


@pytest.mark.parametrize("role", [None, Membership.Role.MEMBER])
def test_it_is_for_those_who_keep_the_scores(group: Group, role: str | None) -> None:
    client = signed_in("mia", group, role) if role else signed_in("zoe")
    status = artem(client, group, "save").status_code
    assert status == (403 if role else 404)
    assert not Session.objects.exists()


def test_a_session_of_a_closed_season_is_asked_about_first(keeper: Client, group: Group) -> None:
    season = season_of(group)
    close(season=season, at=timezone.now())
    page = artem(keeper, group, "save", league=season.league_id)
    assert "Change a closed season?" in words(page.content.decode())
    assert not Session.objects.exists()
    artem(keeper, group, "save", league=season.league_id, closed_season=season.pk)
    assert Session.objects.count() == 1


@pytest.mark.parametrize("game", ["artbox", "artem", "canvas", "duplik"])
def test_whatever_is_posted_is_answered(keeper: Client, group: Group, game: str) -> None:
    dice = Random(5)
    texts = ["", "1", "1 2", "x", "Ida", "A\u2028B", "\x00", "9" * 30, "A" * 500, "-", "²", "-1"]
    fields = ["played_on", "league", "minutes", "location", "notes", "key", "seen", "somebody_new"]
    fields += ["variant", "laps", "edition", "cards", "cards_of", "deck", "choice", "tokens1"]
    columns = ["narrator", "super", "finish", "invalid", "player", "slot1", "bonus", "art", "title"]
    buttons = ["save", "next", "check", "look", "insert:9999999", "setup:x"]
    for _time in range(25):
        given = {field: dice.choice(texts) for field in fields if dice.random() < 0.3}
        lines = {
            f"cell-{column}": dice.choices(texts, k=dice.randint(0, 3))
            for column in [*columns, *seats(8)]
        }
        names = dice.choices([*texts, "Joe", "Kim", "Lou"], k=dice.randint(0, 9))
        right = {"laps": 1, "cards_of": "r2i-2021", "edition": "r2i-2021", **RULES}
        if game == "artbox":
            right["edition"] = "en-2020"
        data = {**right, **given, **lines, "name": names}
        page = post(keeper, new_sheet(group, game), dice.choice(buttons), **data)
        assert page.status_code in {200, 302, 422}, data
