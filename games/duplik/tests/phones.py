"""Duplik: how tests come to a table and tap."""

from typing import Any
from uuid import uuid4

from django.test import Client

from games.duplik.models import Judging
from scoring.models import Seat, Session
from scoring.sessions import load

NAMES = ("Sam", "Amy", "Mika")


def open_table(host: Client, names: tuple[str, ...] = NAMES, laps: int = 1) -> Session:
    said = {"name": names, "begins": "0", "do": "open", "laps": laps, "key": str(uuid4())}
    assert host.post("/new/duplik/", said).status_code == 302
    return Session.objects.latest("pk")


def seated(session: Session, name: str) -> Client:
    phone = Client()
    phone.post(f"/join/{session.code}/")
    place = Seat.objects.get(session=session, name=name).place
    phone.post(f"/table/{session.uuid}/seats/", {"place": place})
    return phone


def url(session: Session, name: str) -> str:
    return f"/table/{session.uuid}/duplik/{name}"


def page(phone: Client, session: Session) -> str:
    return phone.get(f"/table/{session.uuid}/").content.decode()


def post(phone: Client, session: Session, name: str, **said: Any) -> Any:
    """A tap on the round that is being judged."""
    live = Judging.objects.filter(session=session, number=None).last()
    about: dict[str, Any] = {"at": len(load(session).state.rounds)}
    if live:
        about["round"] = live.pk
    return phone.post(url(session, name), {**about, "key": str(uuid4()), **said})
