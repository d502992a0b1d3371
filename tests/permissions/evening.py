"""A group with three accounts and three tables, each with words of its own that nobody can guess,
and what happens there: done by real browsers, and told to the model."""

from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from games.artbox.rules import ROUNDS, Round
from scoring.models import Group, Invitation, Membership, Player, Season, Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle
from scoring.sessions.recording import record
from tests.builders.seasons import season_of
from tests.builders.tables import enter_turns
from tests.permissions import model
from tests.permissions.browsers import Browser
from tests.permissions.model import Credentials, Permissions, Phone, Role

ROLES = {Role.MEMBER: "member", Role.SCOREKEEPER: "scorekeeper", Role.OWNER: "owner"}
PASSWORD = "three violet herons"  # noqa: S105 (of nobody)
WORDS = 7  # on display, with four players
ACCOUNTS = ("alice", "bob", "carl", "dora", "eve")  # eve belongs to nothing
ROUND = 2  # of #ARTBOX, that is being entered
TABLES = ("artem", "artbox", "quick")
BROWSERS = (*ACCOUNTS, "tablet", "phone", "laptop")


@dataclass
class Keys:
    """Everything that opens something and that a page or a link has shown by now, in that order."""

    cookies: list[Credentials] = field(default_factory=list)
    codes: dict[str, list[str]] = field(default_factory=dict)  # of a table
    links: list[str] = field(default_factory=list)  # of the group
    shared: dict[str, list[str]] = field(default_factory=dict)  # of a table's result
    openings: dict[int, list[str]] = field(default_factory=dict)  # of a seat's guess sheet
    taps: list[str] = field(default_factory=list)


def note(seen: list[Any], value: Any) -> None:
    if value and value not in seen:
        seen.append(value)


class Evening:
    """The steps of the state machine; each is a real request of a real browser."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.keys = Keys()
        self.sessions: dict[str, Session] = {}
        self.names = {name: f"{name}{self.word()}" for name in ACCOUNTS}
        for number, name in enumerate(ACCOUNTS):
            user = User(username=self.names[name], email=f"{name}@example.org")
            user.set_password(PASSWORD)
            user.save()
            assert number < len(BROWSERS)
        self.browsers = {name: Browser(number) for number, name in enumerate(BROWSERS)}
        self.group = Group.objects.create(name="Thursday", slug="thursday")
        self.allowed = Permissions(roles={}, tables={}, link=self.group.link_token)
        for name, role in zip(ACCOUNTS, (3, 3, 2, 1), strict=False):
            self._add_member(name, Role(role))
        self.season = self._new_season()
        self.bench = Player.objects.create(group=self.group, name=self.word())
        self.places = {name: self.word() for name in TABLES}
        self.seats = {"artem": self.words(2), "artbox": self.words(4), "quick": self.words(2)}
        self.shown_words = [word.lower() for word in self.words(WORDS)]  # as pages show them
        for name in ("alice", "bob", "carl", "dora"):
            self.log_in(name, name)
        self.sessions = {
            "artem": self._open("alice", "artem", "thursday/cup"),
            "artbox": self._open("carl", "artbox", "thursday/"),
            "quick": self._open("phone", "quick", ""),
        }
        self._record_first_entries()
        self._begin_guess_sheets()
        self.remember("phone")

    def word(self) -> str:
        return "W" + "".join(self.random.choices("abcdefghkmnpqrstuvwxyz", k=9))

    def words(self, number: int) -> list[str]:
        return [self.word() for _ in range(number)]

    # The beginning

    def _add_member(self, name: str, role: Role) -> None:
        user = User.objects.get(username=self.names[name])
        Membership.objects.create(group=self.group, user=user, role=ROLES[role])
        self.allowed.roles[name] = role

    def _new_season(self) -> Season:
        season = season_of(self.group)
        season.league.name = self.word()
        season.league.save(update_fields=["name"])
        return season

    def _open(self, who: str, name: str, group: str) -> Session:
        browser, game = self.browsers[who], "artem" if name == "quick" else name
        fields = {"group": group, "name": self.seats[name], "key": str(uuid4()), "do": "open"}
        fields |= {"edition": "en-2020", "variant": "standard", "directions": "universal"}
        answer = browser.post(reverse("new", args=[game]), **fields)
        assert answer.status_code == 302, answer.content.decode()
        session = Session.objects.order_by("-pk")[0]
        table = model.Table(seats=len(self.seats[name]), of_group=bool(group), counts=bool(group))
        table.counts = name == "artem"
        table.phones[browser.cookies.browser] = Phone(
            account=self.allowed.account(browser.cookies), as_member=bool(group), opened=not group
        )
        self.allowed.tables[name] = table
        about = reverse("about", args=[session.uuid])
        day = "2026-05-05"
        answer = browser.post(about, played_on=day, location=self.places[name], save="1")
        assert answer.status_code == 302
        self.remember(who)
        return session

    def _record_first_entries(self) -> None:
        """Record something at each table, so that it can be stopped."""
        for name in ("artem", "quick"):
            enter_turns(self.sessions[name], "", "", "1x2")
        session = self.sessions["artbox"]
        played = Round(guesses={}, finish=session.seats.names())
        by = By(at=timezone.now())
        record(session=session, change=lambda s: ROUNDS.add(s, played), action="round", by=by)

    def _begin_guess_sheets(self) -> None:
        carl = self.browsers["carl"]
        for at in range(1, 5):
            assert self.artbox(carl, "finish/", seat=at).status_code == 302
        assert self.artbox(carl, "way/", way="sheets").status_code == 302
        words = {f"word_{at}": word for at, word in enumerate(self.shown_words, 1)}
        assert self.artbox(carl, "words/", **words).status_code == 302

    def artbox(self, browser: Browser, below: str, **fields: object) -> Any:
        address = f"{reverse('table', args=[self.sessions['artbox'].uuid])}artbox/{below}"
        return browser.post(address, key=str(uuid4()), number=ROUND, **fields)

    # What the attacker sees

    def remember(self, who: str) -> None:
        """Write down the cookies that a browser has now, and what its pages show."""
        cookies = self.cookies(who)
        if cookies in self.keys.cookies:
            self.keys.cookies.remove(cookies)
        self.keys.cookies.append(cookies)  # the last ones are tried most
        for name, session in self.sessions.items():
            session.refresh_from_db()
            note(self.keys.codes.setdefault(name, []), session.code)
            note(self.keys.shared.setdefault(name, []), session.share_token)
        note(self.keys.links, Group.objects.get(pk=self.group.pk).link_token)

    # What people do

    def do(self, who: str, view: str, /, *args: object, **fields: object) -> bool:
        """Post a form of a table; return whether the site did what it says."""
        address = reverse(view, args=args)
        key = str(uuid4())
        self.keys.taps.append(key)
        answer = self.browsers[who].post(address, **{"key": key, **fields})
        self.remember(who)
        return answer.status_code in {200, 302}

    def cookies(self, who: str) -> Credentials:
        return self.browsers[who].cookies

    def log_in(self, who: str, account: str) -> None:
        before = self.cookies(who)
        if self.allowed.account(before):
            return
        note(self.keys.cookies, before)
        fields = {"login": self.names[account], "password": PASSWORD}
        answer = self.browsers[who].post(reverse("account_login"), **fields)
        assert answer.status_code == 302, answer.content.decode()
        self.allowed.signed_in(before, self.cookies(who), account)
        self.remember(who)

    def log_out(self, who: str) -> None:
        before = self.cookies(who)
        if not self.allowed.account(before):
            return
        note(self.keys.cookies, before)
        assert self.browsers[who].post(reverse("account_logout")).status_code == 302
        self.allowed.signed_out(before)
        self.remember(who)

    def bring_back(self, name: str) -> None:
        """Do what administrators do in the admin."""
        table = self.allowed.tables[name]
        if table.deleted:
            lifecycle.undelete(session=self.sessions[name], by=By(at=timezone.now()))
            table.deleted = False

    def codes(self) -> dict[str, str]:
        """Return the codes that the tables have now."""
        sessions = Session.objects.in_bulk([one.pk for one in self.sessions.values()])
        return {name: sessions[session.pk].code for name, session in self.sessions.items()}

    def membership(self, account: str) -> Membership:
        return Membership.objects.get(group=self.group, user__username=self.names[account])

    def newest_invitation(self) -> Invitation:
        return Invitation.objects.order_by("-pk")[0]
