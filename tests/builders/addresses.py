"""List the site's named addresses, and fill them in for a session."""

from collections.abc import Callable, Iterator
from datetime import time, timedelta
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from scoring.accounts.first_account import SALT
from scoring.background.jobs import enqueue
from scoring.evenings.answers import GivenAnswer, give_answer
from scoring.evenings.evenings import create_evenings, renew_calendar
from scoring.exchange.importing.verbs import new_import, store_import
from scoring.groups.invitations import invite
from scoring.groups.merging import merge
from scoring.models import (
    AnswerAddress,
    Calendar,
    Evening,
    Group,
    Import,
    Invitation,
    Job,
    MailConsent,
    Membership,
    Merge,
    Photo,
    Player,
    Session,
)
from scoring.models.phones import new_browser
from scoring.models.revisions import By
from scoring.web.pictures import cover_key
from tests.builders.photos import add_photo

ELSEWHERE = ("admin",)  # has its own people and its own tests
NEVER_SENT = "never-sent"


def named_addresses(
    patterns: list[URLPattern | URLResolver], prefix: str = "", above: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every name of the urlconf, with the arguments that its address needs."""
    for one in patterns:
        if isinstance(one, URLPattern):
            assert one.name, f"{one} has no name"
            yield f"{prefix}{one.name}", (*above, *one.pattern.converters)
        elif one.namespace not in ELSEWHERE:
            own = f"{one.namespace}:" if one.namespace else ""
            needs = (*above, *one.pattern.converters)
            yield from named_addresses(one.url_patterns, prefix + own, needs)


def add_people(group: Group) -> None:
    """Add a member who invited somebody and asked for an archive, and two merged players."""
    dora = User.objects.create(username="dora")
    Membership.objects.create(group=group, user=dora)
    zoe, zo = (Player.objects.create(group=group, name=name) for name in ("Zoe", "Zo"))
    merge(source=zo, target=zoe, at=timezone.now())
    enqueue("group-archive", asked_by=dora, arguments={"group": group.pk})
    by = By(at=timezone.now(), actor=dora)
    table = b"date;game;Zoe;Dora\n2025-03-04;Canvas;30;28\n"
    store_import(*new_import(group=group, league=None, name="old.csv", content=table, by=by))
    invite(group=group, by=by, role=Membership.Role.MEMBER, days=7)
    add_evening(group)


def add_evening(group: Group) -> Evening:
    """Plan an evening to which Zoe comes and wants mail, and make the address of the calendar."""
    at = timezone.now()
    evening = create_evenings(
        group=group,
        days=[timezone.localdate(at, group.zone) + timedelta(days=1)],
        begins=time(19, 30),
        location="Sam’s attic",
        notes="With cake.",
        league=None,
        at=at,
    )
    zoe = group.players.get(name="Zoe")
    given = GivenAnswer(
        name="Zoe", player=zoe, is_own=False, coming="yes", email="zoe@mail.example"
    )
    give_answer(evening=evening, browser=new_browser(), given=given, at=at)
    renew_calendar(group=group)
    return evening


# What an address may need, found for a session; each is asked for where an address needs it.
VALUES: dict[str, Callable[[Session], Any]] = {
    "uuid": lambda session: session.uuid,
    "session": lambda session: session.uuid,
    "slug": lambda _session: "artem",
    "code": lambda session: session.code,
    "token": lambda session: session.share_token,
    "place": lambda _session: 1,
    "number": lambda _session: 1,
    "game": lambda _session: "artem",
    "league": lambda _session: "cup",
    "season": lambda _session: "year",
    "key": lambda _session: NEVER_SENT,
    "group": lambda session: _group(session).slug,
    "link": lambda session: _address(session).answer.evening.link,
    "answer": lambda session: _address(session).answer_id,
    "address": lambda session: _address(session).token,
    "consent": lambda session: MailConsent.objects.get(group=session.group).token,
    "calendar": lambda session: Calendar.objects.get(group=session.group).token,
    "source": lambda session: Import.objects.get(group=session.group).pk,
    "job": lambda _session: Job.objects.get(asked_by__username="dora").pk,
    "member": lambda session: _group(session).memberships.get(user__username="dora").pk,
    "player": lambda session: _group(session).players.get(name="Zoe").pk,
    "name": lambda session: _photo(session).name,
    "width": lambda _session: 320,
    "day": lambda _session: "2000-01-01",
    "merge": lambda session: Merge.objects.get(target__group=session.group).pk,
    "invitation": lambda session: Invitation.objects.get(group=session.group).pk,
}
OF_ONE_ADDRESS: dict[tuple[str, str], Callable[[Session], Any]] = {
    ("season_player", "player"): lambda session: session.seats.get(place=1).player_id,
    ("invited", "token"): lambda session: Invitation.objects.get(group=session.group).token,
    ("cover", "number"): lambda session: session.revision,
    ("cover", "key"): lambda session: cover_key(session.uuid, session.revision),
    ("opt_out", "token"): lambda _session: NEVER_SENT,
    ("first_account", "token"): lambda _session: signing.dumps("first", salt=SALT),
}


def _group(session: Session) -> Group:
    assert session.group is not None
    return session.group


def _photo(session: Session) -> Photo:
    """Return the photo of the session, of what all have made."""
    return session.photos.first() or add_photo(session, step=0, seat=None)


def _address(session: Session) -> AnswerAddress:
    return AnswerAddress.objects.get(answer__evening__group=session.group)


def address_of(name: str, session: Session) -> str:
    if name == "account_confirm_email":  # its pattern names what it needs in another way
        return reverse(name, args=[NEVER_SENT])
    needs = _all_addresses()[name]
    find = {need: OF_ONE_ADDRESS.get((name, need), VALUES[need]) for need in needs}
    return reverse(name, kwargs={need: value(session) for need, value in find.items()})


@cache
def _all_addresses() -> dict[str, tuple[str, ...]]:
    return dict(named_addresses(get_resolver().url_patterns))
