"""Error pages say what went wrong, look like the site and have a link onwards."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.web.error_pages import server_error
from tests.builders.tables import artem_table, finished_table, phone
from tests.pages import words


def check_look(html: str) -> None:
    assert re.search(r'href="/static/scoring/css/base\.\w+\.css"', html)
    assert "<h1>" in html
    assert 'href="/"' in html
    assert not re.search(r"<style|\sstyle=|<script>|\son\w+=", html)


def test_what_is_not_there_says_so_and_offers_to_join() -> None:
    page = Client().get("/nothing/of/this/name/")
    assert page.status_code == 404
    html = page.content.decode()
    check_look(html)
    assert "Page not found" in html
    assert 'href="/join/"' in html


@pytest.mark.django_db
def test_what_only_the_host_may_do_says_so() -> None:
    session = artem_table()
    page = phone(session).post(reverse("renew", args=[session.uuid]))
    assert page.status_code == 403
    html = page.content.decode()
    check_look(html)
    assert "Not from this phone" in html
    assert "Nothing was changed." in html


@pytest.mark.django_db
def test_a_table_that_ended_says_so() -> None:
    session = finished_table()
    page = Client().get(reverse("join", args=[session.code]))
    assert page.status_code == 410
    html = page.content.decode()
    check_look(html)
    assert "This game is over" in html
    assert "Joe" not in html


def test_a_form_without_its_token_says_what_to_do() -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.post("/new/artem/", {"name": ["Ida", "Joe"]})
    assert page.status_code == 403
    html = page.content.decode()
    check_look(html)
    assert "This page was out of date" in html
    assert "reload the page" in html


def test_a_fault_of_ours_needs_neither_a_request_nor_the_database(rf: Any) -> None:
    """Without `db`, any query would fail this test."""
    page = server_error(rf.get("/"))
    assert page.status_code == 500
    html = page.content.decode()
    check_look(html)
    assert "Something went wrong" in words(html)
    assert "<form" not in html
