"""A shared result uses the names that players have outside their group."""

from random import Random
from urllib.parse import unquote
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.duplik.models import Judging
from scoring.documents.scorer import read_document
from scoring.exchange.export_sessions import results_of
from scoring.groups.visibility import player_names, rename_players
from scoring.models import Group, Player, Session
from scoring.play.sharing import share
from scoring.registry import get_game, installed_games
from tests.builders.seasons import play_session
from tests.builders.tables import finished_table, open_empty, phone, signed_in

pytestmark = pytest.mark.django_db

NAMES = (
    "Xaverine",
    "Yolandra",
    "Zebulon",
    "Wendolyn",
    "Vivienna",
    "Ulrikke",
    "Tancred",
    "Sigmunda",
)


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def page(session: Session) -> str:
    if session.share_token is None:
        share(session=session, shared=True)
        session.refresh_from_db()
    answer = Client().get(reverse("shared", args=[session.share_token]))
    assert answer.status_code == 200, answer.status_code
    return unquote(answer.content.decode())


def player(name: str, **fields: object) -> None:
    assert Player.objects.filter(name=name).update(**fields)


@pytest.mark.parametrize("slug", sorted(installed_games()))
@pytest.mark.parametrize("seed", range(4))
def test_outside_the_group_it_says_nothing_of_who_hides(group: Group, slug: str, seed: int) -> None:
    document = get_game(slug).sample(Random(seed))
    names = NAMES[: len(document["players"])]
    document = rename_players(document, dict(zip(document["players"], names, strict=True)))
    session = play_session(group, read_document(document), league=None)
    before = page(session)
    assert all(name in before for name in names)
    Player.objects.update(hidden=True, nickname="Nobody’s")
    if len(names) > 1:
        player(names[1], hidden=False, nickname="The Painter")
        assert "The Painter" in page(session)
    after = page(session)
    assert "A player" in after
    assert not [name for name in (*names, "Nobody’s") if name in after]
    inside = signed_in("mia", group).get(reverse("result", args=[session.uuid])).content.decode()
    assert all(name in inside for name in names)


def test_it_says_nothing_of_who_judged_whom(group: Group) -> None:
    session = open_empty("duplik", *NAMES[:4], group=group)
    host = phone(session, hosts=True, place=1)

    def tap(name: str, **more: object) -> None:
        address = reverse(f"duplik:{name}", args=[session.uuid])
        assert host.post(address, {"key": uuid4(), **more}).status_code == 302

    tap("begin", at=0, narrator=NAMES[0], super_criterion=6)
    live = Judging.objects.get().pk
    tap("side", round=live, side="left")
    for artist in NAMES[1:4]:
        tap("tick", round=live, artist=artist, met=[1, 6])
        tap("done", round=live, artist=artist, done="on")
    tap("record", round=live, at=0)
    before = page(session)
    assert f"judged by {NAMES[1]}" in before
    Player.objects.update(hidden=True)
    after = page(session)
    assert "judged by A player 2" in after
    assert not [name for name in NAMES if name in after]


def test_a_nickname_that_is_somebodys_name_gets_a_number(group: Group) -> None:
    session = finished_table(group=group)
    player("Ida", nickname="Joe")
    html = page(session)
    assert "Joe 2" in html
    assert "Ida" not in html


def test_who_has_the_page_hears_at_once_that_somebody_hides(group: Group) -> None:
    session = finished_table(group=group)
    page(session)
    address = reverse("shared", args=[session.share_token])
    tag = Client().get(address).headers["ETag"]
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304
    player("Joe", hidden=True)
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("name", ["artem", "turns", "players"])
def test_a_hidden_name_that_is_a_word_of_the_game_is_not_shared_either(
    group: Group, name: str
) -> None:
    session = finished_table(group=group, players=(name, "Joe"))
    player(name, hidden=True)
    assert 'content="Joe 21 · A player 7"' in page(session)


@pytest.mark.parametrize(("is_member", "name"), [(True, "Ida"), (False, "A player")])
def test_in_files_only_members_read_the_name_of_who_is_no_player_of_the_group(
    is_member: bool, name: str
) -> None:
    names = player_names(is_member=is_member)
    ida = finished_table().results.get(seat__name="Ida")
    (row,) = [row for row in results_of(Session.objects.all()) if row.seat_name == "Ida"]
    assert (names.of_result(ida), names.of_row(row)) == (name, name)
    assert names.with_id(ida.player) == {"id": None, "name": "A player"}
