"""List the site's named addresses, and fill them in for a session."""

from collections.abc import Iterator
from datetime import time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from scoring.background.jobs import enqueue
from scoring.evenings.answers import Said, give_answer
from scoring.evenings.evenings import create_evenings, renew_calendar
from scoring.exchange.importing.verbs import store_import
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
    Membership,
    Merge,
    Player,
    Session,
)
from scoring.models.phones import new_browser
from scoring.models.revisions import By

ELSEWHERE = ("admin",)  # has its own people and its own tests


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
    store_import(group=group, league=None, name="old.csv", content=table, by=by)
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
    said = Said(name="Zoe", player=zoe, is_own=False, coming="yes", email="zoe@mail.example")
    give_answer(evening=evening, browser=new_browser(), said=said, at=at)
    renew_calendar(group=group)
    return evening


def address_of(name: str, session: Session) -> str:
    values: dict[str, Any] = {
        "uuid": session.uuid,
        "session": session.uuid,
        "slug": "artem",
        "code": session.code,
        "token": session.share_token,
        "place": 1,
        "number": 1,
        "game": "artem",
        "league": "cup",
        "season": "year",
        "key": "never-sent",
        **_values_of_group(session),
    }
    if name == "season_player":
        values["player"] = session.seats.get(place=1).player_id
    if name == "invited":
        values["token"] = Invitation.objects.get(group=session.group).token
    if name == "opt_out":
        values["token"] = values["key"]
    needs = dict(named_addresses(get_resolver().url_patterns))[name]
    if name == "account_confirm_email":  # its pattern names what it needs in another way
        return reverse(name, args=[values["key"]])
    return reverse(name, kwargs={need: values[need] for need in needs})


def _values_of_group(session: Session) -> dict[str, Any]:
    group = session.group
    assert group is not None
    address = AnswerAddress.objects.get(answer__evening__group=group)
    return {
        "group": group.slug,
        "link": address.answer.evening.link,
        "answer": address.answer_id,
        "address": address.token,
        "calendar": Calendar.objects.get(group=group).token,
        "source": Import.objects.get(group=group).pk,
        "job": Job.objects.get(asked_by__username="dora").pk,
        "member": Membership.objects.get(group=group, user__username="dora").pk,
        "player": Player.objects.get(group=group, name="Zoe").pk,
        "merge": Merge.objects.get(target__group=group).pk,
        "invitation": Invitation.objects.get(group=group).pk,
    }
