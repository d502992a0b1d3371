"""Every address of the site, read and written by somebody in every role.

A new address fails this test until the rules below say who may open it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from scoring.leagues.leagues import close
from scoring.models import Group, Season, Session
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.sessions.recording import stop
from scoring.web.browser_cookie import cookie_name
from tests.builders.addresses import add_people, address_of, client_in_role, named_addresses
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import PLAYERS, artem_table, open_empty

pytestmark = pytest.mark.django_db

PEOPLE = (
    "nobody",  # has no cookie
    "stranger",  # has a seat at another table
    "watcher",
    "seat",
    "host",
    "member",
    "scorekeeper",
    "owner",
    "other owner",  # of another group
)


@dataclass(frozen=True)
class Rule:
    """The statuses of reading and of writing, in the order of PEOPLE."""

    get: tuple[int, ...]
    post: tuple[int, ...]


def everyone(status: int) -> tuple[int, ...]:
    return (status,) * len(PEOPLE)


def at_table(
    *, watch: int, seat: int | None = None, host: int | None = None, stranger: int = 404
) -> tuple[int, ...]:
    """Return 404 for who has not joined; members watch, scorekeepers and owners host."""
    seat = watch if seat is None else seat
    host = seat if host is None else host
    return (stranger, stranger, watch, seat, host, watch, host, host, stranger)


def at_group(*, see: int, stranger: int = 404) -> tuple[int, ...]:
    """Return what a seat at one of its tables does not change: it opens nothing of the group."""
    return (stranger,) * 5 + (see,) * 3 + (stranger,)


NO_GET, NO_POST = everyone(405), everyone(405)
OPEN = Rule(get=everyone(200), post=NO_POST)
READ = Rule(get=at_table(watch=200), post=NO_POST)
# A group that its members alone may see.
GROUP = Rule(get=at_group(see=200), post=NO_POST)
ENTER = Rule(get=NO_GET, post=at_table(watch=403, seat=302))
TAP = Rule(get=NO_GET, post=at_table(watch=403, seat=422))  # refused: nothing was said
HOST = Rule(get=NO_GET, post=at_table(watch=403, seat=403, host=302))
ASK = Rule(get=at_table(watch=302, seat=200), post=at_table(watch=403, seat=200))  # a preview

BELONGS = Rule(get=(404, 404, 404, 404, 404, 200, 200, 200, 404), post=NO_POST)  # to the group

RULES: dict[str, Rule] = {
    "home": OPEN,
    "favicon": Rule(get=everyone(302), post=NO_POST),
    "set_language": Rule(get=everyone(302), post=everyone(302)),
    "choose": OPEN,
    "new": Rule(get=everyone(200), post=everyone(422)),
    "by_code": OPEN,
    "join": Rule(
        get=at_table(watch=302, stranger=200)[:5] + (200,) * 4,
        post=everyone(302),
    ),
    "shared": OPEN,
    "shared_qr": OPEN,
    "table": READ,
    "live": READ,
    "board": READ,
    "board_live": READ,
    "result": READ,
    "history": READ,
    "qr_code": READ,
    "seats": Rule(get=at_table(watch=200), post=at_table(watch=302)),
    "about": Rule(get=at_table(watch=200), post=at_table(watch=403, seat=302)),
    "season": BELONGS,
    "season_game": BELONGS,
    "season_player": BELONGS,
    "undo": TAP,
    "redo": TAP,
    "end": ENTER,
    "hourglass": ENTER,
    "free": HOST,
    "renew": HOST,
    "share": HOST,
    "remove": Rule(
        get=at_table(watch=403, seat=403, host=200), post=at_table(watch=403, seat=403, host=200)
    ),
    "go_on": Rule(get=at_table(watch=302), post=NO_POST),  # it does: nothing was stopped
    # A quick table is taken in; this one has its group already, and nobody takes it to another.
    "take_in": Rule(get=NO_GET, post=at_table(watch=403, seat=403, host=404)),
    # Only who keeps the group's scores; and nobody said where to.
    "refile": Rule(get=NO_GET, post=(404, 404, 403, 403, 403, 403, 404, 404, 404)),
    "restore": Rule(get=at_table(watch=302, seat=200), post=at_table(watch=403, seat=422)),
    "player": GROUP,
    "group_game": GROUP,
    "season_table_csv": GROUP,
    "season_table_json": GROUP,
    "season_sessions_csv": GROUP,
    "season_sessions_json": GROUP,
    "season_documents": GROUP,
    "season_feed": GROUP,
    "group_feed": GROUP,
    "group_documents": GROUP,
    "group_archive": Rule(get=(404,) * 5 + (403, 403, 200, 404), post=NO_POST),
    "prepare_archive": Rule(
        get=(404,) * 5 + (403, 403, 200, 404), post=(404,) * 5 + (403, 403, 302, 404)
    ),
    # Somebody else asked for it.
    "job": Rule(get=everyone(404), post=NO_POST),
    "job_file": Rule(get=everyone(404), post=NO_POST),
    "artem:turn": TAP,
    "artem:turn_again": ASK,
    "artem:deck": ENTER,
}

# What a table enters bit by bit: each refuses a tap that says nothing.
TAPS = {
    "artbox": "finish unfinish judge die roll take_up_dice way guess forget record hang reveal",
    "canvas": "painting",
    "duplik": "begin start_over describe side call tick done dispute withdraw vote decide record",
}
RULES |= {f"{game}:{name}": TAP for game, said in TAPS.items() for name in said.split()}
# Round 1 is not there yet to be corrected.
LATER = Rule(get=at_table(watch=302, seat=404), post=at_table(watch=403, seat=404))
RULES |= dict.fromkeys(("artbox:round_again", "canvas:painting_again", "duplik:round_again"), LATER)
# The ballot of seat 1: others may hand their phone over, and learn nothing before.
SECRET = Rule(get=NO_GET, post=at_table(watch=403))
RULES |= {
    f"artbox:{name}": SECRET
    for name in ("tell_place", "tell_word", "match", "hand_in", "take_in_hand")
}
RULES |= {
    "artbox:ballot": Rule(get=at_table(watch=302, seat=200), post=NO_POST),
    "artbox:ballot_live": Rule(get=at_table(watch=302, seat=200), post=NO_POST),
    "artbox:take_phone": Rule(get=NO_GET, post=at_table(watch=403, seat=200)),
    # The Maestro sits in seat 1.
    "artbox:words": Rule(get=NO_GET, post=at_table(watch=403, seat=403, host=422)),
    "artbox:hide": Rule(get=NO_GET, post=at_table(watch=403, seat=403, host=422)),
    "canvas:preview": ASK,
    "canvas:inspiration": ENTER,
    "canvas:judge": ENTER,
    "duplik:grid": ASK,
}


def of_group(
    *, member: int, keeper: int | None = None, owner: int | None = None
) -> tuple[int, ...]:
    """Rules for a group that only its members may see: others do not learn that it exists."""
    keeper = member if keeper is None else keeper
    owner = keeper if owner is None else owner
    return (404, 404, 404, 404, 404, member, keeper, owner, 404)


def by_account(*, without: int, signed_in: int) -> tuple[int, ...]:
    return (without,) * 5 + (signed_in,) * 4


OWN = Rule(
    get=of_group(member=403, keeper=403, owner=200),
    post=of_group(member=403, keeper=403, owner=422),
)
OWN_TAP = Rule(get=NO_GET, post=of_group(member=403, keeper=403, owner=302))
OWN_REMOVE = Rule(get=OWN.get, post=OWN_TAP.post)
KEEPERS_READ = Rule(get=of_group(member=403, keeper=200), post=OWN.post)
RULES |= {
    "leagues": Rule(get=of_group(member=403, keeper=200), post=NO_POST),
    "league_new": OWN,
    "league_edit": KEEPERS_READ,
    "league_remove": OWN_REMOVE,
    "season_new": OWN,
    "season_edit": KEEPERS_READ,
    "season_close": OWN_TAP,
    "season_remove": OWN_REMOVE,
}
RULES |= {
    "group": Rule(get=of_group(member=200), post=NO_POST),
    "people": Rule(get=of_group(member=200), post=NO_POST),
    # The only owner has to hand it over first.
    "leave_group": Rule(get=of_group(member=200), post=of_group(member=302, owner=422)),
    "players": Rule(get=of_group(member=200), post=of_group(member=403, keeper=422)),
    "edit_player": Rule(
        get=of_group(member=403, keeper=200), post=of_group(member=403, keeper=422)
    ),
    "this_is_me": Rule(get=NO_GET, post=of_group(member=302)),
    # Of two players that nobody named.
    "merge_players": Rule(
        get=of_group(member=403, keeper=403, owner=404),
        post=of_group(member=403, keeper=403, owner=404),
    ),
    "member_role": Rule(get=NO_GET, post=of_group(member=403, keeper=403, owner=422)),
    "new_group": Rule(
        get=by_account(without=302, signed_in=200), post=by_account(without=302, signed_in=422)
    ),
    "account": Rule(get=by_account(without=302, signed_in=200), post=NO_POST),
    # Who belongs already is led to the group; who has no account is asked to make one.
    "invited": Rule(get=(200,) * 5 + (302,) * 3 + (200,), post=(200,) * 5 + (302,) * 4),
}
RULES |= dict.fromkeys(("group_settings", "delete_group", "invite"), OWN)
RULES |= dict.fromkeys(
    (
        "renew_group_link",
        "tie_member",
        "withdraw",
        "undo_merge",
        "hide_player",
        "untie_player",
    ),
    OWN_TAP,
)

# Asked first; each says what follows.
RULES |= dict.fromkeys(("remove_member", "hand_over"), OWN_REMOVE)

# Of the library that has them: a form with errors comes as 200.
MINE = Rule(get=by_account(without=302, signed_in=200), post=by_account(without=302, signed_in=200))
COME_IN = Rule(
    get=by_account(without=200, signed_in=302), post=by_account(without=200, signed_in=302)
)
WITH_SECOND_FACTOR = Rule(
    get=by_account(without=302, signed_in=404), post=by_account(without=302, signed_in=404)
)
BEGUN_ELSEWHERE = Rule(get=everyone(302), post=everyone(302))
RULES |= {
    "account_login": COME_IN,
    "account_signup": COME_IN,
    "account_request_login_code": COME_IN,
    "account_logout": Rule(get=by_account(without=302, signed_in=200), post=everyone(302)),
    "account_email": Rule(get=by_account(without=302, signed_in=200), post=everyone(302)),
    "account_change_password": MINE,
    "account_reauthenticate": MINE,
    "account_reset_password": Rule(get=everyone(200), post=everyone(200)),
    "account_set_password": BEGUN_ELSEWHERE,
    "account_confirm_login_code": BEGUN_ELSEWHERE,
    "account_confirm_password_reset_code": BEGUN_ELSEWHERE,
    "account_complete_password_reset": BEGUN_ELSEWHERE,
    "account_password_reset_completed": OPEN,
    "account_inactive": OPEN,
    "account_email_verification_sent": OPEN,
    "account_confirm_email": Rule(get=everyone(200), post=everyone(404)),
    "opt_out": Rule(get=everyone(404), post=everyone(404)),  # unless a mail had the link
    # They ask for the password again.
    **dict.fromkeys(("change_name", "delete_account"), BEGUN_ELSEWHERE),
    "account_data": Rule(get=everyone(302), post=NO_POST),
    "devices": Rule(get=MINE.get, post=by_account(without=302, signed_in=422)),
    "mfa_index": Rule(
        get=by_account(without=302, signed_in=200), post=by_account(without=302, signed_in=405)
    ),
    "mfa_authenticate": BEGUN_ELSEWHERE,
    "mfa_reauthenticate": BEGUN_ELSEWHERE,
    "mfa_activate_totp": BEGUN_ELSEWHERE,
    "mfa_deactivate_totp": WITH_SECOND_FACTOR,
    "mfa_generate_recovery_codes": BEGUN_ELSEWHERE,
    "mfa_view_recovery_codes": Rule(
        get=by_account(without=302, signed_in=404), post=by_account(without=302, signed_in=405)
    ),
    "mfa_download_recovery_codes": WITH_SECOND_FACTOR,
}
# Posted as it is, this would be done; so it says something that is refused.
SAID = {"undo": {"key": "x"}, "redo": {"key": "x"}, "restore": {"key": "x"}}


NAMES = [name for name, _needs in named_addresses(get_resolver().url_patterns)]


@pytest.fixture
def session(request: pytest.FixtureRequest) -> Session:
    """Open a group's table of the game that has the address, and share its result."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    name = request.node.callspec.params.get("name", "") if hasattr(request.node, "callspec") else ""
    slug, own, _name = name.partition(":")
    if own and slug != "artem":
        session = open_empty(slug, group=group)
    else:
        session = artem_table("", "", "1x5", group=group)
    season = season_of(group)
    if name in {"season_player", "season_game"}:
        play_session(group, artem_document(1, 2, names=PLAYERS), league=season.league)
    share(session=session, shared=True)
    session.refresh_from_db()
    add_people(group)
    return session


def test_every_address_is_in_the_table_and_nothing_else() -> None:
    assert sorted(RULES) == sorted(NAMES)


@pytest.mark.parametrize("name", RULES)
def test_reading(name: str, session: Session) -> None:
    address = address_of(name, session)
    got = {who: client_in_role(who, session).get(address).status_code for who in PEOPLE}
    assert got == dict(zip(PEOPLE, RULES[name].get, strict=True))


@pytest.mark.parametrize("name", RULES)
def test_writing(name: str, session: Session) -> None:
    """Everybody writes to the table as it was before the others wrote."""
    got = {}
    for who in PEOPLE:
        with untouched():
            before = session.revision, session.code, session.share_token
            response = SAID.get(name, {})
            status = (
                client_in_role(who, session).post(address_of(name, session), response).status_code
            )
            got[who] = status
            session.refresh_from_db()
            if status in {403, 404, 405, 422}:
                assert (session.revision, session.code, session.share_token) == before
        session.refresh_from_db()
    assert got == dict(zip(PEOPLE, RULES[name].post, strict=True))


@contextmanager
def untouched() -> Iterator[None]:
    """Roll back whatever is written inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def of_a_table() -> list[str]:
    return [name for name, needs in named_addresses(get_resolver().url_patterns) if "uuid" in needs]


@pytest.mark.parametrize("name", of_a_table())
def test_a_table_that_is_not_there_is_no_different(name: str, session: Session) -> None:
    """Nobody learns from an answer whether a table exists."""
    stranger = client_in_role("stranger", session)
    address = address_of(name, session)
    not_there = address.replace(str(session.uuid), str(uuid4()))
    for method in (stranger.get, stranger.post):
        assert method(address).status_code == method(not_there).status_code


@pytest.mark.parametrize("name", of_a_table())
def test_a_deleted_table_is_there_for_nobody(name: str, session: Session) -> None:
    host = client_in_role("host", session)
    assert host.post(reverse("remove", args=[session.uuid])).status_code == 200
    for method in (host.get, host.post):
        assert method(address_of(name, session)).status_code in {404, 405}


@pytest.mark.parametrize("name", sorted({*of_a_table()} - {"seats"}))
@pytest.mark.parametrize("who", ["watcher", "seat", "host", "member"])
def test_a_closed_season_is_written_to_by_scorekeepers_and_owners_alone(
    name: str, who: str, session: Session
) -> None:
    season = Season.objects.get(league__group=session.group)
    counted = play_session(season.league.group, artem_document(1, 2), league=season.league)
    close(season=season, at=timezone.now())
    client = client_in_role(who, counted)
    assert client.post(address_of(name, counted)).status_code in {403, 404, 405}


@pytest.mark.parametrize("who", ["watcher", "member", "scorekeeper", "owner"])
def test_nobody_takes_a_seat_after_the_end(who: str, session: Session) -> None:
    stop(session=session, by=By(at=timezone.now()))
    client = client_in_role(who, session)
    assert client.post(address_of("seats", session), {"place": "1"}).status_code == 422
    assert not session.phones.seated().exists()


def test_a_member_who_was_never_here_is_known_from_then_on(session: Session) -> None:
    member = client_in_role("member", session)
    member.get(address_of("table", session))
    member.get(address_of("table", session))
    assert session.phones.filter(hosts=False).count() == 1


def test_what_a_browser_says_it_is_cannot_break_anything(session: Session) -> None:
    for cookie in ("x" * 5000, "é", "a b", "\\000", "x:y", ":"):
        client = Client()
        client.cookies[cookie_name()] = client.cookies["browser"] = cookie
        assert client.get(address_of("table", session)).status_code == 404
        assert client.post(address_of("join", session)).status_code == 302


@pytest.mark.parametrize("name", of_a_table())
def test_no_browser_shows_a_page_of_a_table_again_without_asking(
    name: str, session: Session
) -> None:
    """A phone is handed around, and the table moves on."""
    answer = client_in_role("host", session).get(address_of(name, session))
    if answer.status_code == 200:
        cache_control = set(answer.headers["Cache-Control"].split(", "))
        assert cache_control == {"private", "no-cache" if name == "qr_code" else "no-store"}


def test_an_answer_without_news_is_not_cached_either(session: Session) -> None:
    address = f"{address_of('live', session)}?seen={session.version}"
    answer = client_in_role("host", session).get(address)
    assert answer.status_code == 204
    assert "no-store" in answer.headers["Cache-Control"]


def test_what_arrives_just_after_the_table_was_deleted_finds_none(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = client_in_role("host", session)
    host.post(address_of("remove", session))
    # As if it had been deleted between the check and the lock.
    monkeypatch.setattr("scoring.web.table_access._is_deleted_or_expired", lambda _session: False)
    assert host.post(address_of("end", session)).status_code == 404
    assert host.post(address_of("remove", session)).status_code == 404
