"""Somebody who has seen every cookie, code, link and key so far, and tries all of them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.http import HttpResponse

from scoring.models import Phone, Session
from tests.permissions.browsers import browser_with
from tests.permissions.evening import Evening
from tests.permissions.model import Credentials, Right, Role
from tests.permissions.requests import Page, Post, pages, posts
from tests.permissions.secret_words import SecretWord, secret_words

READ = {200, 204}  # by these, a page was shown
APPS = {"auth", "account", "mfa", "scoring"}
GAMES = {name.rpartition(".")[2] for name in settings.INSTALLED_GAMES}
# Logins and the counters of limits are no records; phones are compared one by one.
NOT_RECORDED = ("django_session", "scoring_cachedvalue", "scoring_phone")
MADE_UP = ("", "x" * 22, "x" * 22 + ":" + "y" * 43, "null", "1")

Rows = dict[str, frozenset[Any]]


class Attacker:
    def __init__(self, evening: Evening, random: Random) -> None:
        self.evening, self.random = evening, random
        self.attempts = 0

    def try_some(self, number: int) -> int:
        """Request some pages and post some forms that the model forbids; return how many."""
        self.attempts = 0
        self.look_around()
        for _ in range(number):
            self.read(self._cookies(), self.random.choice(self.pages))
            self._post_something()
        return self.attempts

    def try_all(self, cookies: Sequence[Credentials]) -> None:
        self.look_around()
        for who in cookies:
            for page in self.pages:
                self.read(who, page)
            for post in self.posts:
                if not post.may(who):
                    self.write(who, post)

    def look_around(self) -> None:
        for name, session in self.evening.sessions.items():
            self.evening.sessions[name] = Session.objects.get(pk=session.pk)
        self.pages, self.posts = pages(self.evening), posts(self.evening)
        self.secrets = list(secret_words(self.evening))
        self.phones = phone_rows()

    def _post_something(self) -> None:
        for _ in range(5):
            who, post = self._cookies(), self.random.choice(self.posts)
            if not post.may(who):
                self.write(who, post)
                return

    def _cookies(self) -> Credentials:
        """Credentials of one browser, of two, or made up."""
        seen = self.evening.keys.cookies
        one, other = self.random.choices(seen, range(1, len(seen) + 1), k=2)
        kind = self.random.random()
        if kind < 0.6:
            return one
        if kind < 0.85:
            return Credentials(one.browser, other.login)
        return Credentials(self._made_up(one.browser), other.login)

    def _made_up(self, browser: str) -> str:
        """A value that the site has not given to anybody, or one without its signature."""
        altered = (browser[:-1], browser.partition(":")[0][:-1], browser[::-1])
        return self.random.choice((*MADE_UP, *altered))

    # Reading

    def read(self, who: Credentials, page: Page) -> None:
        self.attempts += 1
        who = replace(who, link=page.link)
        headers = {"HX-Request": "true"} if page.htmx else {}
        with undone():
            answer = browser_with(who).get(page.address, **headers)
        may_open = page.may_open(who)
        is_read = answer.status_code in READ
        assert may_open or not is_read, self._told(who, page, answer)
        body = body_of(answer)
        for secret in self.secrets:
            if secret.text in body and not self._may_read(who, page, secret):
                raise AssertionError(f"{secret.what}: {self._told(who, page, answer)}")
        self._check_guess_sheet(who, page, body)

    def _may_read(self, who: Credentials, page: Page, secret: SecretWord) -> bool:
        is_given = secret.text in page.address or secret.text in page.shows
        return is_given or secret.may_read(who)

    def _check_guess_sheet(self, who: Credentials, page: Page, body: str) -> None:
        """A guess sheet's page has words for the phone that fills it in, and for no other."""
        if "/artbox/guess-sheet/" not in page.address or "opening=" in page.address:
            return
        seat = int(page.address.partition("/guess-sheet/")[2][0])
        table = self.evening.allowed.tables["artbox"]
        if not self.evening.allowed.may_fill(table, who, seat):
            assert not [word for word in self.evening.shown_words if word in body], page.address

    # Writing

    def write(self, who: Credentials, post: Post) -> None:
        self.attempts += 1
        with undone(), writes() as written:
            answer = browser_with(who).post(post.address, **post.fields)
            told = f"{self._told(who, post, answer)} {post.fields}"
            recorded = [sql for sql in written if not any(name in sql for name in NOT_RECORDED)]
            after = stored_rows() if recorded else {}
            if written:
                self._check_phones(who, told)
        if recorded:  # it may have been the same once more
            before = stored_rows()
            changed = [name for name, rows in after.items() if rows != before[name]]
            assert not changed, f"{changed}: {told}"

    def _check_phones(self, who: Credentials, told: str) -> None:
        """People who come to a table may be given a phone, or get back what they left there."""
        after = phone_rows()
        assert self.phones.keys() <= after.keys(), f"a phone is gone: {told}"
        account = self.evening.names.get(self.evening.allowed.account(who), "-")
        keeps_scores = self.evening.allowed.role(who) >= Role.SCOREKEEPER
        for pk, new in after.items():
            old = self.phones.get(pk)
            if old == new:
                continue
            if old is None:
                comes_as_member = new["user__username"] == account and new["seat"] is None
                right = comes_as_member and new["hosts"] <= keeps_scores
            else:
                is_own = old["browser"] in who.browser or account == old["account__username"]
                no_more = new["seat"] in {None, old["seat"]} and new["hosts"] <= old["hosts"]
                right = is_own and no_more
            assert right, f"{old} became {new}: {told}"

    def _told(self, who: Credentials, request: Page | Post, answer: HttpResponse) -> str:
        allowed = self.evening.allowed
        rights = {
            name: Right(allowed.right(table, who)).name for name, table in allowed.tables.items()
        }
        told = f"{allowed.account(who) or 'nobody'}, {allowed.role(who).name}, {rights}"
        return f"{request.address}: {answer.status_code} to {who}, {told}"


def body_of(answer: HttpResponse) -> str:
    """Return everything that is in an answer, also in its headers."""
    body = b"".join(answer) if answer.streaming else answer.content
    return f"{answer.headers}{body.decode(errors='replace')}"


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def writes() -> Iterator[list[str]]:
    """Collect the statements that write."""
    written: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            written.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield written


def stored_rows() -> Rows:
    """Return every row that the site records, by its database table."""
    return {
        model.__name__: frozenset(map(repr, model._base_manager.values_list()))
        for model in _recorded_models()
    }


def _recorded_models() -> list[type[models.Model]]:
    return [
        model
        for model in apps.get_models()
        if model._meta.app_label in APPS | GAMES and model._meta.db_table not in NOT_RECORDED
    ]


def phone_rows() -> dict[int, dict[str, Any]]:
    columns = ("pk", "session", "browser", "hosts", "seat", "user__username", "account__username")
    return {row["pk"]: row for row in Phone.objects.values(*columns)}
