"""A site with a public group of four players, of whom Ana has an account.

Run in a process of its own beside a site; prints, as JSON, cookies of its members."""

import json
import sys
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.test.utils import setup_test_environment

from scoring.groups.members import assign_player
from tests.builders.groups import membership, player, thursday_group
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import signed_in


class Site(NamedTuple):
    site: str
    cookies: dict[str, Any]

    @property
    def address(self) -> str:
        return f"{self.site}/g/thursday/"

    @property
    def season(self) -> str:
        return f"{self.address}cup/year/"

    @property
    def cookie(self) -> Any:
        """Return that of the owner, who is Ana."""
        return self.cookies["alice"]

    @property
    def cookie_of_nobody(self) -> Any:
        """Return that of a member who is no player."""
        return self.cookies["bob"]


def main() -> None:
    setup_test_environment()
    group = thursday_group(visibility="public")
    league = season_of(group).league
    for _day in range(2):
        play_session(group, artem_document(1, 2, 3, 4), league=league)
    assign_player(membership=membership(group, "alice"), player=player(group, "Ana"))
    cookies = {}
    for user in User.objects.all():
        session = signed_in(user.username).cookies[settings.SESSION_COOKIE_NAME]
        cookies[user.username] = {"name": session.key, "value": session.value}
    sys.stdout.write(json.dumps(cookies))
