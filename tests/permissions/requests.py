"""Every page that an evening has and everything that can be posted to it, each with who may."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import uuid4

from django.urls import reverse

from scoring.models import Invitation, Membership, Player, SeatRequest
from tests.permissions.evening import ROUND, Evening
from tests.permissions.matrix import right_for, role_for
from tests.permissions.model import Credentials, Right, Role, Table
from tests.web.test_access_by_visibility import SEEN_BY_ALL

May = Callable[[Credentials], bool]

OF_GROUP = (
    "group group_feed people players leave_group group_documents leagues group_settings "
    "delete_group invite league_new group_archive prepare_archive"
)
OF_SEASON = (
    "season season_feed season_table_csv season_table_json season_sessions_csv "
    "season_sessions_json season_documents season_edit season_remove"
)
WATCHED = "table asked live board board_live result entries history about seats qr_code"


@dataclass(frozen=True)
class Page:
    address: str
    may_open: May
    shows: frozenset[str] = frozenset()  # to anyone with its address, if they may open it
    htmx: bool = False
    link: str = ""  # of the group, in the address


@dataclass(frozen=True)
class Post:
    address: str
    may: May
    fields: dict[str, Any] = field(default_factory=dict)


def anybody(_who: Credentials) -> bool:
    return True


def pages(evening: Evening) -> list[Page]:
    found = [*_pages_of_group(evening), *_pages_by_link(evening)]
    for name in evening.sessions:
        found += _pages_of_table(evening, name)
    return [*found, *_pages_of_guess_sheets(evening)]


def _pages_of_group(evening: Evening) -> Iterator[Page]:
    allowed, group, season = evening.allowed, evening.group.slug, evening.season
    player = Player.objects.filter(group=evening.group).order_by("pk")[0].pk
    steps = [group, season.league.slug, season.slug]
    addresses = [(view, reverse(view, args=[group])) for view in OF_GROUP.split()]
    addresses += [(view, reverse(view, args=steps)) for view in OF_SEASON.split()]
    addresses += [
        ("group_game", reverse("group_game", args=[group, "artem"])),
        ("player", reverse("player", args=[group, player])),
        ("edit_player", reverse("edit_player", args=[group, player])),
        ("league_edit", reverse("league_edit", args=steps[:2])),
    ]
    for member in Membership.objects.filter(group=evening.group).order_by("pk"):
        addresses.append(("remove_member", reverse("remove_member", args=[group, member.pk])))
    for view, address in addresses:
        if view not in SEEN_BY_ALL:
            yield Page(address, has_role(evening, role_for("read", view)))
            continue
        yield Page(address, allowed.sees_group)
        for link in evening.keys.links:
            yield Page(f"{address}?key={link}", allowed.sees_group, link=link)
    for address in (reverse("new", args=["artem"]), reverse("choose")):
        yield Page(f"{address}?group={group}", has_role(evening, Role.SCOREKEEPER))


def _pages_by_link(evening: Evening) -> Iterator[Page]:
    allowed = evening.allowed
    yield Page(reverse("home"), anybody)
    for name, session in evening.sessions.items():
        table, names = allowed.tables[name], frozenset(evening.seats[name])
        yield Page(f"{reverse('new', args=['artem'])}?again={session.uuid}", anybody)
        for code in evening.keys.codes[name]:
            may = allowed.may_join(table, code)
            yield Page(reverse("join", args=[code]), _always(may), names if may else frozenset())
        for token in evening.keys.shared.get(name, ()):
            may = token == session.share_token and not table.deleted
            yield Page(reverse("shared", args=[token]), _always(may), names if may else frozenset())
            yield Page(reverse("shared_qr", args=[token]), _always(may))
    for token, invitation in allowed.invitations.items():
        inviter = evening.names[invitation.by]
        shows = frozenset({inviter} if invitation.open else ())
        yield Page(reverse("invited", args=[token]), _always(invitation.open), shows)


def has_role(evening: Evening, role: Role) -> May:
    return lambda who: evening.allowed.role(who) >= role


def _always(may: bool) -> May:
    return lambda _who: may


def _pages_of_table(evening: Evening, name: str) -> Iterator[Page]:
    table, session = evening.allowed.tables[name], evening.sessions[name]
    for page in WATCHED.split():
        address = reverse(page, args=[session.uuid])
        may_open = _needs(evening, table, right_for("read", page))
        yield Page(address, may_open)
        yield Page(f"{address}?seen={session.version}", may_open, htmx=True)
    for page, args in (("restore", [1]), ("remove", [])):
        may_open = _needs(evening, table, right_for("read", page))
        yield Page(reverse(page, args=[session.uuid, *args]), may_open)


def _pages_of_guess_sheets(evening: Evening) -> Iterator[Page]:
    table, session = evening.allowed.tables["artbox"], evening.sessions["artbox"]
    for seat in range(1, table.seats + 1):
        for page in ("artbox:guess_sheet", "artbox:guess_sheet_live"):
            address = reverse(page, args=[session.uuid, seat])
            may_open = _needs(evening, table, right_for("read", page))
            yield Page(address, may_open)
            for opening in evening.keys.openings.get(seat, ()):
                yield Page(f"{address}?opening={opening}", may_open)


def _needs(evening: Evening, table: Table, right: Right) -> May:
    return lambda who: evening.allowed.right(table, who) >= right


def posts(evening: Evening) -> list[Post]:
    found = [*_posts_to_group(evening), *_posts_by_link(evening), *_posts_to_guess_sheets(evening)]
    for name in evening.sessions:
        found += _posts_to_table(evening, name)
    return found


def _posts_to_group(evening: Evening) -> Iterator[Post]:
    group, season = evening.group.slug, evening.season

    def post(view: str, /, *args: object, **fields: object) -> Post:
        return Post(reverse(view, args=args), has_role(evening, role_for("write", view)), fields)

    steps = (group, season.league.slug, season.slug)
    player = evening.bench.pk
    settings = {"name": "Mine", "slug": group, "time_zone": "UTC", "language": "en"}
    yield post("group_settings", group, visibility="public", **settings)
    yield post("renew_group_link", group)
    yield post("delete_group", group, name="Thursday")
    yield post("invite", group, role="scorekeeper", days="7")
    yield post("league_new", group, name="Mine", slug="mine")
    yield post("league_edit", *steps[:2], name="Mine", slug="mine")
    yield post("league_remove", *steps[:2])
    yield post("season_remove", *steps)
    yield post("season_close", *steps)
    yield post("season_close", *steps, open="1")
    yield post("prepare_archive", group)
    yield post("hide_player", group, player)
    yield post("remove_player", group, player)
    yield post("untie_player", group, player)
    yield post("players", group, name="Mine")
    yield post("edit_player", group, player, name="Mine")
    table = {"group": f"{group}/cup", "name": ["Mine", "Too"], "do": "open", "key": str(uuid4())}
    yield Post(reverse("new", args=["artem"]), has_role(evening, Role.SCOREKEEPER), table)
    yield post("leave_group", group)
    yield post("this_is_me", group, player)
    for member in Membership.objects.filter(group=evening.group).order_by("pk"):
        for role in ("owner", "member"):
            yield post("member_role", group, member.pk, role=role)
        yield post("remove_member", group, member.pk)
        yield post("hand_over", group, member.pk)
        yield post("tie_member", group, member.pk, player=str(player))
    for invitation in Invitation.objects.filter(group=evening.group).order_by("pk"):
        yield post("withdraw", group, invitation.pk)


def _posts_by_link(evening: Evening) -> Iterator[Post]:
    allowed = evening.allowed
    for token in allowed.invitations:
        yield Post(
            reverse("invited", args=[token]),
            partial(allowed.may_accept, token),
        )
    for name, table in allowed.tables.items():
        for code in evening.keys.codes[name]:
            yield Post(reverse("join", args=[code]), _always(allowed.may_join(table, code)))


def _posts_to_table(evening: Evening, name: str) -> Iterator[Post]:
    allowed, table, session = evening.allowed, evening.allowed.tables[name], evening.sessions[name]
    keys = [str(uuid4()), *evening.keys.taps[-3:]]

    def post(page: str, /, *args: object, **fields: object) -> Post:
        may = _needs(evening, table, right_for("write", page))
        return Post(reverse(page, args=[session.uuid, *args]), may, fields)

    for key in keys:
        yield post("about", location="Mine", played_on="2026-05-05", save="1", key=key)
        yield post("end", key=key)
        yield post("end", key=key, go_on="1")
        yield post("undo", key=key, seen=session.revision)
        yield post("redo", key=key, seen=session.revision)
        yield post("restore", 1, key=key)
    yield post("hourglass")
    if session.game == "artem":
        yield post("artem:turn", key=keys[0], at=3)
        yield post("artem:deck", key=keys[0], deck="main-deck")
    for seat in range(1, table.seats + 1):
        yield post("free", seat)
        yield post("hand_hosting_over", seat, key=keys[0], save="1")
        yield post("ask_for_seat", seat)
        sit = reverse("seats", args=[session.uuid])
        yield Post(sit, partial(allowed.may_sit, table, seat), {"place": seat})
    yield post("change_players", key=keys[0], name=["Mine", "Too", "Three"])
    for page in ("renew", "share", "remove", "ask_to_host", "agree_to_host"):
        yield post(page)
    yield post("share", stop="1")
    for request in SeatRequest.objects.filter(seat__session=session).order_by("pk"):
        yield post("answer_seat_request", request.pk, agree="1")
    for page, group in (("refile", "thursday/"), ("take_in", "thursday/cup")):
        may = has_role(evening, Role.SCOREKEEPER)
        yield Post(reverse(page, args=[session.uuid]), may, {"group": group, "save": "1"})


def _posts_to_guess_sheets(evening: Evening) -> Iterator[Post]:
    allowed, table = evening.allowed, evening.allowed.tables["artbox"]
    session = evening.sessions["artbox"]

    def post(may: May, page: str, /, *args: object, **fields: object) -> Post:
        return Post(
            reverse(f"artbox:{page}", args=[session.uuid, *args]), may, {"number": ROUND, **fields}
        )

    def leads(who: Credentials) -> bool:
        right = allowed.right(table, who)
        return right == Right.HOST or allowed.may_fill(table, who, 1)

    words = {f"word_{at}": f"Mine {at}" for at in range(1, len(evening.shown_words) + 1)}
    yield post(leads, "words", **words)
    for page in ("hide", "show_words", "collect_words"):
        yield post(leads, page)
    enters = _needs(evening, table, Right.ENTER)
    for page, fields in (
        ("reveal", {"early": "1"}),
        ("way", {"way": "grid"}),
        ("finish", {"seat": 1}),
        ("unfinish", {"seat": 1}),
        ("guess", {"author": 1, "right": "2x1"}),
        ("hang", {}),
        ("deal", {"own": "on"}),
        ("roll", {}),
    ):
        yield post(enters, page, **fields)
    for seat in range(1, table.seats + 1):

        def is_own(who: Credentials, seat: int = seat) -> bool:
            return allowed.may_fill(table, who, seat)

        def is_free(who: Credentials, seat: int = seat) -> bool:
            return is_own(who, seat) or (enters(who) and not table.seated(seat))

        yield post(is_free, "take_phone", seat)
        yield post(is_own, "take_in_hand", seat)
        for opening in ("", *evening.keys.openings.get(seat, ())):
            may = is_free if opening else is_own
            for page, fields in (
                ("tell_place", {"nth": 1, "place": seat}),
                ("tell_word", {"nth": 1, "word": 7}),
                ("match", {"drawing": seat % 4 + 1, "word": 6}),
                ("hand_in", {}),
                ("write_word", {"nth": 1, "word": "Mine"}),
                ("exchange_word", {"nth": 1, "seen": ""}),
                ("put_away", {}),
            ):
                yield post(may, page, seat, opening=opening, **fields)
