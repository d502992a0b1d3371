"""Everything that the site stores about an account, for the person that it is about.

Of sessions it is their own part. A group is named only where they are a member of it."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet

from scoring.groups.mail_opt_out import has_opted_out
from scoring.models import (
    Group,
    Invitation,
    Job,
    Membership,
    Phone,
    Photo,
    Player,
    Result,
    Revision,
)

Rows = list[dict[str, Any]]


def account_data(user: User) -> dict[str, Any]:
    return {
        "account": _account(user),
        "addresses": _addresses(user),
        "second_factors": _rows(
            Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"
        ),
        "devices": _rows(UserSession.objects.filter(user=user), "ip", "user_agent", "created_at"),
        **_of_groups(user),
        "tables": _rows(
            Phone.objects.filter(Q(user=user) | Q(account=user)),
            *("joined_at", "hosts"),
            session_uuid=F("session__uuid"),
            name_at_the_table=F("seat__name"),
        ),
        "changes_recorded": _rows(
            Revision.objects.filter(actor=user),
            "number",
            "action",
            "at",
            session_uuid=F("session__uuid"),
        ),
        "photos": _rows(
            Photo.objects.filter(added_by=user),
            *("name", "added_at", "width", "height"),
            session_uuid=F("session__uuid"),
            drawn_by=F("seat__name"),
        ),
        "jobs": _rows(Job.objects.filter(asked_by=user), "kind", "finished_at", "sentences"),
    }


def _account(user: User) -> dict[str, Any]:
    return {
        "user_name": user.get_username(),
        "first_name": user.first_name,
        "last_name": user.last_name,
        "joined_at": user.date_joined,
        "last_log_in_at": user.last_login,
        "is_staff": user.is_staff,
        "is_superuser": user.is_superuser,
    }


def _addresses(user: User) -> Rows:
    return [
        {
            "address": address.email,
            "is_confirmed": address.verified,
            "is_main": address.primary,
            "wants_no_invitations": has_opted_out(address.email),
        }
        for address in EmailAddress.objects.filter(user=user).order_by("pk")
    ]


def _of_groups(user: User) -> dict[str, Rows]:
    names = dict(Group.objects.of(user).values_list("pk", "name"))
    by_kind = {
        "memberships": _rows(Membership.objects.filter(user=user), "group_id", "role"),
        "players": _rows(
            Player.objects.filter(user=user), "group_id", "name", "nickname", "hidden"
        ),
        "results": _rows(
            Result.objects.filter(player__user=user),
            *("group_id", "game", "played_on", "finished_at", "players", "rank", "points"),
            session_uuid=F("session__uuid"),
            name_at_the_table=F("seat__name"),
        ),
        "invitations_sent": _rows(
            Invitation.objects.filter(created_by=user),
            *("group_id", "role", "email", "created_at", "expires_at", "withdrawn_at", "uses"),
        ),
    }
    return {
        kind: [{"group": names.get(row.pop("group_id")), **row} for row in rows]
        for kind, rows in by_kind.items()
    }


def _rows(rows: QuerySet[Any, Any], *columns: str, **more: F) -> Rows:
    return list(rows.order_by("pk").values(*columns, **more))
