"""Another charset than UTF-8 is refused before anything is read, and no page of an error reads."""

import pytest
from django.test import Client

from tests.pages import words

FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
OTHERS = [
    f"{FORM}; charset=utf-16",
    f"{FORM}; charset=latin-1",
    f'{FORM}; CHARSET="utf-16"',
    f"{FORM}; charset=utf-8; charset=utf-16",
    f"{FORM}; charset*=us-ascii''utf-16",
    f"{MULTIPART}; boundary=x; charset=utf-16",
]


def with_a_token() -> Client:
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    return client


@pytest.mark.parametrize("content_type", OTHERS)
@pytest.mark.parametrize("address", ["/", "/language/", "/join/QJXKWZQJXKWZ/", "/nothing/"])
def test_another_charset_is_refused_without_the_database(address: str, content_type: str) -> None:
    """Without `db`, any query would fail this test."""
    answer = with_a_token().generic("POST", address, b"--x\r\na=1", content_type)
    assert answer.status_code == 400
    assert "This request could not be read" in words(answer.content.decode())


def test_the_refusal_is_in_the_language_of_the_reader() -> None:
    headers = {"accept-language": "fr"}
    answer = Client().generic("POST", "/", b"a=1", OTHERS[0], headers=headers)
    assert '<html lang="fr"' in answer.content.decode()


@pytest.mark.parametrize("named", ["", "; charset=utf-8", '; charset="UTF-8"', ";charset=UTF-8"])
def test_utf_8_is_taken_however_it_is_written(named: str) -> None:
    body = b"language=fr&next=/"
    assert Client().generic("POST", "/language/", body, f"{FORM}{named}").status_code == 302


@pytest.mark.parametrize("content_type", [MULTIPART, f"{MULTIPART}; boundary=", FORM])
@pytest.mark.parametrize("address", ["/nothing/of/this/name", "/nothing/of/this/name/"])
def test_whatever_is_sent_to_an_unknown_address_the_page_is_not_there(
    address: str, content_type: str
) -> None:
    answer = with_a_token().generic("POST", address, b"--x\r\nbroken", content_type)
    assert answer.status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/new/artem/", "/g/nothing/", "/accounts/login/"])
def test_a_form_that_cannot_be_read_is_refused_with_a_page(address: str) -> None:
    answer = with_a_token().generic("POST", address, b"--x\r\nbroken", MULTIPART)
    assert answer.status_code == 400
    assert "Nothing was changed." in words(answer.content.decode())
