"""Duplik in the admin: the page of a session shows who judged whose drawing."""

import pytest
from django.test import Client

from games.duplik.tests.phones import open_table, post
from tests.builders.admin_forms import page_of

pytestmark = pytest.mark.django_db


def test_it_shows_who_judged_whom(admin_client: Client) -> None:
    host = Client()
    table = open_table(host, ("Sam", "Amy", "Mika", "Dov"))
    post(host, table, "begin/", narrator="Sam", super_criterion=6)
    post(host, table, "side/", side="left")
    page = admin_client.get(page_of(table)).content.decode()
    judged = ["Amy → Dov", "Mika → Amy", "Dov → Mika"]
    assert all(one in page for one in judged)
