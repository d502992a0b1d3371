"""No address of ours takes a method that it has no answer for."""

from uuid import UUID

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from tests.builders.addresses import named_addresses

NOT_OURS = ("account_", "mfa_", "set_language", "favicon")
VALUES = {"uuid": UUID(int=1), "place": 1, "number": 1, "merge": 1, "invitation": 1, "member": 1}
VALUES |= {
    "answer": 1,
    "player": 1,
    "job": UUID(int=1),
    "session": UUID(int=1),
    "source": UUID(int=1),
    "width": 1,
}
ADDRESSES = {
    name: needs
    for name, needs in named_addresses(get_resolver().url_patterns)
    if not name.startswith(NOT_OURS)
}


@pytest.mark.django_db
def test_it_answers_405_to_a_method_of_other_sites() -> None:
    taken = {
        name
        for name, needs in ADDRESSES.items()
        if Client().put(address_of(name, needs)).status_code != 405
    }
    assert taken == set()


def address_of(name: str, needs: tuple[str, ...]) -> str:
    return reverse(name, kwargs={need: VALUES.get(need, "x") for need in needs})
