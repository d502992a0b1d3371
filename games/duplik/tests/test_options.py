"""Duplik: what a new table chooses."""

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_everyone_narrates_once_unless_somebody_chooses_otherwise(client: Client) -> None:
    page = client.get("/new/duplik/").content.decode()
    laps = re.findall(r'<input type="radio" name="laps" value="(\d)"([^>]*)>', page)
    assert [(value, "checked" in more) for value, more in laps] == [
        ("1", True),
        ("2", False),
        ("3", False),
    ]
