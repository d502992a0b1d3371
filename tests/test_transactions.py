"""What tests refuse that the site would do outside a transaction."""

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from config.urls import urlpatterns as site_urls
from scoring.models import Group
from scoring.models.locks import lock_group

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def add_two(_request: HttpRequest) -> HttpResponse:
    for number in range(2):
        Group.objects.create(name="Thursday", slug=f"thursday-{number}")
    return HttpResponse()


urlpatterns = [
    *site_urls,
    path("two/", add_two),
    path("two-at-once/", transaction.atomic(add_two)),
]


def test_a_request_that_writes_twice_needs_a_transaction() -> None:
    with pytest.raises(TransactionManagementError, match="This needs a transaction: INSERT INTO"):
        Client().get("/two/")


def test_in_a_transaction_a_request_writes_what_it_likes() -> None:
    assert Client().get("/two-at-once/").status_code == 200
    assert Group.objects.count() == 2


def test_outside_of_requests_tests_write_what_they_like() -> None:
    add_two(HttpRequest())
    assert Group.objects.count() == 2


@pytest.mark.postgresql
def test_a_lock_needs_a_transaction() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    with pytest.raises(TransactionManagementError, match="This needs a transaction: SELECT"):
        lock_group(group.pk)
    with transaction.atomic():
        assert lock_group(group.pk) == group
