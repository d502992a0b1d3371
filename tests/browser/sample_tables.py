"""Open a table of every game in the middle of a session, and make a group, so that all pages can be
visited.

Run in a process of its own beside a site; prints, as JSON, addresses with a cookie for each."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.admin import site as admin_site
from django.test import Client
from django.test.utils import setup_test_environment
from django.utils import timezone

from games.duplik.models import Judging
from scoring.documents.scorer import read_document
from scoring.models import Group, Phone, Session
from scoring.models.phones import new_browser
from scoring.models.revisions import By
from scoring.play.opening import open_table
from scoring.play.sharing import share
from scoring.web.browser_cookie import cookie_name, sign_browser
from tests.builders.addresses import address_of
from tests.builders.evening import Sessions, client_of, evening
from tests.builders.noted import noted_points
from tests.builders.seasons import play_session
from tests.web.access_matrix import ADDRESSES

LONG = "Wilhelmina" * 6  # as long as a name may be, and nowhere to break it
NAMES = (LONG, "<script>alert(1)</script>", "Cleo", "Dov")
ANY_TABLE = ("", "board/", "result/")
OF_A_GROUP = {"group", "link"}
EVERY_PAGE = (*ANY_TABLE, "about/", "seats/", "history/", "history/1/restore/")


Page = tuple[str, str, str]  # the name of a cookie, its value, and an address


def main() -> None:
    setup_test_environment()
    play = {slug: play() for slug, play in GAMES.items()}
    sessions = evening()
    pages = {"site": site(), "group": group(sessions), "admin": admin(sessions), **play}
    sys.stdout.write(json.dumps(pages))


def group(sessions: Sessions) -> list[Page]:
    """Return all pages of a group, a league and an evening that its owner may open."""
    owner = client_of("owner", sessions)
    below = [name for name, needs in ADDRESSES.items() if OF_A_GROUP.intersection(needs)]
    return pages_of(owner, [address_of(name, sessions["artem"]) for name in below])


def admin(sessions: Sessions) -> list[Page]:
    """Return the list, the empty form and the newest row of every model, and of sessions the ones
    of each game with the most changes: in progress, finished, and a result without rounds."""
    play_session(Group.objects.get(slug="thursday"), noted_points("artem", 7, 9), league=None)
    paths = []
    for model in admin_site._registry:
        page = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        rows = of_each_kind() if model is Session else model._default_manager.order_by("-pk")[:1]
        paths += [page, f"{page}add/", *(f"{page}{row.pk}/change/" for row in rows)]
    return pages_of(client_of("staff", sessions), paths)


def of_each_kind() -> Iterable[Session]:
    sessions = Session.objects.order_by("revision", "pk")
    return {(one.game, one.result_only, one.finished_at is None): one for one in sessions}.values()


def pages_of(client: Client, paths: Sequence[str]) -> list[Page]:
    name = settings.SESSION_COOKIE_NAME
    cookie = client.cookies[name].value
    return [(name, cookie, path) for path in paths if is_page(client, path)]


def is_page(client: Client, path: str) -> bool:
    answer = client.get(path)
    return answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html")


def site() -> list[Page]:
    """Return pages that everybody may see, and some that do not exist."""
    new = [f"/new/{slug}/" for slug in GAMES]
    paths = ["/", "/new/", *new, "/join/", "/join/?code=nothing", "/nothing/"]
    return [("", "", path) for path in paths]


def artem() -> list[Page]:
    turns: list[dict[str, Any]] = [{"player": name, "claims": []} for name in NAMES]
    turns.append({"player": LONG, "claims": [{"play": 1, "length": 6}]})
    table = Table("artem", turns=turns, options={"variant": "all-in"})
    over = Table("artem", turns=turns, stopped=True)
    return [*table.pages("artem/turn/5/", of=EVERY_PAGE), *over.pages(), *over.shared()]


def canvas() -> list[Page]:
    paintings: dict[str, Any] = {
        LONG: [{"slots": [["hue"], ["shape", "bonus-shape"], ["tone"], [], ["texture"]]}],
        NAMES[1]: [{"art": ["Precious", "Wandering", "Dreams"], "title": LONG * 3}],
        "Cleo": [{"bonus": 3}],
    }
    cards = [{"name": "Composition"}, {"name": "Variety"}]
    table = Table("canvas", edition="r2i-2021", cards=cards, paintings=paintings)
    level = {name: [{"bonus": 3}] * 3 for name in NAMES[:3]} | {"Dov": [{"bonus": 1}] * 3}
    over = Table("canvas", edition="r2i-2021", cards=cards, paintings=level)
    return [*table.pages("canvas/painting/1/1/"), *over.pages(), *over.shared()]


def duplik() -> list[Page]:
    sheets = {name: [1, 2, 6] for name in NAMES[1:]}
    table = Table("duplik", rounds=[{"narrator": LONG, "super": 6, "sheets": sheets}])
    before = table.pages("duplik/round/", "duplik/round/1/")
    judged = Table("duplik", rounds=[{"narrator": LONG, "super": 6, "sheets": sheets}])
    judged.tap("duplik/begin/", at=1, narrator=NAMES[1], super_criterion=6)
    live = Judging.objects.get(session=judged.session).pk
    judged.tap("duplik/side/", round=live, side="left")
    judged.tap("duplik/call/", round=live, criterion=1)
    judged.tap("duplik/tick/", round=live, artist=LONG, met=[1, 6])
    judged.tap("duplik/dispute/", round=live, artist=LONG, criterion=5)
    return [*before, *judged.pages(), *judged.shared()]


def artbox() -> list[Page]:
    table = Table("artbox", rounds=[])
    for number, _name in enumerate(NAMES, 1):
        table.tap("artbox/finish/", number=1, seat=number)
    table.tap("artbox/way/", number=1, way="sheets")
    words = ["Cactus", "Camel", LONG[:40], "Lock", "Beard", "Eye", "Bun"]
    table.tap(
        "artbox/words/", number=1, **{f"word_{at}": right for at, right in enumerate(words, 1)}
    )
    recorded = Table("artbox", rounds=[])
    for number, _name in enumerate(NAMES, 1):
        recorded.tap("artbox/finish/", number=1, seat=number)
    for author in range(1, 5):
        right = "0x0" if author > 1 else "2x1"
        recorded.tap("artbox/guess/", number=1, author=author, right=right)
    recorded.tap("artbox/record/", at=0)
    return [
        *table.pages("artbox/guess-sheet/1/", "artbox/guess-sheet/4/"),
        *recorded.pages("artbox/round/1/"),
        *recorded.shared(),
    ]


class Table:
    """A table with a host, who has a seat, and a watcher."""

    def __init__(self, slug: str, **fields: Any) -> None:
        document = {
            "format": "scorefolio/session@1",
            "game": slug,
            "players": list(NAMES),
            **fields,
        }
        self.host, self.watcher = new_browser(), new_browser()
        by = By(at=timezone.now())
        self.session = open_table(document=read_document(document), by=by, browser=self.host)
        Phone.objects.filter(session=self.session).update(seat=self.session.seats.get(place=1))
        Phone.objects.create(session=self.session, browser=self.watcher, joined_at=by.at)
        share(session=self.session, shared=True)
        self.session.refresh_from_db()

    def tap(self, below: str, **fields: Any) -> None:
        client = Client(SERVER_NAME="localhost")
        client.cookies[cookie_name()] = sign_browser(self.host)
        answer = client.post(self._address(below), {"key": str(uuid4()), **fields})
        if answer.status_code != 302:
            raise ValueError(below, fields, answer.content.decode())

    def _address(self, below: str) -> str:
        return f"/table/{self.session.uuid}/{below}"

    def pages(self, *more: str, of: Sequence[str] = ANY_TABLE) -> list[Page]:
        seen = [(self.host, below) for below in (*of, *more)] + [(self.watcher, "")]
        return [
            (cookie_name(), sign_browser(browser), self._address(below)) for browser, below in seen
        ]

    def shared(self) -> list[Page]:
        """Return pages that need no seat and no cookie."""
        return [
            ("", "", f"/result/{self.session.share_token}/"),
            ("", "", f"/join/{self.session.code}/"),
        ]


GAMES = {"artem": artem, "canvas": canvas, "duplik": duplik, "artbox": artbox}
