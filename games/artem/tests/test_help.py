"""The help page has the numbers of the rules."""

import pytest
from django.test import Client
from django.urls import reverse

from games.artem.rules import LENGTHS, Claim, claim_points


@pytest.mark.parametrize("length", LENGTHS)
def test_r_m4_it_says_what_a_row_is_worth(client: Client, length: int) -> None:
    first, later = (claim_points(Claim(play=play, length=length)) for play in (1, 2))
    page = client.get(reverse("help", args=["artem"])).content.decode()
    assert f'<th scope="row">{length}</th><td>{first}</td><td>{later}</td>' in page
