"""Phones at tables: hosts that enter turns of Artem, and watchers that ask for news."""

import random
import re
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from uuid import uuid4

from deploy.drill.browser import Answer, Browser, Unanswered
from deploy.drill.ledger import Ledger, Tap

# As scoring/static/scoring/js/tap-queue.js does.
RETRY_EVERY = 3.0
POLL_EVERY = 1.5
GIVE_UP_AFTER = 90.0
BETWEEN_TAPS = (0.2, 0.6)
TURNS = 60  # of a table; then the phone opens the next one
NEW = "/new/artem/"
PLAYERS = ("Ana", "Ben")
NEW_TABLE: dict[str, object] = {
    "do": "open",
    "name": PLAYERS,
    "begins": 0,
    "variant": "standard",
    "directions": "universal",
}
# The claims of a turn, by its number: few enough points that no table comes to its end.
CLAIMS = {number: f"1x{2 + number % 4}" for number in range(5, 30, 5)}

REVISION = re.compile(r'data-revision="(\d+)"')
VERSION = re.compile(r"live\?seen=(\d+)")
NEXT_TURN = re.compile(r'name="at" type="hidden" value="(\d+)"')  # where somebody may enter it
ROUND = re.compile(r"round (\d+), playing to ")
CODE = re.compile(r'class="code">([A-Z0-9-]+)<')


@dataclass
class Stage:
    """State that all phones share: their ledger, and whether they play, pause or end."""

    site: str
    ledger: Ledger
    playing: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)

    def wait_to_play(self) -> bool:
        """Wait while the drill pauses; return False when it has ended."""
        while not self.ended.is_set():
            if self.playing.wait(0.1):
                return True
        return False


class Host(threading.Thread):
    """The phone of somebody who opens tables and enters every turn."""

    def __init__(self, stage: Stage, number: int) -> None:
        super().__init__(name=f"host-{number}", daemon=True)
        self.stage = stage
        self.browser = Browser(stage.site, f"127.0.1.{number}")
        self.table = ""
        self.turns = 0
        self.watcher = Watcher(stage, number)
        self.idle = threading.Event()

    def run(self) -> None:
        self.watcher.start()
        while True:
            self.idle.set()
            if not self.stage.wait_to_play():
                return
            self.idle.clear()
            if not self.table or self.turns == TURNS:
                self._open_table()
            else:
                self._enter_turn()
            time.sleep(random.uniform(*BETWEEN_TAPS))  # noqa: S311

    def _open_table(self) -> None:
        if not self._show_form():
            return
        tap = Tap(uuid4(), "", -1, "", time.monotonic())
        answer = self._submit(tap, NEW, NEW_TABLE)
        if answer is not None and tap.accepted:
            tap.table = self.table = answer.location.split("/")[2]
            self.turns = 0
            self.watcher.follow(self.browser, self.table)

    def _show_form(self) -> bool:
        """Load the page of a new table, which sets the cookies; after an error, load it again."""
        try:
            return self.browser.get(NEW).status == 200
        except Unanswered:
            return False

    def _enter_turn(self) -> None:
        claim = CLAIMS.get(self.turns, "")
        tap = Tap(uuid4(), self.table, self.turns, claim, time.monotonic())
        fields = {"at": self.turns, **({"claim": claim} if claim else {})}
        answer = self._submit(tap, f"/table/{self.table}/artem/turn/", fields)
        if answer is None or not tap.accepted:
            self.table = ""  # whatever the table says now, the next tap is for another one
            return
        self.turns += 1
        if problem := torn_page(answer.text, at_least=self.turns):
            self.stage.ledger.add_torn(f"{self.table}: {problem}")

    def _submit(self, tap: Tap, path: str, fields: dict[str, object]) -> Answer | None:
        """Send a form again and again until it is answered, with the same key each time."""
        self.stage.ledger.add(tap)
        while time.monotonic() < tap.sent_at + GIVE_UP_AFTER:
            tap.tries += 1
            try:
                answer = self.browser.post(path, {**fields, "key": str(tap.key)})
            except Unanswered as error:
                tap.errors.append(str(error))
                time.sleep(random.uniform(0, RETRY_EVERY))  # noqa: S311 (its interval runs on)
                continue
            tap.answered_at = time.monotonic()
            tap.status = answer.status
            if answer.headers.get("HX-Redirect") or answer.location:
                tap.status = 302
            return answer
        return None


class Watcher(threading.Thread):
    """A phone that looks on: it must never see a table half changed, or older than before."""

    def __init__(self, stage: Stage, number: int) -> None:
        super().__init__(name=f"watcher-{number}", daemon=True)
        self.stage = stage
        self.browser = Browser(stage.site, f"127.0.2.{number}")
        self._following = threading.Lock()
        self._table = ""
        self._version = 0
        self._turns = 0

    def follow(self, host: Browser, table: str) -> None:
        """Join the table with the code that its host reads out."""
        with suppress(Unanswered):
            code = CODE.search(host.get(f"/table/{table}/about/").text)
            if code is None:
                return
            path = f"/join/{code[1].replace('-', '')}/"
            self.browser.get(path)
            self.browser.post(path, {})
            with self._following:
                self._table, self._version, self._turns = table, 0, 0

    def run(self) -> None:
        while self.stage.wait_to_play():
            with self._following, suppress(Unanswered):
                if self._table:
                    self._poll()
            time.sleep(POLL_EVERY)

    def _poll(self) -> None:
        answer = self.browser.get(f"/table/{self._table}/live?seen={self._version}")
        if answer.status != 200:
            return
        if problem := torn_page(answer.text, at_least=self._turns):
            self.stage.ledger.add_torn(f"{self._table}: {problem}")
        if revision := REVISION.search(answer.text):
            self._turns = int(revision[1]) - 1
        if version := VERSION.search(answer.text):
            self._version = int(version[1])


def torn_page(page: str, *, at_least: int) -> str:
    """Return what is wrong with the page of a table whose every revision is a turn.

    `at_least`: how many turns this phone knows to be recorded."""
    revision, shown_round = REVISION.search(page), ROUND.search(page)
    if revision is None or shown_round is None:
        return "the page has no revision or no round"
    turns = int(revision[1]) - 1
    next_turn = NEXT_TURN.search(page)
    if next_turn is not None and int(next_turn[1]) != turns:
        return f"revision {revision[1]} is shown with {next_turn[1]} turns"
    if int(shown_round[1]) != turns // len(PLAYERS) + 1:
        return f"revision {revision[1]} is shown in round {shown_round[1]}"
    if turns < at_least:
        return f"{turns} turns are shown after {at_least} were seen"
    return ""
