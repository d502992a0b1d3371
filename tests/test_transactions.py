"""Tests refuse what the site would do outside a transaction."""

import ast
from collections.abc import Iterator
from inspect import unwrap
from pathlib import Path

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone

from config.urls import urlpatterns as site_urls
from scoring.models import Group
from scoring.models.locks import lock_group
from scoring.play.signing_in import sign_phones_out

ROOT = Path(__file__).parent.parent
# They lock rows in the transaction of their caller.
IN_ANOTHERS_TRANSACTION = {
    "scoring/accounts/devices.py": {"_lock_phones"},
    "scoring/admin/forms.py": {"clean"},
    "scoring/admin/people.py": {"get_object"},
    "scoring/folio/verbs.py": {"_locked"},
    "scoring/groups/members.py": {"_locked"},
    "scoring/groups/merging.py": {"_lock_sessions", "_move_seats"},
    "scoring/leagues/counting.py": {"_lock", "_move_batch"},
    "scoring/leagues/leagues.py": {"_apply_rules"},
    "scoring/play/screen.py": {"refresh_screens"},
    "scoring/sessions/lifecycle.py": {"_save"},
    "scoring/sessions/recording.py": {"open_session", "save"},
    "scoring/sessions/seating.py": {"find_or_create_players"},
    "scoring/totals/update.py": {"update_totals"},
}


def add_two(_request: HttpRequest) -> HttpResponse:
    for number in range(2):
        Group.objects.create(name="Thursday", slug=f"thursday-{number}")
    return HttpResponse()


urlpatterns = [
    *site_urls,
    path("two/", add_two),
    path("two-at-once/", transaction.atomic(add_two)),
]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_request_that_writes_twice_needs_a_transaction() -> None:
    with pytest.raises(TransactionManagementError, match="This needs a transaction: INSERT INTO"):
        Client().get("/two/")


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_in_a_transaction_a_request_writes_what_it_likes() -> None:
    assert Client().get("/two-at-once/").status_code == 200
    assert Group.objects.count() == 2


@pytest.mark.django_db
def test_outside_of_requests_tests_write_what_they_like() -> None:
    add_two(HttpRequest())
    assert Group.objects.count() == 2


@pytest.mark.django_db
def test_a_lock_needs_a_transaction() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    with pytest.raises(TransactionManagementError, match="This needs a transaction: "):
        lock_group(group.pk)
    with transaction.atomic():
        assert lock_group(group.pk) == group


@pytest.mark.django_db
def test_a_verb_that_writes_twice_needs_a_transaction() -> None:
    without_transaction = unwrap(sign_phones_out)
    with pytest.raises(TransactionManagementError, match="This needs a transaction: UPDATE"):
        without_transaction(browser="own", user=None, at=timezone.now())


# What the code says


def locking(node: ast.AST) -> Iterator[str]:
    """Yield the functions below a node that lock rows and begin no transaction for it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef) and any(map(locks, child.body)):
            decorators = map(ast.unparse, child.decorator_list)
            if "write_transaction()" not in decorators:
                yield child.name
        yield from locking(child)


def locks(node: ast.AST) -> bool:
    """Return whether it locks rows outside of a block that begins a transaction."""
    match node:
        case ast.With(items=items) if begins_transaction(items):
            return False
        case ast.FunctionDef() | ast.Lambda():
            return False
        case ast.Call(func=ast.Name(id=name)) if name.startswith("lock_"):
            return True
    return any(map(locks, ast.iter_child_nodes(node)))


def begins_transaction(items: list[ast.withitem]) -> bool:
    opened = [ast.unparse(item.context_expr) for item in items]
    return any("write_transaction(" in one or ".confirmed(" in one for one in opened)


def test_whoever_locks_rows_begins_a_transaction_or_is_called_in_one() -> None:
    found = {}
    for file in [*ROOT.glob("scoring/**/*.py"), *ROOT.glob("games/**/*.py")]:
        name = file.relative_to(ROOT).as_posix()
        if "/tests/" not in name and name != "scoring/models/locks.py":
            found[name] = set(locking(ast.parse(file.read_text())))
    assert {name: own for name, own in found.items() if own} == IN_ANOTHERS_TRANSACTION
