"""An owner is removed while a request of theirs waits for the group: it changes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.background.jobs import enqueue, run_ready_jobs
from scoring.groups import invitations
from scoring.groups.jobs import MERGE, UNDO
from scoring.groups.members import remove_member
from scoring.groups.merging import merge
from scoring.models import Group, Merge, Season
from scoring.models.revisions import By
from tests.builders.groups import membership, player, url_of
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import signed_in
from tests.row_locks import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@dataclass(frozen=True)
class Asked:
    """A request of an owner: the view, the rest of its address, and what is posted."""

    view: str
    args: Sequence[object] = ()
    fields: Mapping[str, object] = field(default_factory=dict)


def requests_of_an_owner(group: Group) -> dict[str, Asked]:
    """Return requests that would each change something of the group."""
    season = season_of(group)
    for names in (("Ana", "Ben"), ("Anna", "Ben")):
        play_session(group, artem_document(1, 2, names=names), league=season.league)
    ana, anna = player(group, "Ana"), player(group, "Anna")
    merged = merge(source=player(group, "Cleo"), target=player(group, "Cleopatra"), at=NOW)
    by = By(at=NOW, actor=User.objects.get(username="alice"))
    invitation = invitations.invite(group=group, by=by, role="member", days=7)
    of_season = [season.league.slug, season.slug]
    settings = {"name": "Year", "slug": "year", "games": ["artem"], "save": "1"}
    settings |= {"starts_on": "2026-01-01", "ends_on": "2026-06-30", "podium": "5 3 2 1"}
    settings |= {"scheme": "wins", "aggregate": "total", "best": "10", "minimum": "1"}
    shield = {"name": "Shield", "slug": "shield"}
    return {
        "adds a player": Asked("players", fields={"name": "Zoe"}),
        "renames a player": Asked("edit_player", [ana.pk], {"name": "Zoe"}),
        "hides a player": Asked("hide_player", [ana.pk]),
        "merges": Asked("merge_players", fields={"source": ana.pk, "target": anna.pk}),
        "undoes a merge": Asked("undo_merge", [merged.pk]),
        "withdraws": Asked("withdraw", [invitation.pk]),
        "adds a league": Asked("league_new", fields=shield),
        "renames a league": Asked("league_edit", of_season[:1], shield),
        "removes a league": Asked("league_remove", of_season[:1]),
        "changes a season": Asked("season_edit", of_season, settings),
        "closes a season": Asked("season_close", of_season),
        "removes a season": Asked("season_remove", of_season),
    }


def rows_of(group: Group) -> list[object]:
    """Return everything that these requests change; removed members take invitations along."""
    return [
        list(group.players.order_by("pk").values_list("name", "hidden")),
        list(Merge.objects.values_list("source__name", "target__name")),
        list(group.leagues.values_list("name")),
        list(Season.objects.values_list("scheme", "closed_at")),
    ]


@pytest.mark.parametrize(
    "what",
    [
        *("adds a player", "renames a player", "hides a player", "merges", "undoes a merge"),
        *("withdraws", "adds a league", "renames a league", "removes a league"),
        *("changes a season", "closes a season", "removes a season"),
    ],
)
def test_who_is_removed_while_their_request_waits_changes_nothing(group: Group, what: str) -> None:
    signed_in("alice", group, "owner")
    bob = signed_in("bob", group, "owner")
    asked = requests_of_an_owner(group)[what]
    before = rows_of(group)
    status = at_once(
        lambda: remove_member(membership=membership(group, "bob"), at=timezone.now()),
        lambda: bob.post(url_of(asked.view, group, *asked.args), asked.fields).status_code,
    )
    assert status == 403
    assert rows_of(group) == before


@pytest.mark.parametrize("job", [MERGE, UNDO])
def test_the_worker_merges_nobody_for_an_owner_who_was_removed_while_it_waited(
    group: Group, job: str
) -> None:
    signed_in("alice", group, "owner")
    signed_in("bob", group, "owner")
    bob = User.objects.get(username="bob")
    ana, anna = player(group, "Ana"), player(group, "Anna")
    arguments = {"source": ana.pk, "target": anna.pk}
    if job == UNDO:
        play_session(group, artem_document(1, 2, names=("Ana", "Ben")), league=None)
        arguments = {"merge": merge(source=ana, target=anna, at=NOW).pk}
    asked = enqueue(job, asked_by=bob, arguments=arguments)
    before = rows_of(group)
    at_once(
        lambda: remove_member(membership=membership(group, "bob"), at=timezone.now()),
        run_ready_jobs,
    )
    asked.refresh_from_db()
    assert asked.failed
    assert rows_of(group) == before
