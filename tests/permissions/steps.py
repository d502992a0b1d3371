"""Help the rules of the state machine: an evening, its attacker, and who takes a step."""

from collections.abc import Callable
from random import Random
from typing import Any

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant

from scoring.models import Session
from tests.permissions.attacker import Attacker
from tests.permissions.evening import BROWSERS, TABLES, Evening
from tests.permissions.model import Credentials, Phone, Right, Table

ATTEMPTS = 8  # to read, and as many to write, after each step

done = {"steps": 0, "granted": 0, "attempts": 0}


class Steps(RuleBasedStateMachine):
    """After each step the attacker tries some of what is forbidden."""

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undone.__exit__(None, None, None)

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed: int) -> None:
        random = Random(seed)
        self.evening = Evening(random)
        self.attacker = Attacker(self.evening, random)
        self.allowed = self.evening.allowed

    @invariant()
    def nobody_can_do_what_the_model_forbids(self) -> None:
        done["steps"] += 1
        done["attempts"] += self.attacker.try_some(ATTEMPTS)

    def do(self, who: str, page: str, /, *args: object, **fields: Any) -> bool:
        was_done = self.evening.do(who, page, *args, **fields)
        done["granted"] += was_done
        return was_done

    # Who does it

    def browser(self, pick: int, may: Callable[[Credentials], bool]) -> str | None:
        """Choose one of the browsers that may."""
        able = [name for name in BROWSERS if may(self.evening.cookies(name))]
        return able[pick % len(able)] if able else None

    def at_table(
        self, pick: int, may: Callable[[Table, Credentials], bool], tables: tuple[str, ...] = TABLES
    ) -> "AtTable | None":
        """Choose a table, and one of the browsers that may at it."""
        able = [
            (who, name)
            for name in tables
            for who in BROWSERS
            if may(self.allowed.tables[name], self.evening.cookies(who))
        ]
        return AtTable(self, *able[pick % len(able)]) if able else None

    def with_right(self, pick: int, right: Right, *tables: str) -> "AtTable | None":
        def has_right(table: Table, who: Credentials) -> bool:
            return self.allowed.right(table, who) >= right

        return self.at_table(pick, has_right, tables or TABLES)

    def sitting(self, pick: int, *tables: str) -> "AtTable | None":
        def sits(table: Table, who: Credentials) -> bool:
            phone = self.allowed.phone(table, who)
            return self.allowed.right(table, who) >= Right.ENTER and bool(phone and phone.seat)

        return self.at_table(pick, sits, tables or TABLES)


class AtTable:
    """A browser at a table, and what is posted from it."""

    def __init__(self, machine: Steps, who: str, name: str) -> None:
        self.machine, self.who, self.name = machine, who, name
        self.table = machine.allowed.tables[name]
        self.uuid = machine.evening.sessions[name].uuid

    @property
    def cookies(self) -> Credentials:
        return self.machine.evening.cookies(self.who)

    @property
    def phone(self) -> Phone:
        phone = self.machine.allowed.phone(self.table, self.cookies)
        assert phone is not None
        return phone

    def session(self) -> Session:
        return Session.objects.get(uuid=self.uuid)

    def post(self, page: str, *args: object, **fields: Any) -> None:
        """Post what the model allows: the site does it."""
        assert self.try_to_post(page, *args, **fields)

    def try_to_post(self, page: str, *args: object, **fields: Any) -> bool:
        """Post what the model allows, and the rules of the game may refuse."""
        was_done = self.machine.do(self.who, page, self.uuid, *args, **fields)
        self.machine.allowed.came(self.table, self.cookies)
        return was_done
