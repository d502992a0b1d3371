"""Members of a group: roles, leaving, handing over, and which player somebody is."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.groups.members import (
    NeedsAnOwner,
    PlayerIsTaken,
    assign_player,
    change_role,
    claim_player,
    hand_over,
    remove_member,
    unassign_player,
)
from scoring.groups.merging import merge
from scoring.models import Group, Invitation, Membership, Phone, Player, Session
from scoring.sessions.code_renewal import renew_code
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
from tests.builders.tables import artem_table, finished_table, signed_in

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)


@pytest.fixture
def group() -> Group:
    return thursday_group()


@pytest.fixture
def scorekeeper(group: Group) -> Client:
    return signed_in("kim", group, SCOREKEEPER)


@pytest.fixture
def session(group: Group, scorekeeper: Client) -> Session:
    """Open a table of the group that kim joined as a scorekeeper."""
    session = artem_table(group=group)
    scorekeeper.get(table_of(session))
    return session


def table_of(session: Session) -> str:
    return reverse("table", args=[session.uuid])


def renew_as(client: Client, session: Session) -> int:
    """Return the status of a request that only a host may make."""
    return client.post(reverse("renew", args=[session.uuid])).status_code


def set_role(group: Group, name: str, role: str) -> None:
    change_role(membership=membership(group, name), role=role, at=NOW)


def version_of(session: Session) -> int:
    return Session.objects.get(pk=session.pk).version


# At open tables


def test_a_demoted_member_hosts_no_longer_and_only_watches(
    group: Group, scorekeeper: Client, session: Session
) -> None:
    set_role(group, "kim", MEMBER)
    assert renew_as(scorekeeper, session) == 403
    assert "1 other screen is watching." in page_source(
        signed_in("alice"), reverse("about", args=[session.uuid])
    )
    renew_code(session=session)
    assert not Phone.objects.filter(user__username="kim").exists()


@pytest.mark.parametrize("role", [SCOREKEEPER, OWNER])
@pytest.mark.usefixtures("scorekeeper")
def test_a_promoted_member_hosts_and_is_not_sent_away(group: Group, role: str) -> None:
    session, bob = artem_table(group=group), signed_in("bob")
    bob.get(table_of(session))
    set_role(group, "bob", role)
    renew_code(session=session)
    assert Phone.objects.get(user__username="bob").hosts
    assert renew_as(bob, session) == 302


def test_who_hands_a_group_over_still_hosts_its_tables(group: Group) -> None:
    session, alice = artem_table(group=group), signed_in("alice")
    alice.get(table_of(session))
    hand_over(owner=membership(group, "alice"), to=membership(group, "bob"), at=NOW)
    assert renew_as(alice, session) == 302


@pytest.mark.parametrize("role", [MEMBER, SCOREKEEPER, OWNER])
def test_a_changed_role_concerns_no_other_table_and_nobody_else(
    group: Group, scorekeeper: Client, session: Session, role: str
) -> None:
    other = Group.objects.create(name="Other", slug="other")
    Membership.objects.create(group=other, user=User.objects.get(username="kim"), role=SCOREKEEPER)
    elsewhere = artem_table(group=other)
    scorekeeper.get(table_of(elsewhere))
    signed_in("bob").get(table_of(session))
    before = version_of(elsewhere)
    set_role(group, "kim", role)
    assert Phone.objects.get(session=elsewhere, user__username="kim").hosts
    assert not Phone.objects.get(user__username="bob").hosts
    assert version_of(elsewhere) == before


@pytest.mark.parametrize("verb", [change_role, remove_member])
def test_open_screens_hear_of_it_and_tables_that_are_over_do_not_move(
    group: Group, scorekeeper: Client, session: Session, verb: Any
) -> None:
    over = finished_table(group=group)
    scorekeeper.get(table_of(over))
    before = version_of(session), version_of(over)
    role = {"role": MEMBER} if verb is change_role else {}
    verb(membership=membership(group, "kim"), at=NOW, **role)
    assert (version_of(session), version_of(over)) == (before[0] + 1, before[1])


def test_who_leaves_goes_from_their_own_groups_tables_alone(
    group: Group, scorekeeper: Client, session: Session
) -> None:
    other = Group.objects.create(name="Other", slug="other")
    Membership.objects.create(group=other, user=User.objects.get(username="kim"))
    elsewhere = artem_table(group=other)
    scorekeeper.get(table_of(elsewhere))
    remove_member(membership=membership(group, "kim"), at=NOW)
    assert scorekeeper.get(table_of(session)).status_code == 404
    assert scorekeeper.get(table_of(elsewhere)).status_code == 200


# Invitations that somebody made


def invited_by(group: Group, name: str) -> Invitation:
    return Invitation.objects.create(
        group=group,
        created_by=User.objects.get(username=name),
        created_at=NOW,
        expires_at=NOW.replace(year=2092),
    )


def test_only_the_invitations_of_a_scorekeeper_who_goes_end(group: Group) -> None:
    """They made them when they were an owner."""
    signed_in("olga", group, SCOREKEEPER)
    theirs, others = invited_by(group, "olga"), invited_by(group, "alice")
    remove_member(membership=membership(group, "olga"), at=NOW)
    assert list(Invitation.objects.open(NOW)) == [others]
    theirs.refresh_from_db()
    assert theirs.withdrawn_at == NOW


def test_all_invitations_end_with_an_owner_who_could_read_them(group: Group) -> None:
    signed_in("olga", group, OWNER)
    invited_by(group, "alice")
    remove_member(membership=membership(group, "olga"), at=NOW)
    assert not Invitation.objects.open(NOW).exists()


def test_an_owner_who_stays_one_keeps_what_they_sent_out(group: Group) -> None:
    invitation = invited_by(group, "alice")
    set_role(group, "alice", OWNER)
    assert list(Invitation.objects.open(NOW)) == [invitation]


def test_an_invitation_that_had_ended_keeps_the_time_when_it_did(group: Group) -> None:
    signed_in("olga", group, OWNER)
    invitation = invited_by(group, "olga")
    earlier = NOW.replace(hour=1)
    Invitation.objects.update(withdrawn_at=earlier)
    remove_member(membership=membership(group, "olga"), at=NOW)
    invitation.refresh_from_db()
    assert invitation.withdrawn_at == earlier


# Which player somebody is


def of_another_group(_group: Group) -> Player:
    return player(Group.objects.create(name="Other", slug="other"), "Joe")


def of_somebody_else(group: Group) -> Player:
    return player(group, "Joe", user=User.objects.get(username="alice"))


def merged_away(group: Group) -> Player:
    joe = player(group, "Joe")
    merge(source=joe, target=player(group, "Joseph"), at=NOW)
    return joe


NOT_FREE = {
    "of another group": of_another_group,
    "of somebody else": of_somebody_else,
    "merged into another": merged_away,
}


@pytest.mark.parametrize("verb", [assign_player, claim_player])
@pytest.mark.parametrize("which", NOT_FREE)
def test_nobody_is_a_player_who_is_not_free(group: Group, which: str, verb: Any) -> None:
    taken = NOT_FREE[which](group)
    before = taken.user
    bob = membership(group, "bob")
    with pytest.raises(PlayerIsTaken):
        verb(membership=bob, player=taken)
    taken.refresh_from_db()
    bob.refresh_from_db()
    assert (taken.user, bob.says) == (before, None)


def test_somebody_may_say_again_who_they_are(group: Group) -> None:
    bob = membership(group, "bob")
    joe = player(group, "Joe", user=bob.user)
    assign_player(membership=bob, player=joe)
    joe.refresh_from_db()
    assert joe.user == bob.user


def test_who_is_tied_in_one_group_stays_tied_in_another(group: Group) -> None:
    bob = membership(group, "bob")
    other = of_another_group(group)
    Player.objects.filter(pk=other.pk).update(user=bob.user)
    assign_player(membership=bob, player=player(group, "Bob"))
    other.refresh_from_db()
    assert other.user == bob.user


def test_all_claims_to_a_player_are_answered_once_one_is_agreed(group: Group) -> None:
    joe, zoe = player(group, "Joe"), player(group, "Zoe")
    signed_in("kim", group)
    signed_in("olga", group)
    for name, claimed in (("bob", joe), ("kim", joe), ("olga", zoe)):
        claim_player(membership=membership(group, name), player=claimed)
    assign_player(membership=membership(group, "kim"), player=joe)
    said_by = {name: membership(group, name).says for name in ("bob", "kim", "olga")}
    assert said_by == {"bob": None, "kim": None, "olga": zoe}


def test_untying_one_player_leaves_the_others(group: Group) -> None:
    joe = player(group, "Joe", user=User.objects.get(username="bob"))
    mine = player(group, "Ana", user=User.objects.get(username="alice"))
    unassign_player(player=joe)
    tied = dict(Player.objects.values_list("name", "user__username"))
    assert tied == {joe.name: None, mine.name: "alice"}


# The page


def people(group: Group, client: Client) -> str:
    return page_source(client, reverse("people", args=[group.slug]))


def post(client: Client, name: str, group: Group, member: str, **fields: Any) -> Any:
    pk = membership(group, member).pk
    return client.post(reverse(name, args=[group.slug, pk]), fields)


def test_it_offers_players_who_are_nobodys_and_were_not_merged_away(group: Group) -> None:
    merged_away(group)
    player(group, "Ana", user=User.objects.get(username="alice"))
    of_another_group(group)
    page = signed_in("alice").get(reverse("people", args=[group.slug]))
    assert [one.name for one in page.context["free_players"]] == ["Joseph"]


def test_the_page_knows_an_only_member(group: Group) -> None:
    assert not signed_in("alice").get(reverse("people", args=[group.slug])).context["alone"]
    remove_member(membership=membership(group, "bob"), at=NOW)
    assert signed_in("alice").get(reverse("people", args=[group.slug])).context["alone"]


@pytest.mark.parametrize("role", ["", "king"])
def test_a_role_that_there_is_not_is_refused_in_words(group: Group, role: str) -> None:
    answer = post(signed_in("alice"), "member_role", group, "bob", role=role)
    assert answer.status_code == 422
    assert answer.context["refusal"] == "Choose one of the roles."
    assert membership(group, "bob").role == MEMBER


def test_the_last_owner_cannot_become_something_else(group: Group) -> None:
    answer = post(signed_in("alice"), "member_role", group, "alice", role=MEMBER)
    assert answer.status_code == 422
    assert answer.context["refusal"] == "A group needs an owner; make someone else an owner first."


def test_a_player_who_is_no_longer_there_is_refused_in_words(group: Group) -> None:
    merged = merged_away(group)
    answer = post(signed_in("alice"), "tie_member", group, "bob", player=merged.pk)
    assert answer.status_code == 422
    assert answer.context["refusal"] == "This player no longer exists. Choose another one."


def test_a_group_given_to_oneself_stays_ones_own(group: Group) -> None:
    assert post(signed_in("alice"), "hand_over", group, "alice").status_code == 302
    assert membership(group, "alice").role == OWNER


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        pytest.param(
            "hand_over",
            ["Hand the group over to bob?", "bob will own the group", "cannot undo this"],
            id="handing over",
        ),
        pytest.param(
            "remove_member",
            [
                "Remove bob from the group?",
                "need a new invitation",
                "Open tables get new codes",
                "Invitations that they made are withdrawn.",
            ],
            id="removing",
        ),
    ],
)
def test_it_asks_and_says_what_follows_before_it_is_done(
    group: Group, name: str, sentences: list[str]
) -> None:
    alice, address = signed_in("alice"), url_of(name, group, membership(group, "bob").pk)
    page = page_source(alice, address)
    assert [sentence for sentence in sentences if sentence not in page] == []
    roles = {one: membership(group, one).role for one in ("alice", "bob")}
    assert roles == {"alice": OWNER, "bob": MEMBER}
    people = page_source(alice, url_of("people", group))
    assert f'href="{address}"' in people
    assert f'action="{address}"' not in people


def test_it_says_that_with_an_owner_go_the_invitations_of_all(group: Group) -> None:
    set_role(group, "bob", OWNER)
    page = page_source(
        signed_in("alice"), url_of("remove_member", group, membership(group, "bob").pk)
    )
    assert "Invitations that nobody has accepted yet are withdrawn." in page


def test_looking_at_the_page_to_leave_is_not_leaving(group: Group) -> None:
    page = signed_in("bob").get(reverse("leave_group", args=[group.slug]))
    assert page.status_code == 200
    assert page.context["refusal"] == ""
    assert membership(group, "bob").role == MEMBER


# Roles, leaving and handing over


def test_an_owner_changes_a_role(group: Group) -> None:
    bob = membership(group, "bob")
    signed_in("alice").post(url_of("member_role", group, bob.pk), {"role": "scorekeeper"})
    bob.refresh_from_db()
    assert bob.role == SCOREKEEPER


def test_a_group_is_never_without_an_owner(group: Group) -> None:
    alice = membership(group, "alice")
    with pytest.raises(NeedsAnOwner):
        change_role(membership=alice, role=MEMBER, at=NOW)
    with pytest.raises(NeedsAnOwner):
        remove_member(membership=alice, at=NOW)
    response = signed_in("alice").post(url_of("remove_member", group, alice.pk))
    assert response.status_code == 422
    assert "A group needs an owner; make someone else an owner first." in response.content.decode()
    assert membership(group, "alice").role == OWNER


def test_a_group_is_handed_over(group: Group) -> None:
    signed_in("alice").post(url_of("hand_over", group, membership(group, "bob").pk))
    roles = {name: membership(group, name).role for name in ("alice", "bob")}
    assert roles == {"alice": SCOREKEEPER, "bob": OWNER}


def test_the_only_owner_cannot_leave_and_hears_why(group: Group) -> None:
    page = signed_in("alice").post(url_of("leave_group", group))
    assert page.status_code == 422
    assert "Hand the group over first, or delete it." in page.content.decode()


def test_a_member_leaves(group: Group) -> None:
    bob = signed_in("bob")
    assert bob.post(url_of("leave_group", group)).headers["Location"] == "/"
    assert bob.get(url_of("group", group)).status_code == 404


def test_nobody_changes_who_belongs_to_another_group(group: Group) -> None:
    other = Group.objects.create(name="Other", slug="other")
    oscar = signed_in("oscar", other, OWNER)
    bob = membership(group, "bob").pk
    for name in ("member_role", "remove_member", "hand_over", "tie_member"):
        assert oscar.post(url_of(name, other, bob), {"role": "owner"}).status_code in {404, 422}
    assert membership(group, "bob").role == MEMBER


def test_many_members_of_a_group_of_many_players_are_changed_one_by_one(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    player(group, "Ana")
    bob, address = membership(group, "bob"), url_of("people", group)
    which = f'id="player-{bob.pk}"'
    assert which in page_source(signed_in("alice"), address)
    monkeypatch.setattr("scoring.groups.views.members.MOST_CHOICES", 1)
    page = page_source(signed_in("alice"), address)
    assert 'id="player-' not in page
    change = f"?change={bob.pk}"
    assert f'href="{change}#change-{bob.pk}"' in page
    page = page_source(signed_in("alice"), address + change)
    assert which in page
    assert page.count('id="player-') == 1
    assert "?change=" not in page_source(signed_in("bob"), address)


def test_whoever_is_removed_twice_at_once_is_not_there_the_second_time(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = membership(group, "bob")
    address = url_of("remove_member", group, bob.pk)
    # As if both taps had found him before either removed him.
    monkeypatch.setattr("scoring.groups.views.members._membership", lambda *_: bob)
    assert [signed_in("alice").post(address).status_code for _tap in range(2)] == [302, 404]


def test_a_member_hears_that_it_is_not_theirs_to_do(group: Group) -> None:
    page = signed_in("bob").get(url_of("group_settings", group))
    assert page.status_code == 403
    assert "Ask an owner of the group." in page.content.decode()
