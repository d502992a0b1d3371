"""The help page has the numbers of the rules."""

import pytest
from django.test import Client
from django.urls import reverse

from games.artbox.rules import Edition, State, Variant, target

COLUMNS: list[tuple[Variant, Edition]] = [
    ("standard", "en-2020"),
    ("simplified", "en-2020"),
    ("simplified", "fr-2019"),
]


@pytest.mark.parametrize(("players", "row"), [(3, "3–4"), (4, "3–4"), (5, "5–6"), (8, "7–8")])
def test_r_a7_it_says_how_many_tokens_end_the_game(client: Client, players: int, row: str) -> None:
    names = tuple("ABCDEFGH"[:players])
    cells = [
        target(State(names, edition=edition, variant=variant, rounds=()))
        for variant, edition in COLUMNS
    ]
    page = client.get(reverse("help", args=["artbox"])).content.decode()
    numbers = "".join(f"<td>{number}</td>" for number in cells)
    assert f'<th scope="row">{row}</th>{numbers}' in page
