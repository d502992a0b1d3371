"""Groups: made, described, left, handed over and deleted by the people who belong to them."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.groups.members import NeedsAnOwner, change_role, hand_over, remove_member
from scoring.models import Group, Invitation, League, Membership, Phone, Player, Season, Session
from scoring.play.sharing import share
from scoring.registry import installed_games
from tests.builders.groups import (
    MEMBER,
    OWNER,
    SCOREKEEPER,
    as_,
    membership,
    player,
    read,
    there,
    thursday,
)
from tests.builders.tables import artem, finished, opened, phone, signed_in

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 23, 30, tzinfo=UTC)
NEW = {"visibility": "members", "time_zone": "Europe/Paris", "language": "fr"}


@pytest.fixture
def group() -> Group:
    return thursday()


# Making one


def test_whoever_makes_a_group_owns_it() -> None:
    answer = as_("zoe").post(reverse("new_group"), {**NEW, "name": "Jeudi à l’Œuvre"})
    assert answer.headers["Location"] == "/g/jeudi-a-luvre/"
    group = Group.objects.get()
    assert (group.name, group.time_zone, group.language) == (
        "Jeudi à l’Œuvre",
        "Europe/Paris",
        "fr",
    )
    assert membership(group, "zoe").role == OWNER


@pytest.mark.parametrize(
    ("name", "slug"), [("Thursday", "thursday-2"), ("???", "group"), ("A" * 60, "a" * 56)]
)
@pytest.mark.usefixtures("group")
def test_an_address_is_proposed_from_the_name(name: str, slug: str) -> None:
    as_("zoe").post(reverse("new_group"), {**NEW, "name": name})
    assert Group.objects.latest("pk").slug == slug


@pytest.mark.usefixtures("group")
def test_an_address_that_is_taken_meanwhile_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the other group had come between the form's look and the saving."""
    monkeypatch.setattr("django.db.models.Model.validate_unique", lambda *_, **_more: None)
    monkeypatch.setattr("scoring.groups.forms.GroupForm.clean_slug", lambda form: form.data["slug"])
    page = as_("zoe").post(reverse("new_group"), {**NEW, "name": "Mine", "slug": "thursday"})
    assert page.status_code == 422
    assert "Another group already has this address." in page.content.decode()


@pytest.mark.usefixtures("group")
def test_an_address_that_is_taken_is_refused_in_words() -> None:
    said = {**NEW, "name": "Mine", "slug": "thursday"}
    page = as_("zoe").post(reverse("new_group"), said)
    assert page.status_code == 422
    assert "Another group already has this address." in page.content.decode()


def test_a_form_goes_on_after_what_was_refused() -> None:
    page = as_("zoe").post(reverse("new_group"), {**NEW, "name": "", "time_zone": "Mars/Base"})
    assert page.status_code == 422
    assert Group.objects.count() == 0


def test_a_form_that_is_sent_twice_makes_one_group() -> None:
    zoe = as_("zoe")
    answers = [zoe.post(reverse("new_group"), {**NEW, "name": "Mine"}) for _ in range(2)]
    assert {answer.headers["Location"] for answer in answers} == {"/g/mine/"}
    assert Group.objects.count() == 1


@pytest.mark.usefixtures("group")
def test_one_person_is_in_several_groups() -> None:
    other = Group.objects.create(name="Friday", slug="friday")
    page = read(signed_in("bob", other), reverse("account"))
    assert page.index("Friday") < page.index("Thursday")


# Its page


def test_an_empty_group_says_what_will_hang_here(group: Group) -> None:
    page = read(as_("bob"), there("group", group))
    assert "Here will hang the tables of your leagues" in page
    assert "The first table hangs here as soon as it is opened." in page


def test_an_empty_group_leads_its_owner_to_what_comes_next(group: Group) -> None:
    to_make = there("league_new", group)
    page = read(as_("alice"), there("group", group))
    assert f'href="{to_make}"' in page
    assert "Invite somebody" in page
    assert "Make a league" not in read(as_("bob"), there("group", group))
    League.objects.create(group=group, name="Winter", slug="winter")
    page = read(as_("alice"), there("group", group))
    assert f'href="{reverse("season_new", args=[group.slug, "winter"])}"' in page
    assert f'href="{to_make}"' not in page


def test_who_plays_leads_to_the_games(group: Group) -> None:
    to_game = reverse("group_game", args=[group.slug, "artem"])
    assert to_game not in read(as_("bob"), there("group", group))
    finished(group=group)
    assert to_game in read(as_("bob"), there("group", group))


def test_it_shows_seasons_evenings_and_players(group: Group) -> None:
    league = League.objects.create(group=group, name="Winter", slug="winter")
    Season.objects.create(league=league, name="2024", slug="2024")
    finished(group=group)
    page = read(as_("bob"), there("group", group))
    assert "Winter · 2024" in page
    assert '<span class="points">Joe</span>' in page
    assert "1 session<" in page


def test_names_are_only_ever_words() -> None:
    said = {**NEW, "name": "<script>alert(1)</script>"}
    client = as_("zoe")
    page = read(client, client.post(reverse("new_group"), said).headers["Location"])
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_who_keeps_scores_starts_a_table_for_it(group: Group) -> None:
    link = 'href="/new/?group=thursday"'
    assert link in read(as_("alice"), there("group", group))
    assert link not in read(as_("bob"), there("group", group))


def test_outside_the_group_people_are_called_what_they_chose(group: Group) -> None:
    Group.objects.update(visibility=Group.Visibility.PUBLIC)
    shared = finished(group=group)
    share(session=shared, shared=True)
    players = group.players
    players.filter(name="Joe").update(nickname="The Fox")
    players.filter(name="Ida").update(hidden=True)
    outside, inside = read(Client(), there("group", group)), read(as_("bob"), there("group", group))
    assert "The Fox" in outside
    assert "Joe" not in outside
    assert "Ida" not in outside
    assert "alice" not in outside
    assert outside.count("1 session<") == 1
    assert "Joe" in inside
    assert "Ida" in inside


def test_a_hidden_winner_is_a_player(group: Group) -> None:
    Group.objects.update(visibility=Group.Visibility.PUBLIC)
    finished(group=group)
    group.players.filter(name="Joe").update(hidden=True)
    page = read(Client(), there("group", group))
    assert '<span class="points">A player</span>' in page
    assert "Joe" not in page


def test_outside_the_group_an_evening_leads_to_what_is_shared(group: Group) -> None:
    Group.objects.update(visibility=Group.Visibility.PUBLIC)
    session = finished(group=group)
    assert str(session.uuid) not in read(Client(), there("group", group))
    share(session=session, shared=True)
    session.refresh_from_db()
    page = read(Client(), there("group", group))
    assert f'href="/result/{session.share_token}/"' in page
    assert str(session.uuid) not in page


@pytest.mark.parametrize("name", ["group", "people", "players"])
def test_a_large_group_asks_no_more(
    group: Group, name: str, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    for number in range(6):
        finished(group=group, players=[f"Ida {number}", f"Joe {number}"])
        signed_in(f"member {number}", group)
    client = as_("alice")
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        client.get(there(name, group))


# Its settings


def test_an_owner_describes_it_anew(group: Group) -> None:
    said = {**NEW, "name": "Friday", "slug": "friday", "visibility": "public"}
    answer = as_("alice").post(there("group_settings", group), said)
    assert answer.headers["Location"] == "/g/friday/"
    group.refresh_from_db()
    assert (group.name, group.visibility, group.time_zone) == ("Friday", "public", "Europe/Paris")


def test_what_is_refused_is_not_shown_as_its_name(group: Group) -> None:
    said = {**NEW, "name": "x" * 61}
    page = as_("alice").post(there("group_settings", group), said).content.decode()
    assert '<p class="trail"><a href="/g/thursday/">Thursday</a></p>' in page


def test_pages_that_were_kept_show_its_new_name(group: Group) -> None:
    league = League.objects.create(group=group, name="Winter", slug="winter")
    season = Season.objects.create(league=league, name="2024", slug="2024")
    as_("alice").post(there("group_settings", group), {**NEW, "name": "Friday", "slug": "friday"})
    assert Season.objects.get().version > season.version


def test_a_new_link_ends_the_old_one(group: Group) -> None:
    Group.objects.update(visibility=Group.Visibility.LINK)
    guest = Client()
    old = f"{there('group', group)}?key={group.link_token}"
    assert guest.get(old).status_code == 200
    assert guest.get(there("group", group)).status_code == 200
    assert old in read(as_("alice"), there("group_settings", group))
    as_("alice").post(there("renew_group_link", group))
    assert guest.get(old).status_code == 404
    group.refresh_from_db()
    new = f"{there('group', group)}?key={group.link_token}"
    assert guest.get(new).status_code == 200


def test_a_zone_that_is_none_is_refused() -> None:
    with pytest.raises(ValidationError, match="no time zone of this name"):
        Group(name="x", slug="x", time_zone="Mars/Base").full_clean()


# Its time zone and its language


@pytest.mark.parametrize(
    ("zone", "day"), [("UTC", 29), ("Europe/Paris", 1), ("America/New_York", 29)]
)
def test_today_is_where_the_group_is(zone: str, day: int, monkeypatch: pytest.MonkeyPatch) -> None:
    thursday(time_zone=zone)
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    said = {"key": str(uuid4()), "begins": "0", "name": ["Ida", "Joe"], "do": "open"}
    said |= {"variant": "standard", "directions": "universal", "group": "thursday"}
    assert as_("alice").post(reverse("new", args=["artem"]), said).status_code == 302
    played_on = Session.objects.get().played_on
    assert played_on is not None
    assert played_on.day == day


def test_times_are_shown_where_the_group_is(group: Group) -> None:
    Group.objects.update(time_zone="America/New_York")
    by = User.objects.get(username="alice")
    Invitation.objects.create(
        group=group,
        created_by=by,
        created_at=timezone.now(),
        expires_at=datetime(2090, 1, 1, 3, 30, tzinfo=UTC),
    )
    assert "until 31 December 2089, 22:30" in read(as_("alice"), there("invite", group))
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("accepted", "chosen", "spoken"),
    [("", "", "fr"), ("de", "", "fr"), ("en-GB,de;q=0.5", "", "en"), ("", "en", "en")],
)
def test_who_asks_for_no_language_of_ours_gets_the_groups(
    accepted: str, chosen: str, spoken: str
) -> None:
    group = thursday(visibility="public", language="fr")
    client = Client(headers={"accept-language": accepted})
    if chosen:
        client.post(reverse("set_language"), {"language": chosen})
    page = client.get(there("group", group))
    assert f'<html lang="{spoken}">' in page.content.decode()
    assert page.headers["Content-Language"] == spoken


def test_the_language_of_a_hidden_group_is_no_way_to_find_it() -> None:
    group = thursday(language="fr")
    page = Client(headers={"accept-language": ""}).get(there("group", group))
    assert page.status_code == 404
    assert page.headers["Content-Language"] == "en"


# Who belongs


def test_an_owner_changes_a_role(group: Group) -> None:
    bob = membership(group, "bob")
    as_("alice").post(there("member_role", group, bob.pk), {"role": "scorekeeper"})
    bob.refresh_from_db()
    assert bob.role == SCOREKEEPER


def test_a_group_is_never_without_an_owner(group: Group) -> None:
    alice = membership(group, "alice")
    with pytest.raises(NeedsAnOwner):
        change_role(membership=alice, role=MEMBER, at=NOW)
    with pytest.raises(NeedsAnOwner):
        remove_member(membership=alice, at=NOW)
    told = as_("alice").post(there("remove_member", group, alice.pk))
    assert told.status_code == 422
    assert "A group needs an owner; make somebody else one first." in told.content.decode()
    assert membership(group, "alice").role == OWNER


def test_a_group_is_handed_over(group: Group) -> None:
    as_("alice").post(there("hand_over", group, membership(group, "bob").pk))
    roles = {name: membership(group, name).role for name in ("alice", "bob")}
    assert roles == {"alice": SCOREKEEPER, "bob": OWNER}


def test_the_only_owner_cannot_leave_and_hears_why(group: Group) -> None:
    page = as_("alice").post(there("leave_group", group))
    assert page.status_code == 422
    assert "Hand the group over first, or delete it." in page.content.decode()


def test_a_member_leaves(group: Group) -> None:
    bob = as_("bob")
    assert bob.post(there("leave_group", group)).headers["Location"] == "/"
    assert bob.get(there("group", group)).status_code == 404


def test_nobody_changes_who_belongs_to_another_group(group: Group) -> None:
    other = Group.objects.create(name="Other", slug="other")
    oscar = signed_in("oscar", other, OWNER)
    bob = membership(group, "bob").pk
    for name in ("member_role", "remove_member", "hand_over", "tie_member"):
        assert oscar.post(there(name, other, bob), {"role": "owner"}).status_code in {404, 422}
    assert membership(group, "bob").role == MEMBER


def test_many_members_of_a_group_of_many_players_are_changed_one_by_one(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    player(group, "Ana")
    bob, address = membership(group, "bob"), there("people", group)
    which = f'id="player-{bob.pk}"'
    assert which in read(as_("alice"), address)
    monkeypatch.setattr("scoring.groups.views.members.MOST_CHOICES", 1)
    page = read(as_("alice"), address)
    assert 'id="player-' not in page
    change = f"?change={bob.pk}"
    assert f'href="{change}#change-{bob.pk}"' in page
    page = read(as_("alice"), address + change)
    assert which in page
    assert page.count('id="player-') == 1
    assert "?change=" not in read(as_("bob"), address)


def test_whoever_is_removed_twice_at_once_is_not_there_the_second_time(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = membership(group, "bob")
    address = there("remove_member", group, bob.pk)
    # As if both taps had found him before either removed him.
    monkeypatch.setattr("scoring.groups.views.members._membership", lambda *_: bob)
    assert [as_("alice").post(address).status_code for _tap in range(2)] == [302, 404]


def test_a_member_hears_that_it_is_not_theirs_to_do(group: Group) -> None:
    page = as_("bob").get(there("group_settings", group))
    assert page.status_code == 403
    assert "Ask an owner of the group." in page.content.decode()


# At the tables


def visits(client: Client, session: Session) -> int:
    return client.get(reverse("table", args=[session.uuid])).status_code


def renews(client: Client, session: Session) -> int:
    """What only a host may do."""
    return client.post(reverse("renew", args=[session.uuid])).status_code


def test_who_leaves_a_group_leaves_its_tables(group: Group) -> None:
    session = artem(group=group)
    bob = as_("bob")
    assert visits(bob, session) == 200
    bob.post(reverse("seats", args=[session.uuid]), {"place": "1"})
    before = Session.objects.get(pk=session.pk).version
    bob.post(there("leave_group", group))
    assert visits(bob, session) == 404
    assert not Phone.objects.filter(seat__session=session).exclude(seat=None).exists()
    assert Session.objects.get(pk=session.pk).version > before


def test_who_opened_a_table_for_the_group_leaves_it_too(group: Group) -> None:
    keeper = signed_in("kim", group, SCOREKEEPER)
    said = {"key": str(uuid4()), "begins": "0", "name": ["Ida", "Joe"], "do": "open"}
    said |= {"variant": "standard", "directions": "universal", "group": "thursday"}
    keeper.post(reverse("new", args=["artem"]), said)
    session = Session.objects.get()
    assert renews(keeper, session) == 302
    remove_member(membership=membership(group, "kim"), at=NOW)
    assert visits(keeper, session) == 404


def test_whoever_loses_the_role_no_longer_hosts(group: Group) -> None:
    session, keeper = artem(group=group), signed_in("kim", group, SCOREKEEPER)
    assert renews(keeper, session) == 302
    change_role(membership=membership(group, "kim"), role=MEMBER, at=NOW)
    assert (visits(keeper, session), renews(keeper, session)) == (200, 403)
    change_role(membership=membership(group, "kim"), role=SCOREKEEPER, at=NOW)
    assert renews(keeper, session) == 302


def test_it_holds_however_the_membership_ended(group: Group) -> None:
    """The admin takes rows away without a verb."""
    session, keeper = artem(group=group), signed_in("kim", group, SCOREKEEPER)
    assert visits(keeper, session) == 200
    session.refresh_from_db()
    seen = f"{reverse('live', args=[session.uuid])}?seen={session.version}"
    assert keeper.get(seen).status_code == 204
    Membership.objects.filter(user__username="kim").delete()
    assert keeper.get(seen).status_code == 404
    assert visits(keeper, session) == 404


def test_it_holds_however_the_role_changed(group: Group) -> None:
    session, client = artem(group=group), signed_in("kim", group, SCOREKEEPER)
    assert renews(client, session) == 302
    for role, status in ((MEMBER, 403), (OWNER, 302)):
        Membership.objects.filter(user__username="kim").update(role=role)
        assert renews(client, session) == status


def test_what_the_code_gave_stays(group: Group) -> None:
    session = artem(group=group)
    bob = as_("bob")
    bob.post(reverse("join", args=[session.code]))
    bob.post(reverse("seats", args=[session.uuid]), {"place": "1"})
    bob.post(there("leave_group", group))
    assert visits(bob, session) == 200
    assert session.seats.get(place=1).phone is not None


def test_whoever_left_may_come_again_by_the_code(group: Group) -> None:
    session, keeper = artem(group=group), signed_in("kim", group, SCOREKEEPER)
    visits(keeper, session)
    Membership.objects.filter(user__username="kim").delete()
    assert keeper.post(reverse("join", args=[session.code])).status_code == 302
    assert (visits(keeper, session), renews(keeper, session)) == (200, 403)


def test_who_keeps_scores_hosts_a_table_also_when_they_come_by_its_code(group: Group) -> None:
    session = artem(group=group)
    kay = signed_in("kay", group, SCOREKEEPER)
    assert kay.post(reverse("join", args=[session.code])).status_code == 302
    assert Phone.objects.get(session=session, user__username="kay").hosts
    assert kay.get(reverse("seats", args=[session.uuid])).status_code == 200


def test_another_member_at_the_same_browser_has_their_own_role(group: Group) -> None:
    session, client = artem(group=group), signed_in("kim", group, SCOREKEEPER)
    visits(client, session)
    Membership.objects.filter(user__username="kim").delete()
    client.force_login(User.objects.get(username="bob"))
    assert (visits(client, session), renews(client, session)) == (200, 403)


def test_a_quick_table_taken_into_a_group_is_the_groups(group: Group) -> None:
    session = artem()
    host = phone(session, hosts=True)
    kim = User.objects.create(username="kim")
    Membership.objects.create(group=group, user=kim, role=SCOREKEEPER)
    host.force_login(kim)
    host.post(reverse("take_in", args=[session.uuid]), {"group": "thursday"})
    assert renews(host, session) == 302
    remove_member(membership=membership(group, "kim"), at=NOW)
    assert visits(host, session) == 404


def test_a_handed_over_group_takes_back_what_its_owner_sent_out(group: Group) -> None:
    by = User.objects.get(username="alice")
    Invitation.objects.create(
        group=group, created_by=by, created_at=NOW, expires_at=NOW.replace(year=2092)
    )
    hand_over(owner=membership(group, "alice"), to=membership(group, "bob"), at=NOW)
    assert not Invitation.objects.open(NOW).exists()


# Taking it away, and deleting it


def test_its_sessions_go_as_documents(group: Group) -> None:
    finished(group=group)
    finished()
    answer = as_("bob").get(there("group_documents", group))
    lines = b"".join(answer.streaming_content).splitlines()  # type: ignore[attr-defined]
    assert len(lines) == 1
    assert b'"players": ["Ida", "Joe"]' in lines[0]


def test_before_it_is_deleted_it_can_be_taken_along(group: Group) -> None:
    page = read(as_("alice"), there("delete_group", group))
    assert f'href="{there("group_documents", group)}"' in page


def test_it_is_deleted_by_its_name_alone(group: Group) -> None:
    alice = as_("alice")
    page = alice.post(there("delete_group", group), {"name": "thursdays"})
    assert page.status_code == 422
    assert "Nothing was deleted." in page.content.decode()
    assert Group.objects.exists()
    assert alice.post(there("delete_group", group), {"name": "Thursday"}).status_code == 302
    assert not Group.objects.exists()


def test_everything_that_was_played_in_it_goes_with_it(group: Group) -> None:
    for slug in installed_games():
        opened(slug, group=group)
    finished(group=group)
    kept = finished()
    player(group, "Zoe")
    as_("alice").post(there("delete_group", group), {"name": "Thursday"})
    assert list(Session.objects.all()) == [kept]
    assert not Player.objects.exists()
    assert User.objects.count() == 2
