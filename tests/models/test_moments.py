"""Time limits end exactly: a microsecond earlier they have not ended, and later they have."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from scoring.groups.groups import create_group
from scoring.groups.invitations import MOST_A_DAY, TooManyInvitations, invite
from scoring.models import (
    Group,
    Import,
    Invitation,
    Membership,
    OutgoingMail,
    Session,
)
from scoring.models.revisions import By
from tests.builders.groups import MEMBER

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 5, 20, 0, tzinfo=UTC)
INSTANT, DAY = timedelta(microseconds=1), timedelta(days=1)
BEFORE, AT, AFTER = NOW - INSTANT, NOW, NOW + INSTANT


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def alice(group: Group) -> User:
    user = User.objects.create(username="alice")
    Membership.objects.create(group=group, user=user, role=Membership.Role.OWNER)
    return user


def moments(rows: Any, column: str) -> list[datetime]:
    return sorted(rows.values_list(column, flat=True))


def test_a_quick_table_and_its_shared_result_end_when_it_expires() -> None:
    for number, at in enumerate((BEFORE, AT, AFTER)):
        Session.objects.create(game="artem", created_at=NOW, expires_at=at, share_token=str(number))
    assert moments(Session.objects.expired(NOW), "expires_at") == [BEFORE, AT]
    shared = [Session.objects.shared_as(str(number), NOW) for number in range(3)]
    assert [session is not None for session in shared] == [False, False, True]


def test_an_invitation_is_accepted_until_it_expires_and_while_it_has_room(
    group: Group, alice: User
) -> None:
    for at in (BEFORE, AT, AFTER):
        Invitation.objects.create(
            group=group, created_by=alice, created_at=NOW - DAY, expires_at=at
        )
    own = {"group": group, "created_by": alice, "created_at": NOW - DAY, "expires_at": NOW + DAY}
    for uses in (1, 2):
        Invitation.objects.create(**own, most=2, uses=uses)
    for at in (BEFORE, AT):
        Invitation.objects.create(**own, withdrawn_at=at)
    accepted = Invitation.objects.open(NOW)
    assert moments(accepted, "expires_at") == [AFTER, NOW + DAY]
    assert moments(accepted, "uses") == [0, 1]
    ended = Invitation.objects.ended_before(NOW)
    assert moments(ended, "expires_at") == [BEFORE, NOW + DAY]


def test_imports_that_were_stored_earlier_are_removed(group: Group) -> None:
    for at in (BEFORE, AT):
        for confirmed_at in (None, at):
            own = {"group": group, "content": b"", "stored_at": at, "confirmed_at": confirmed_at}
            Import.objects.create(**own)
    assert moments(Import.objects.unconfirmed_before(NOW), "stored_at") == [BEFORE]


def test_mail_is_due_at_its_moment_and_removed_after_its_time() -> None:
    own: dict[str, Any] = {"recipients": "", "created_at": NOW - DAY, "expires_at": NOW + DAY}
    for number, at in enumerate((BEFORE, AT, AFTER)):
        OutgoingMail.objects.create(message_id=f"due {number}", content={}, due_at=at, **own)
        for name in ("sent_at", "failed_at"):
            more = {"message_id": f"{name} {number}", "due_at": NOW, name: at}
            OutgoingMail.objects.create(content=None, **more, **own)
    assert moments(OutgoingMail.objects.due(NOW), "due_at") == [BEFORE, AT]
    over = OutgoingMail.objects.over_since(sent_before=NOW, failed_before=NOW - DAY)
    assert moments(over, "message_id") == ["sent_at 0"]
    over = OutgoingMail.objects.over_since(sent_before=NOW - DAY, failed_before=AFTER)
    assert moments(over, "message_id") == ["failed_at 0", "failed_at 1"]
    assert OutgoingMail.objects.seconds_late(NOW + 2 * INSTANT) == pytest.approx(3e-6)


def test_the_same_group_sent_again_is_the_first_one_for_twenty_seconds(alice: User) -> None:
    fields = {"name": "Friday", "slug": "friday"}
    group = create_group(owner=alice, at=NOW, **fields)
    Group.objects.filter(pk=group.pk).update(created_at=NOW)
    later = NOW + timedelta(seconds=20)
    again: dict[str, Any] = {"owner": alice, "name": "Friday", "slug": "friday-2"}
    assert create_group(at=later - INSTANT, **again) == group
    assert create_group(at=later, **again) != group


def test_a_group_invites_again_a_day_after_its_first_invitation_of_the_day(
    group: Group, alice: User
) -> None:
    for number in range(MOST_A_DAY):
        at = NOW + number * INSTANT
        invite(group=group, by=By(at=at, actor=alice), role=MEMBER, days=7)
    tomorrow = NOW + DAY
    by: dict[str, Any] = {"group": group, "role": MEMBER, "days": 7}
    with pytest.raises(TooManyInvitations):
        invite(by=By(at=tomorrow - INSTANT, actor=alice), **by)
    invitation = invite(by=By(at=tomorrow, actor=alice), **by)
    assert invitation.expires_at == tomorrow + timedelta(days=7)
