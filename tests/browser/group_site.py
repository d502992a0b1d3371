"""A site with a public group of four players, of whom Ana has an account.

Run in a process of its own beside a site; prints, as JSON, cookies of its members."""

import json
import sys
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.test.utils import setup_test_environment
from playwright.sync_api import BrowserContext

from scoring.groups.members import assign_player
from tests.builders.groups import membership, player, thursday_group
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import signed_in


class Site(NamedTuple):
    site: str
    cookies: dict[str, tuple[str, str]]

    @property
    def address(self) -> str:
        return f"{self.site}/g/thursday/"

    @property
    def season(self) -> str:
        return f"{self.address}cup/year/"

    def sign_in(self, context: BrowserContext, name: str) -> None:
        """Give a browser the cookie of alice, who is Ana, or of bob, who is no player."""
        cookie, value = self.cookies[name]
        context.add_cookies([{"name": cookie, "value": value, "url": self.site}])


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
        cookies[user.username] = session.key, session.value
    sys.stdout.write(json.dumps(cookies))
