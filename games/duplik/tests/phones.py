"""Duplik: how tests come to a table and tap."""

from typing import Any
from uuid import uuid4

from django.test import Client

from games.duplik.models import Judging
from scoring.models import Session
from scoring.sessions.loading import load
from tests.builders.tables import phone

NAMES = ("Sam", "Amy", "Mika")


def open_table(host: Client, names: tuple[str, ...] = NAMES, laps: int = 1) -> Session:
    data = {"name": names, "begins": "0", "do": "open", "laps": laps, "key": str(uuid4())}
    assert host.post("/new/duplik/", data).status_code == 302
    return Session.objects.latest("pk")


def seated(session: Session, name: str) -> Client:
    return phone(session, place=session.seats.get(name=name).place)


def url(session: Session, name: str) -> str:
    return f"/table/{session.uuid}/duplik/{name}"


def page(phone: Client, session: Session) -> str:
    return phone.get(f"/table/{session.uuid}/").content.decode()


def entries(phone: Client, session: Session) -> str:
    return phone.get(f"/table/{session.uuid}/entries/").content.decode()


def post(phone: Client, session: Session, name: str, **values: Any) -> Any:
    """A tap on the round that is being judged."""
    live = Judging.objects.filter(session=session, number=None).last()
    about: dict[str, Any] = {"at": len(load(session).state.rounds)}
    if live:
        about["round"] = live.pk
    return phone.post(url(session, name), {**about, "key": str(uuid4()), **values})
