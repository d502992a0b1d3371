"""Players of a group: names, hiding, accounts, and merging on the site."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.groups.merging import CannotMerge, merge, undo_merge
from scoring.groups.players import add_player, update_player
from scoring.models import Group, League, Merge, Player, Season, Seat
from scoring.models.tallies import Tally
from tests.builders.groups import (
    MEMBER,
    OWNER,
    SCOREKEEPER,
    membership,
    page_source,
    player,
    thursday_group,
    url_of,
)
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import artem_table, finished_table, signed_in

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)


@pytest.fixture
def group() -> Group:
    return thursday_group()


@pytest.fixture
def scorekeeper(group: Group) -> Client:
    return signed_in("kim", group, SCOREKEEPER)


# Names


def test_a_scorekeeper_removes_a_player_without_sessions(group: Group, scorekeeper: Client) -> None:
    joe, remaining = player(group, "Joe"), player(group, "Jo")
    assert "Remove Joe" in page_source(scorekeeper, url_of("edit_player", group, joe.pk))
    answer = scorekeeper.post(url_of("remove_player", group, joe.pk))
    assert answer.headers["Location"] == url_of("players", group)
    assert list(group.players.all()) == [remaining]


def test_a_player_with_a_session_is_not_removed(group: Group, scorekeeper: Client) -> None:
    finished_table(group=group, players=("Ida", "Joe"))
    joe = group.players.get_or_create(name="Joe")[0]
    Seat.objects.filter(name="Joe").update(player=joe)
    assert "Remove Joe" not in page_source(scorekeeper, url_of("edit_player", group, joe.pk))
    answer = scorekeeper.post(url_of("remove_player", group, joe.pk))
    assert answer.status_code == 422
    assert "now has sessions or an account" in answer.content.decode()
    assert group.players.contains(joe)


def test_a_member_removes_nobody(group: Group) -> None:
    joe = player(group, "Joe")
    member = signed_in("mel", group, MEMBER)
    assert member.post(url_of("remove_player", group, joe.pk)).status_code == 403
    assert "Remove Joe" not in page_source(member, url_of("players", group))
    assert group.players.contains(joe)


def test_who_keeps_scores_adds_a_player(group: Group, scorekeeper: Client) -> None:
    scorekeeper.post(url_of("players", group), {"name": " Zoé ", "nickname": "The Fox"})
    zoe = group.players.get()
    assert (zoe.name, zoe.nickname) == ("Zoé", "The Fox")


def test_a_name_that_is_taken_is_refused_in_words(group: Group, scorekeeper: Client) -> None:
    player(group, "Joe")
    zoe = player(group, "Zoe")
    for address in (url_of("players", group), url_of("edit_player", group, zoe.pk)):
        page = scorekeeper.post(address, {"name": "Joe"})
        assert page.status_code == 422
        assert "The group already has a player with that name." in page.content.decode()
    zoe.refresh_from_db()
    assert zoe.name == "Zoe"


def test_a_name_that_was_merged_away_says_where_it_went(group: Group, scorekeeper: Client) -> None:
    merge(source=player(group, "Ana"), target=player(group, "Anna"), at=NOW)
    page = scorekeeper.post(url_of("players", group), {"name": "Ana"}).content.decode()
    assert "Ana was merged into Anna; undo that merge, or choose another name." in page


@pytest.mark.parametrize("name", ["", "   ", "a\u0000b", "a\u202eb", "x" * 61])
def test_a_name_that_no_document_takes_is_refused(
    group: Group, scorekeeper: Client, name: str
) -> None:
    assert scorekeeper.post(url_of("players", group), {"name": name}).status_code == 422
    assert not group.players.exists()


def test_the_admin_tells_of_a_taken_name_too(group: Group, admin_client: Client) -> None:
    player(group, "Joe")
    zoe = player(group, "Zoe")
    page = admin_client.post(
        reverse("admin:scoring_player_change", args=[zoe.pk]), {"name": "Joe", "nickname": ""}
    )
    assert page.status_code == 200
    assert "The group already has a player with that name." in page.content.decode()


def test_the_admin_tells_of_an_account_that_has_a_player(
    group: Group, admin_client: Client
) -> None:
    bob = User.objects.get(username="bob")
    player(group, "Joe", user=bob)
    zoe = player(group, "Zoe")
    page = admin_client.post(
        reverse("admin:scoring_player_change", args=[zoe.pk]), {"name": "Zoe", "user": bob.pk}
    )
    assert "This account already has a player in the group." in page.content.decode()


def test_cached_pages_show_the_new_name(group: Group, scorekeeper: Client) -> None:
    joe = player(group, "Joe")
    league = League.objects.create(group=group, name="Winter", slug="winter")
    season = Season.objects.create(league=league, name="2024", slug="2024")
    line: dict[str, Any] = {"position": 1, "plays": 1, "sum": 840, "places": [1], "form": [1]}
    Tally.objects.create(season=season, player=joe, **line)
    scorekeeper.post(url_of("edit_player", group, joe.pk), {"name": "Joseph"})
    assert Season.objects.get().version > season.version


# Hidden


def test_a_player_hides_themself(group: Group) -> None:
    joe = player(group, "Joe", user=User.objects.get(username="bob"))
    bob = signed_in("bob")
    assert "Hide me" in page_source(bob, url_of("edit_player", group, joe.pk))
    for fields, hidden in (({}, True), ({"show": "1"}, False)):
        bob.post(url_of("hide_player", group, joe.pk), fields)
        joe.refresh_from_db()
        assert joe.hidden is hidden


def test_an_owner_hides_on_their_behalf_and_nobody_else_does(
    group: Group, scorekeeper: Client
) -> None:
    joe = player(group, "Joe")
    for client, hidden in (
        (signed_in("bob"), False),
        (scorekeeper, False),
        (signed_in("alice"), True),
    ):
        client.post(url_of("hide_player", group, joe.pk))
        joe.refresh_from_db()
        assert joe.hidden is hidden


def test_a_player_names_themself_and_nobody_else(group: Group) -> None:
    mine = player(group, "Joe", user=User.objects.get(username="bob"))
    other = player(group, "Zoe")
    bob = signed_in("bob")
    assert bob.post(url_of("edit_player", group, mine.pk), {"name": "Bob"}).status_code == 302
    assert bob.post(url_of("edit_player", group, other.pk), {"name": "X"}).status_code == 403


# Somebody's


def test_a_member_says_who_they_are_and_an_owner_agrees(group: Group) -> None:
    finished_table(group=group)
    joe = group.players.get(name="Joe")
    signed_in("bob").post(url_of("this_is_me", group, joe.pk))
    assert not group.players.exclude(user=None).exists()
    alice = signed_in("alice")
    assert "says: “I am Joe.”" in page_source(alice, url_of("people", group))
    bob = membership(group, "bob")
    alice.post(url_of("tie_member", group, bob.pk), {"player": joe.pk})
    joe.refresh_from_db()
    assert joe.user == bob.user
    assert joe.results.count() == 1
    page = page_source(alice, url_of("people", group))
    assert "plays as Joe" in page
    assert "says: “I am Joe.”" not in page


def test_an_owner_need_not_ask(group: Group) -> None:
    joe = player(group, "Joe")
    signed_in("alice").post(url_of("this_is_me", group, joe.pk))
    assert group.players.get(user__username="alice") == joe


def test_an_owner_does_not_agree(group: Group) -> None:
    joe = player(group, "Joe")
    signed_in("bob").post(url_of("this_is_me", group, joe.pk))
    signed_in("alice").post(
        url_of("tie_member", group, membership(group, "bob").pk), {"player": ""}
    )
    joe.refresh_from_db()
    assert joe.user is None
    assert membership(group, "bob").says is None


def test_a_member_takes_it_back(group: Group) -> None:
    joe = player(group, "Joe")
    bob = signed_in("bob")
    bob.post(url_of("this_is_me", group, joe.pk))
    assert "Withdraw your request" in page_source(bob, url_of("players", group))
    bob.post(url_of("this_is_me", group, joe.pk), {"not": "1"})
    assert membership(group, "bob").says is None


def test_nobody_says_to_be_somebody_elses_player(group: Group) -> None:
    joe = player(group, "Joe", user=User.objects.get(username="alice"))
    page = signed_in("bob").post(url_of("this_is_me", group, joe.pk))
    assert page.status_code == 422
    assert "This player already belongs to someone else." in page.content.decode()
    tied = signed_in("alice").post(
        url_of("tie_member", group, membership(group, "bob").pk), {"player": joe.pk}
    )
    assert tied.status_code == 422


def test_one_person_is_one_player_of_a_group(group: Group) -> None:
    first, second = player(group, "Joe"), player(group, "Zoe")
    bob = membership(group, "bob")
    for one in (first, second):
        signed_in("alice").post(url_of("tie_member", group, bob.pk), {"player": one.pk})
    assert list(group.players.filter(user=bob.user)) == [second]


def test_nobody_is_tied_to_another_groups_player(group: Group) -> None:
    other = player(Group.objects.create(name="Other", slug="other"), "Joe")
    bob = membership(group, "bob")
    page = signed_in("alice").post(url_of("tie_member", group, bob.pk), {"player": other.pk})
    assert page.status_code == 422
    other.refresh_from_db()
    assert other.user is None


def test_an_owner_unties_whoever_left(group: Group) -> None:
    joe = player(group, "Joe", user=User.objects.create(username="gone"))
    alice = signed_in("alice")
    assert "Linked account: gone." in page_source(alice, url_of("edit_player", group, joe.pk))
    alice.post(url_of("untie_player", group, joe.pk))
    joe.refresh_from_db()
    assert joe.user is None


# Two who are one


def merge_url(group: Group, source: Player, target: Player) -> str:
    return f"{url_of('merge_players', group)}?source={source.pk}&target={target.pk}"


def test_the_preview_says_what_each_has_and_what_will_be(group: Group) -> None:
    for day, names in (("2024-01-05", ("Ana", "Ben")), ("2024-02-09", ("Anna", "Ben"))):
        session = artem_table(group=group, players=names)
        session.played_on = datetime.fromisoformat(day).date()
        session.save(update_fields=["played_on"])
    ana, anna = group.players.get(name="Ana"), group.players.get(name="Anna")
    page = page_source(signed_in("alice"), merge_url(group, ana, anna))
    assert "Are Ana and Anna the same player?" in page
    assert "5 Jan 2024" in page
    assert "9 Feb 2024" in page
    assert "They have never played at the same table." in page
    assert "Anna will have 2 sessions." in page
    assert not Merge.objects.exists()


def test_it_is_done_and_undone(group: Group) -> None:
    finished_table(group=group, players=("Ana", "Ben"))
    ana, anna = group.players.get(name="Ana"), player(group, "Anna")
    alice = signed_in("alice")
    alice.post(url_of("merge_players", group), {"source": ana.pk, "target": anna.pk})
    assert anna.seats.count() == 1
    merged = Merge.objects.get()
    assert "Ana → Anna" in page_source(alice, url_of("players", group))
    alice.post(url_of("undo_merge", group, merged.pk))
    assert ana.seats.count() == 1
    assert not Merge.objects.exists()


def test_who_sat_at_one_table_are_two_people(group: Group) -> None:
    session = finished_table(group=group)
    ida, joe = group.players.get(name="Ida"), group.players.get(name="Joe")
    alice = signed_in("alice")
    page = page_source(alice, merge_url(group, ida, joe))
    assert "These two have played at the same table, so they are two people." in page
    assert reverse("result", args=[session.uuid]) in page
    assert "Merge the players" not in page
    done = alice.post(url_of("merge_players", group), {"source": ida.pk, "target": joe.pk})
    assert done.status_code == 422
    assert not Merge.objects.exists()


def test_who_has_an_account_is_merged_into(group: Group) -> None:
    """So that undoing restores the same person."""
    mine = player(group, "Bob", user=User.objects.get(username="bob"))
    other = player(group, "Bobby")
    with pytest.raises(CannotMerge, match="source-has-account"):
        merge(source=mine, target=other, at=NOW)
    page = page_source(signed_in("alice"), merge_url(group, mine, other))
    assert "This player has an account: merge the other one into this one." in page
    merge(source=other, target=mine, at=NOW)


def test_who_got_an_account_a_moment_ago_is_not_merged_away(group: Group) -> None:
    as_read_before, target = player(group, "Bob"), player(group, "Bobby")
    bob = User.objects.get(username="bob")
    Player.objects.filter(pk=as_read_before.pk).update(user=bob)
    with pytest.raises(CannotMerge, match="source-has-account"):
        merge(source=as_read_before, target=target, at=NOW)


def test_what_was_hidden_stays_hidden(group: Group) -> None:
    secret = player(group, "Ana", hidden=True, nickname="The Fox")
    target = player(group, "Anna")
    page = page_source(signed_in("alice"), merge_url(group, secret, target))
    assert "Ana is hidden outside the group, so Anna will be too." in page
    merge(source=secret, target=target, at=NOW)
    target.refresh_from_db()
    assert (target.hidden, target.nickname) == (True, "The Fox")


def test_a_merge_that_is_sent_twice_is_one(group: Group) -> None:
    ana, anna = player(group, "Ana"), player(group, "Anna")
    finished_table(players=("Ana", "Joe"), group=group)
    first, again = [merge(source=ana, target=anna, at=timezone.now()) for _ in range(2)]
    assert first == again
    undo_merge(first, at=timezone.now())
    assert set(group.players.not_merged()) >= {ana, anna}


def test_a_merge_that_a_later_one_took_on_is_not_undone_and_says_why(group: Group) -> None:
    ana, anna, annie = (player(group, name) for name in ("Ana", "Anna", "Annie"))
    finished_table(players=("Ana", "Joe"), group=group)
    first = merge(source=ana, target=anna, at=timezone.now())
    merge(source=anna, target=annie, at=timezone.now())
    answer = signed_in("alice").post(url_of("undo_merge", group, first.pk))
    assert answer.status_code == 422
    assert (
        "A later merge moved these sessions again; undo that one first." in answer.content.decode()
    )
    assert Merge.objects.count() == 2


def test_a_merge_of_another_group_is_not_undone(group: Group) -> None:
    other = Group.objects.create(name="Other", slug="other")
    merged = merge(source=player(group, "Ana"), target=player(group, "Anna"), at=timezone.now())
    oscar = signed_in("oscar", other, OWNER)
    assert oscar.post(url_of("undo_merge", other, merged.pk)).status_code == 404
    assert Merge.objects.exists()


def test_players_of_another_group_are_not_there(group: Group) -> None:
    other = player(Group.objects.create(name="Other", slug="other"), "Joe")
    own, alice = player(group, "Zoe"), signed_in("alice")
    assert alice.get(url_of("edit_player", group, other.pk)).status_code == 404
    assert alice.get(merge_url(group, own, other)).status_code == 404


# Adding and changing players without the site


def test_a_player_is_added_to_the_group(group: Group) -> None:
    assert add_player(group=group, name="Ana") == group.players.get(name="Ana")


def test_only_the_fields_that_are_given_change(group: Group) -> None:
    ana, ben = player(group, "Ana", nickname="Fox"), player(group, "Ben")
    update_player(player=ana, hidden=True)
    update_player(player=ana)
    ana.refresh_from_db()
    ben.refresh_from_db()
    assert (ana.name, ana.nickname, ana.hidden) == ("Ana", "Fox", True)
    assert (ben.name, ben.hidden) == ("Ben", False)


def test_a_new_name_decides_where_all_else_is_level(group: Group) -> None:
    season = season_of(group, minimum=2)  # below it the order is by name
    play_session(group, artem_document(1, 1, names=("Ana", "Ben")), league=season.league)
    update_player(player=player(group, "Ana"), name="Zoe")
    lines = season.tallies.filter(game="").order_by("position")
    assert [line.player.name for line in lines.select_related("player")] == ["Ben", "Zoe"]
    season.refresh_from_db()
    version = season.version
    update_player(player=player(group, "Ben"))
    season.refresh_from_db()
    assert season.version == version
