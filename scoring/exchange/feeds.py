"""Atom feeds of a group's latest sessions."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join

from scoring.core.wording import points, verdict
from scoring.groups.visibility import PlayerNames
from scoring.models import Group, Result, Revision, Session
from scoring.registry import get_game

LATEST = 30
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished session."""

    session: Session
    title: str
    summary: str  # as HTML
    updated: datetime


def feed_entries(sessions: Iterable[Session], names: PlayerNames) -> list[Entry]:
    """Return an entry for each session that has results, in three queries."""
    sessions = list(sessions)
    pks = [session.pk for session in sessions]
    placed = Result.objects.placed(pks)
    results = {pk: list(own) for pk, own in groupby(placed, key=lambda result: result.session_id)}
    changed = dict(Revision.objects.latest_moments(pks))
    return [
        _entry(session, results[session.pk], changed, names)
        for session in sessions
        if session.pk in results
    ]


def _entry(
    session: Session, results: list[Result], changed: Mapping[int, datetime], names: PlayerNames
) -> Entry:
    players = [_xml_text(names.of_result(result)) for result in results]
    winners = [name for name, result in zip(players, results, strict=True) if result.rank == 1]
    title = f"{verdict(winners)} · {get_game(session.game).name}"
    lines = [
        (f"{result.rank}.", name, "" if result.points is None else f": {points(result.points)}")
        for name, result in zip(players, results, strict=True)
    ]
    summary = format_html_join("", "<p>{} {}{}</p>", lines)
    moments = [session.finished_at, changed.get(session.pk)]
    updated = max(moment for moment in moments if moment is not None)
    return Entry(session, title, summary, updated)


class _Feed(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """Return a fixed date for a feed without entries: Django's would be now, each time."""
        created: datetime = self.feed["created"]
        return max([item["updateddate"] for item in self.items], default=created)


def atom(
    group: Group,
    title: str,
    page_url: str,
    feed_url: str,
    entries: list[Entry],
    urls: Mapping[int, str],
) -> str:
    """Write the feed. `urls` has the pages of sessions; others link to the page of the feed."""
    feed = _Feed(
        title=_xml_text(title),
        link=page_url,
        description=None,
        language=group.language,
        author_name=_xml_text(group.name),
        feed_url=feed_url,
        # Without the key that some addresses have: it stays the same feed when the key changes.
        feed_guid=feed_url.partition("?")[0],
        created=group.created_at,
    )
    for entry in entries:
        feed.add_item(
            title=entry.title,
            link=urls.get(entry.session.pk, page_url),
            description=entry.summary,
            unique_id=entry.session.uuid.urn,
            pubdate=entry.session.finished_at,
            updateddate=entry.updated,
        )
    xml: str = feed.writeString("utf-8")
    return xml


def _xml_text(text: str) -> str:
    """Drop the characters that XML cannot write, which a name from elsewhere may have."""
    return NOT_IN_XML.sub("", text)
