"""What a group's readers follow: the latest evenings as an Atom feed."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join

from scoring.core.wording import points, verdict
from scoring.groups.visibility import PlayerNames
from scoring.models import Result, Revision, Session
from scoring.registry import get_game

LATEST = 30
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished evening."""

    session: Session
    title: str
    summary: str  # as HTML
    updated: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What the feed is of, and its addresses."""

    title: str
    page: str
    feed: str
    language: str
    author: str
    begun: datetime  # of a feed without entries


def entries(sessions: Iterable[Session], names: PlayerNames) -> list[Entry]:
    """Three queries, however long the evenings were."""
    there = list(sessions)
    pks = [session.pk for session in there]
    placed = Result.objects.placed(pks)
    results = {pk: list(own) for pk, own in groupby(placed, key=lambda one: one.session_id)}
    changed = dict(Revision.objects.latest_moments(pks))
    return [
        _entry(session, results[session.pk], changed, names)
        for session in there
        if session.pk in results
    ]


def _entry(
    session: Session, results: list[Result], changed: Mapping[int, datetime], names: PlayerNames
) -> Entry:
    called = [_plain(names.of_result(result)) for result in results]
    winners = [name for name, result in zip(called, results, strict=True) if result.rank == 1]
    title = f"{verdict(winners)} · {get_game(session.game).name}"
    lines = [
        (f"{result.rank}.", name, points(result.points))
        for name, result in zip(called, results, strict=True)
    ]
    summary = format_html_join("", "<p>{} {}: {}</p>", lines)
    moments = [session.finished_at, changed.get(session.pk)]
    updated = max(moment for moment in moments if moment is not None)
    return Entry(session, title, summary, updated)


class _Feed(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """Of a feed without entries too, so that it stays the same until there is one."""
        begun: datetime = self.feed["begun"]
        return max([item["updateddate"] for item in self.items], default=begun)


def atom(place: Place, found: list[Entry], links: Mapping[int, str]) -> str:
    """`links`: where each session is shown; where it is shown nowhere, to the page itself."""
    feed = _Feed(
        title=_plain(place.title),
        link=place.page,
        description=None,
        language=place.language,
        author_name=_plain(place.author),
        feed_url=place.feed,
        # Without the key that some addresses have: it stays the same feed when the key changes.
        feed_guid=place.feed.partition("?")[0],
        begun=place.begun,
    )
    for entry in found:
        feed.add_item(
            title=entry.title,
            link=links.get(entry.session.pk, place.page),
            description=entry.summary,
            unique_id=entry.session.uuid.urn,
            pubdate=entry.session.finished_at,
            updateddate=entry.updated,
        )
    written: str = feed.writeString("utf-8")
    return written


def _plain(text: str) -> str:
    """XML has no way to say some characters, which a name from elsewhere may have."""
    return NOT_IN_XML.sub("", text)
