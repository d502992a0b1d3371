"""Plan evenings as the site does, and answer to them."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.evenings.answers import GivenAnswer, give_answer
from scoring.evenings.evenings import create_evenings
from scoring.models import Answer, Evening, Group
from scoring.models.phones import new_browser


def planned(group: Group, days: int = 7, *, at: datetime | None = None, **more: Any) -> Evening:
    """Plan an evening in so many days, at 19:30 of the group."""
    at = at or timezone.now()
    values = {"location": "Sam’s attic", "notes": "With cake.", "league": None, **more}
    day: date = timezone.localdate(at, group.zone) + timedelta(days=days)
    return create_evenings(group=group, days=[day], begins=time(19, 30), at=at, **values)


def evening_url(evening: Evening, name: str = "evening", *args: object) -> str:
    return reverse(name, args=[evening.link, *args])


def answered(evening: Evening, name: str, coming: str = "yes", **more: Any) -> Answer:
    """Store an answer of a browser of its own; it is a player's if the group has that name.

    An email address is one that they have confirmed, so that it is not asked first."""
    player = evening.group.players.filter(name=name).first()
    given = GivenAnswer(name=name, player=player, is_own=False, coming=coming, **more)
    given = replace(given, has_confirmed_email=True)
    return give_answer(evening=evening, browser=new_browser(), given=given, at=timezone.now())


def answer(client: Client, evening: Evening, name: str, coming: str = "yes", **more: str) -> Any:
    values = {"name": name, "coming": coming, **more}
    return client.post(evening_url(evening), values)
