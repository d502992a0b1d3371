"""Permissions over time: people join, sit, log in and out, are removed and invited, in any order,
and after each step somebody who kept every cookie, code and link tries to use them.

`PERMISSION_STEPS=5000` takes that many steps instead of the few that fit into the test suite."""

import os
import sys

import pytest
from django.core.cache import caches
from django.urls import reverse
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    rule,
    run_state_machine_as_test,
)

from games.artbox.models import Drawing, GuessSheetLine, OpenGuessSheet
from scoring.models import Group, SeatRequest
from tests.permissions.evening import ACCOUNTS, BROWSERS, ROLES, ROUND, TABLES, note
from tests.permissions.model import Credentials, Invitation, Right, Role, Table
from tests.permissions.steps import AtTable, Steps, done

pytestmark = pytest.mark.django_db

STEPS_OF_AN_EVENING = 30
STEPS = int(os.environ.get("PERMISSION_STEPS", "0"))
EVENINGS = max(STEPS // STEPS_OF_AN_EVENING, 1)

PICK = st.integers(0, 10**6)
DAY = {"played_on": "2026-05-05", "save": "1"}
GROUP = "thursday"


class WhatPeopleDo(Steps):
    """Each rule is something that somebody does whom the model lets do it."""

    # At a table

    @rule(pick=PICK)
    def join(self, pick: int) -> None:
        """By the code that the table has now."""

        def may_join(table: Table, who: Credentials) -> bool:
            is_there = self.allowed.phone(table, who) is not None
            return not (table.ended or table.deleted or is_there)

        if at := self.at_table(pick, may_join):
            assert self.do(at.who, "join", at.session().code)
            self.allowed.joined(at.table, at.cookies)

    @rule(pick=PICK, seat=st.integers(1, 4))
    def sit(self, pick: int, seat: int) -> None:
        def may_sit(table: Table, who: Credentials) -> bool:
            return seat <= table.seats and self.allowed.may_sit(table, seat, who)

        at = self.at_table(pick, may_sit)
        if at is None:
            return
        at.post("seats", place=seat)
        self.allowed.sat(at.table, at.cookies, seat)
        if at.name == "artbox":
            self._check_whose_guess_sheet_it_is(at, seat)

    def _check_whose_guess_sheet_it_is(self, at: AtTable, seat: int) -> None:
        """A phone that takes a seat finds nothing that another phone entered in secret."""
        if seat in at.table.filled or at.table.revealed:
            return
        drawn = Drawing.objects.filter(session=at.session(), author__place=seat)
        assert not drawn.exclude(word=None).exists()
        lines = GuessSheetLine.objects.filter(session=at.session(), guesser__place=seat)
        assert not lines.exists()

    @rule(pick=PICK)
    def give_the_seat_back(self, pick: int) -> None:
        if at := self.sitting(pick):
            at.post("seats", place="")
            self.allowed.sat(at.table, at.cookies, 0)

    @rule(pick=PICK, seat=st.integers(1, 4))
    def free_a_seat(self, pick: int, seat: int) -> None:
        at = self.with_right(pick, Right.HOST)
        if at and seat <= at.table.seats:
            at.post("free", seat)
            self.allowed.freed(at.table, seat)

    @rule(pick=PICK, seat=st.integers(1, 4))
    def hand_hosting_over(self, pick: int, seat: int) -> None:
        at = self.with_right(pick, Right.HOST)
        if at and at.table.seated(seat):
            at.post("hand_hosting_over", seat, save="1")
            self.allowed.handed_hosting_over(at.table, seat)

    @rule(pick=PICK, seat=st.integers(1, 4))
    def go_on_with_another_phone(self, pick: int, seat: int) -> None:
        """As the host confirms."""

        def may_ask(table: Table, who: Credentials) -> bool:
            phone, seated = self.allowed.phone(table, who), table.seated(seat)
            has_a_seat = phone is not None and phone.seat > 0
            watches = self.allowed.right(table, who) >= Right.WATCH
            return watches and not table.ended and not has_a_seat and bool(seated)

        at = self.at_table(pick, may_ask)
        if at is None:
            return
        at.post("ask_for_seat", seat)
        browser = at.cookies.browser.partition(":")[0]
        request = SeatRequest.objects.get(phone__browser=browser, seat__session=at.session())
        if host := self.with_right(pick, Right.HOST, at.name):
            host.post("answer_seat_request", request.pk, agree="1")
            self.allowed.took_over(at.table, at.cookies, seat)

    @rule(pick=PICK)
    def renew_code(self, pick: int) -> None:
        if at := self.with_right(pick, Right.HOST):
            old_code = at.session().code
            at.post("renew")
            self.allowed.renewed_code(at.table, old_code)

    @rule(pick=PICK, fields=st.sampled_from(({}, {"stop": "1"})))
    def share(self, pick: int, fields: dict[str, str]) -> None:
        if at := self.with_right(pick, Right.ENTER):
            at.post("share", **fields)

    @rule(pick=PICK)
    def end(self, pick: int) -> None:
        if at := self.with_right(pick, Right.ENTER):
            at.post("end")
            at.table.ended = True

    @rule(pick=PICK)
    def go_on(self, pick: int) -> None:
        """A session that had ended; from then on its earlier codes are worthless."""
        if at := self.with_right(pick, Right.ENTER):
            at.post("end", go_on="1")
            at.table.ended = False

    @rule(pick=PICK)
    def correct(self, pick: int) -> None:
        if at := self.with_right(pick, Right.ENTER):
            place = self.evening.word()
            at.post("about", location=place, **DAY)
            self.evening.places[at.name] = place

    @rule(pick=PICK)
    def delete(self, pick: int) -> None:
        if at := self.with_right(pick, Right.HOST):
            at.post("remove")
            at.table.deleted = True

    @rule(name=st.sampled_from(TABLES))
    def bring_back(self, name: str) -> None:
        self.evening.bring_back(name)

    @rule(pick=PICK)
    def take_the_quick_table_in(self, pick: int) -> None:
        def may_take(table: Table, who: Credentials) -> bool:
            keeps_scores = self.allowed.role(who) >= Role.SCOREKEEPER
            hosts = self.allowed.right(table, who) == Right.HOST
            return hosts and keeps_scores and not table.of_group

        if at := self.at_table(pick, may_take, ("quick",)):
            at.post("take_in", group=f"{GROUP}/", save="1")
            self.allowed.taken_in(at.table, at.cookies)

    # Guess sheets

    @rule(pick=PICK)
    def fill_in_a_guess_sheet(self, pick: int) -> None:
        if at := self.sitting(pick, "artbox"):
            seat = at.phone.seat
            place = {"number": ROUND, "nth": 1, "place": seat}
            at.try_to_post("artbox:tell_place", seat, **place)
            word = {"number": ROUND, "nth": 1, "word": seat}
            if at.try_to_post("artbox:tell_word", seat, **word):
                at.table.filled[seat] = at.cookies.browser
            match = {"number": ROUND, "drawing": seat % 4 + 1, "word": 7}
            at.try_to_post("artbox:match", seat, **match)

    @rule(pick=PICK, page=st.sampled_from(("hand_in", "take_in_hand")))
    def hand_in_or_take_back(self, pick: int, page: str) -> None:
        if at := self.sitting(pick, "artbox"):
            at.try_to_post(f"artbox:{page}", at.phone.seat, number=ROUND)

    @rule(pick=PICK, seat=st.integers(1, 4))
    def hand_the_phone_on(self, pick: int, seat: int) -> None:
        """To a player without one, who begins to fill in a guess sheet."""
        at = self.with_right(pick, Right.ENTER, "artbox")
        if at is None or at.table.seated(seat):
            return
        if not at.try_to_post("artbox:take_phone", seat, number=ROUND):
            return
        guess_sheet = OpenGuessSheet.objects.filter(
            session=at.session(), guesser__place=seat
        ).first()
        if guess_sheet is not None and guess_sheet.opening:
            opening = str(guess_sheet.opening)
            note(self.evening.keys.openings.setdefault(seat, []), opening)
            word = {"number": ROUND, "nth": 1, "word": seat, "opening": opening}
            at.try_to_post("artbox:tell_word", seat, **word)

    @rule(pick=PICK)
    def reveal(self, pick: int) -> None:
        if at := self.with_right(pick, Right.ENTER, "artbox"):
            at.table.revealed |= at.try_to_post("artbox:reveal", number=ROUND, early="1")

    @rule(pick=PICK)
    def hide(self, pick: int) -> None:
        if at := self.with_right(pick, Right.HOST, "artbox"):
            at.table.revealed &= not at.try_to_post("artbox:hide", number=ROUND)

    # Accounts

    @rule(who=st.sampled_from(BROWSERS), account=st.sampled_from(ACCOUNTS))
    def log_in(self, who: str, account: str) -> None:
        self.evening.log_in(who, account)

    @rule(who=st.sampled_from(BROWSERS))
    def log_out(self, who: str) -> None:
        self.evening.log_out(who)

    # The group

    def owner(self, pick: int) -> str | None:
        return self.browser(pick, lambda who: self.allowed.role(who) == Role.OWNER)

    def member(self, pick: int, without: str = "") -> str | None:
        """Choose an account that belongs to the group, and leaves it an owner."""
        roles = {name: role for name, role in self.allowed.roles.items() if role}
        owners = [name for name, role in roles.items() if role == Role.OWNER]
        names = [name for name in sorted(roles) if name != without and owners != [name]]
        return names[pick % len(names)] if names else None

    @rule(pick=PICK)
    def remove_a_member(self, pick: int) -> None:
        who, account = self.owner(pick), self.member(pick)
        if who and account:
            member = self.evening.membership(account).pk
            self._leaves(account, who, "remove_member", GROUP, member)

    @rule(pick=PICK)
    def leave(self, pick: int) -> None:
        account = self.member(pick)
        who = self.browser(pick, lambda who: self.allowed.account(who) == account)
        if account and who:
            self._leaves(account, who, "leave_group", GROUP)

    def _leaves(self, account: str, who: str, page: str, *args: object) -> None:
        codes = self.evening.codes()
        assert self.do(who, page, *args)
        self.allowed.removed(account, codes, Group.objects.get(slug=GROUP).link_token)

    @rule(pick=PICK, role=st.sampled_from(list(ROLES)))
    def change_a_role(self, pick: int, role: Role) -> None:
        who, account = self.owner(pick), self.member(pick)
        if who and account:
            member = self.evening.membership(account).pk
            assert self.do(who, "member_role", GROUP, member, role=ROLES[role])
            self.allowed.changed_role(account, role)

    @rule(pick=PICK)
    def hand_the_group_over(self, pick: int) -> None:
        who = self.owner(pick)
        own = self.allowed.account(self.evening.cookies(who)) if who else ""
        account = self.member(pick, without=own)
        if who and account:
            assert self.do(who, "hand_over", GROUP, self.evening.membership(account).pk)
            self.allowed.changed_role(account, Role.OWNER)
            self.allowed.changed_role(own, Role.SCOREKEEPER)

    @rule(pick=PICK, role=st.sampled_from((Role.MEMBER, Role.SCOREKEEPER)))
    def invite(self, pick: int, role: Role) -> None:
        if who := self.owner(pick):
            assert self.do(who, "invite", GROUP, role=ROLES[role], days="7")
            by = self.allowed.account(self.evening.cookies(who))
            token = self.evening.newest_invitation().token
            self.allowed.invitations[token] = Invitation(by=by, role=role)

    @rule(pick=PICK)
    def withdraw_an_invitation(self, pick: int) -> None:
        who = self.owner(pick)
        if who and self.allowed.invitations:
            newest = self.evening.newest_invitation()
            assert self.do(who, "withdraw", GROUP, newest.pk)
            self.allowed.invitations[newest.token].open = False

    @rule(pick=PICK)
    def accept_an_invitation(self, pick: int) -> None:
        tokens = [token for token, one in self.allowed.invitations.items() if one.open]

        def is_new(who: Credentials) -> bool:
            return bool(self.allowed.account(who)) and not self.allowed.role(who)

        who = self.browser(pick, is_new)
        if who and tokens:
            token = tokens[pick % len(tokens)]
            assert self.do(who, "invited", token)
            account = self.allowed.account(self.evening.cookies(who))
            self.allowed.changed_role(account, self.allowed.invitations[token].role)

    @rule(pick=PICK, visibility=st.sampled_from(("members", "link", "public")))
    def change_visibility(self, pick: int, visibility: str) -> None:
        if who := self.owner(pick):
            fields = {"name": "Thursday", "slug": GROUP, "time_zone": "UTC", "language": "en"}
            assert self.do(who, "group_settings", GROUP, visibility=visibility, **fields)
            self.allowed.visibility = visibility

    @rule(pick=PICK)
    def renew_link(self, pick: int) -> None:
        if who := self.owner(pick):
            assert self.do(who, "renew_group_link", GROUP)
            self.allowed.link = Group.objects.get(slug=GROUP).link_token

    @rule(who=st.sampled_from(BROWSERS))
    def follow_the_link(self, who: str) -> None:
        if self.allowed.visibility == "link":
            address = f"{reverse('group', args=[GROUP])}?key={self.allowed.link}"
            assert self.evening.browsers[who].get(address).status_code == 200
            self.allowed.followed_link(self.evening.cookies(who))
            self.evening.remember(who)

    @rule(pick=PICK, closed=st.booleans())
    def close_or_reopen_the_season(self, pick: int, closed: bool) -> None:
        season = self.evening.season
        if who := self.owner(pick):
            fields = {} if closed else {"open": "1"}
            assert self.do(who, "season_close", GROUP, season.league.slug, season.slug, **fields)
            self.allowed.season_closed = closed


def test_only_what_the_model_allows_is_read_or_changed(capsys: pytest.CaptureFixture[str]) -> None:
    for cache in caches.all():
        cache.clear()
    evenings = settings(
        max_examples=EVENINGS,
        stateful_step_count=STEPS_OF_AN_EVENING,
        deadline=None,
        derandomize=not STEPS,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking takes minutes
    )
    done.update(dict.fromkeys(done, 0))
    try:
        run_state_machine_as_test(WhatPeopleDo, settings=evenings)
    finally:  # also when it is interrupted
        if STEPS:
            with capsys.disabled():
                sys.stdout.write(f"\n{done}\n")
