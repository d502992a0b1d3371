"""Duplik: what the page of a table shows."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.forms import Form
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.duplik.dispute_rules import is_even, voters
from games.duplik.judged_rounds import Disputed, Judged, by_recorded_round, facts, live_round
from games.duplik.rules import (
    CRITERIA,
    ROUNDS,
    Details,
    Sheet,
    State,
    laps_of,
    narrations_left,
    next_narrator,
    points_by_round,
    round_score,
    sheet_score,
)
from games.duplik.wording import how_decided, needs, progress
from scoring.contract import Phase, Play, Step, numbered_steps
from scoring.core.outcome import Outcome
from scoring.models import Phone
from scoring.play.screen import Choice, TableNow
from scoring.sessions.effects import effect
from scoring.web.etag import digest
from scoring.web.table_access import Visit


def entry_context(visit: Visit, now: TableNow, failed: Form | None) -> dict[str, Any]:
    if now.outcome.finished:
        return {}
    state: State = now.state
    live = live_round(state, now.extra)
    context = {"at": len(state.rounds), "number": len(state.rounds) + 1}
    if live is None:
        return {**context, "narrators": _narrators(now), "criteria": CRITERIA}
    return {**context, "live": live, **_live(visit, now, live)}


def _narrators(now: TableNow) -> list[dict[str, Any]]:
    suggested = next_narrator(now.state)
    return [
        {"seat": now.seats[name], "name": name, "suggested": name == suggested}
        for name, left in narrations_left(now.state).items()
        if left
    ]


def _live(visit: Visit, now: TableNow, live: Judged) -> dict[str, Any]:
    seat = visit.seat.name if visit.seat else None
    drawings = [_drawing(now, live, artist, seat) for artist in live.sheets]
    narrates = seat == live.narrator
    may_argue = not narrates or visit.hosts
    own = _speaks_for(visit, now, live) if may_argue else set()
    ready = bool(live.side) and not live.missing and not live.open_disputes
    judging = _judged_here(drawings, seat, own)
    # Where a player enters for many, only their own is under the thumb; others are in the fold.
    many = bool(seat) and len(judging) > 2
    at_hand = [one for one in judging if one["yours"]] if many else judging
    drawn = next((one for one in drawings if one["artist"] == seat), None)
    asked = _asked(live, at_hand, drawn, calls=narrates or not seat)
    choices = _choices(live, judging) if live.side else {}
    for drawing in drawings:
        following = [name for name, each in choices.items() if not each.is_entered]
        following = [name for name in following if name != drawing["artist"]]
        drawing["then"] = choices[following[0]].id if following else ""
        drawing["is_asked"] = any(one["artist"] == drawing["artist"] for one in asked["asked"])
    return {
        "narrator_seat": now.seats[live.narrator],
        "narrates": narrates,
        "criteria": CRITERIA,
        "round_key": digest(live.pk, live.super_criterion, live.title, live.called, get_language()),
        "next_call": _next_call(live),
        "drawings": drawings,
        "judging": judging,
        "shown_first": next((one["seat"] for one in judging if not one["done"]), judging[0]["seat"])
        if judging
        else None,
        "choices": choices,
        "own": drawn,
        **asked,
        "disputes": [_dispute(visit, now, live, dispute, own) for dispute in live.open_disputes],
        "decided": [
            {"dispute": dispute, "sentence": how_decided(dispute)}
            for dispute in live.disputes
            if dispute.met is not None
        ],
        "may_argue": may_argue,
        "may_start_over": narrates or visit.hosts,
        "narrator_points": round_score(live.round())["narrator"] if live.begun else None,
        "ready": ready,
        "effect": _brings(now, live) if ready else None,
    }


def _judged_here(
    drawings: Sequence[dict[str, Any]], seat: str | None, speaks_for: set[str]
) -> Sequence[dict[str, Any]]:
    """Return the drawings to judge on this phone, first that of its own seat.

    A host without a seat judges for everyone; any phone is passed to judges who have none, and the
    narrator's only if it may be the only one."""
    if not seat:
        return drawings
    here = [drawing for drawing in drawings if drawing["judge"] in speaks_for]
    return sorted(here, key=lambda drawing: not drawing["yours"])


def _choices(live: Judged, judging: Sequence[dict[str, Any]]) -> dict[str, Choice]:
    """Return by artist the drawing whose criteria are shown, where several are judged here."""
    if len(judging) < 2:
        return {}
    return {
        one["artist"]: Choice(f"sheet-{live.pk}-{one['seat'].place}", is_entered=one["done"])
        for one in judging
    }


def _asked(
    live: Judged, judging: Sequence[dict[str, Any]], own: dict[str, Any] | None, *, calls: bool
) -> dict[str, Any]:
    """Return what this phone can do about the criterion that is called.

    Once the last one is, that is also to say that a drawing is judged whose vote has decided it."""
    if not live.side or not live.missing:
        return {"calls": calls, "asked": []}
    asked = [
        {
            "artist": drawing["artist"],
            "judge": "" if drawing["yours"] else drawing["judge"],
            "seat": drawing["seat"],
            "answered": drawing["artist"] in live.answered,
            **_box(live, drawing["artist"], at),
        }
        for drawing in judging
        if (at := live.called) and not drawing["done"] and _is_asked(live, drawing["artist"], at)
    ]
    # At the foot of the page: the drawing of this phone's own player, or the only one.
    thumb = [one for one in asked if not one["judge"]] or (asked if len(asked) == 1 else [])
    disputable = bool(own and live.called and not live.dispute(own["artist"], live.called))
    return {
        "calls": calls,
        "asked": asked,
        "thumb": thumb,
        "asked_below": [one for one in asked if one not in thumb],
        "may_dispute": disputable,
    }


def _is_asked(live: Judged, artist: str, criterion: int) -> bool:
    dispute = live.dispute(artist, criterion)
    return dispute is None or (dispute.met is not None and not _next_call(live))


def _next_call(live: Judged) -> int | None:
    following = (live.called or 0) + 1
    return following if following in CRITERIA else None


def _brings(now: TableNow, live: Judged) -> Any:
    """Return what the round brings everyone by the rules."""
    return effect(now.outcome, now.game.score(ROUNDS.add(now.state, live.round())))


def _drawing(now: TableNow, live: Judged, artist: str, seat: str | None) -> dict[str, Any]:
    judge = live.judges.get(artist, "")
    met = live.sheets[artist]
    known = bool(met) or artist in live.done
    boxes = [_box(live, artist, number) for number in CRITERIA]
    return {
        "artist": artist,
        "seat": now.seats[artist],
        "judge": judge,
        "yours": judge == seat,
        "done": artist in live.done,
        "met": met,
        "boxes": boxes,
        # What the templates show of the boxes; they stay the same while others are ticked.
        "boxes_key": digest(live.pk, artist, boxes, get_language()),
        "score": sheet_score(met, live.super_criterion) if known else None,
    }


def _box(live: Judged, artist: str, number: int) -> dict[str, Any]:
    return {
        "number": number,
        "met": number in live.sheets[artist],
        "super": number == live.super_criterion,
        "called": number == live.called,
        "dispute": live.dispute(artist, number),
    }


def _speaks_for(visit: Visit, now: TableNow, live: Judged) -> set[str]:
    """Return for whom this phone judges and votes: its own seat, and artists with no phone."""
    if not live.side or not (visit.seat or live.open_disputes):
        return set()
    phones = Phone.objects.of_seats(visit.session)
    here = visit.phone.pk
    return {name for name in live.sheets if phones.get(now.seats[name].pk, here) == here}


def _dispute(
    visit: Visit, now: TableNow, live: Judged, dispute: Disputed, own: set[str]
) -> dict[str, Any]:
    missing = [name for name in voters(live.sheets, dispute.artist) if name not in dispute.votes]
    seat = visit.seat.name if visit.seat else None
    even = not missing and is_even(dispute.votes)
    return {
        "artist": dispute.artist,
        "seat": now.seats[dispute.artist],
        "criterion": dispute.criterion,
        "even": even,
        "missing": missing,
        "voted": list(dispute.votes),
        # Everyone votes on their own phone; any phone is passed to those who have none.
        "voters": [{"name": name, "self": name == seat} for name in missing if name in own],
        "author_here": even and dispute.artist in own,
        "own": dispute.artist == seat,
        "ayes": dispute.ayes,
        "noes": dispute.noes,
    }


# What was entered


def parts_context(now: TableNow) -> dict[str, Any]:
    state: State = now.state
    judged = by_recorded_round(state, now.extra) if state.rounds else {}
    rounds = [_round(now, at, judged.get(at)) for at in range(len(state.rounds))]
    return {
        "rounds": rounds,
        "latest_rounds": rounds[::-1],
        "totals": now.outcome.details["totals"],
    }


def _round(now: TableNow, at: int, judged: Judged | None) -> dict[str, Any]:
    round = now.state.rounds[at]
    worth = now.outcome.details["rounds"][at]
    judges, disputes = facts(judged, round) if judged else ({}, ())
    return {
        "number": at + 1,
        "narrator": round.narrator,
        "seat": now.seats[round.narrator],
        "narrator_points": worth["narrator"],
        "super_criterion": round.super_criterion,
        "title": round.title or "",
        "sheets": [
            {
                "artist": artist,
                "seat": now.seats[artist],
                "met": sorted(met),
                "super_met": round.super_criterion in met,
                "score": sheet_score(met, round.super_criterion),
                "judge": judges.get(artist, ""),
            }
            for artist, met in _in_seat_order(now, round.sheets)
        ],
        "disputes": [how_decided(dispute) for dispute in disputes],
    }


def _in_seat_order(now: TableNow, sheets: Mapping[str, Sheet]) -> list[tuple[str, Sheet]]:
    return [(name, sheets[name]) for name in now.seats if name in sheets]


def steps(state: State, outcome: Outcome[Details]) -> Sequence[Step]:
    return numbered_steps(_("Round %(number)d"), points_by_round(state, outcome.details))


def unrecorded(now: TableNow) -> str:
    """Return which round is being entered, and so would not count."""
    if now.outcome.finished or not live_round(now.state, now.extra):
        return ""
    number = len(now.state.rounds) + 1
    sentence = _("Round %(number)d is not recorded yet: what was entered for it would not count.")
    return sentence % {"number": number}


def phase(now: TableNow) -> Phase | None:
    if now.outcome.finished:
        return None
    live = live_round(now.state, now.extra)
    if live is None:
        return Phase(_("Who narrates?"))
    if live.side and live.open_disputes:
        return _vote(live, live.open_disputes[0])
    notes = {live.narrator: _("narrates")}
    facts = [_("Super criterion: %(number)d") % {"number": live.super_criterion}]
    about = (live.narrator,)
    if not live.side:
        return Phase(_("Everyone draws"), notes, about=about, facts=facts)
    facts += map(how_decided, live.disputes)
    if not live.missing:
        return Phase(_("Everyone is done."), notes, about=about, facts=facts)
    awaited = live.unanswered or live.missing
    judging = _("still to answer") if live.unanswered else _("still judging")
    notes |= {name: _("has judged") for name in live.sheets} | dict.fromkeys(awaited, judging)
    title = (
        _("Now judging: criterion %(number)s") % {"number": live.called}
        if live.called
        else _("No criterion called yet")
    )
    label = _("criterion") if live.called else ""
    return Phase(title, notes, awaited, about, live.called, label, facts)


def _vote(live: Judged, dispute: Disputed) -> Phase:
    """Return who has voted and who has not; how anybody voted is shown when all have."""
    values = {"number": dispute.criterion, "name": dispute.artist}
    title = _("Vote: criterion %(number)d of %(name)s’s drawing") % values
    about = (dispute.artist,)
    missing = [name for name in voters(live.sheets, dispute.artist) if name not in dispute.votes]
    if missing:
        notes = dict.fromkeys(dispute.votes, _("has voted"))
        notes |= dict.fromkeys(missing, _("still to vote"))
        return Phase(title, notes, missing, about, dispute.criterion, _("criterion"))
    values |= {"ayes": dispute.ayes, "noes": dispute.noes}
    decides = _("%(ayes)s to %(noes)s: %(name)s decides.") % values
    notes = {dispute.artist: _("decides")}
    return Phase(title, notes, about, about, dispute.criterion, _("criterion"), [decides])


def pieces(state: State, _outcome: Outcome[Details]) -> dict[str, list[str]]:
    """Return how often everyone has narrated, of the times that they will."""
    laps = laps_of(state)
    return {
        name: ["own"] * (laps - left) + [""] * left for name, left in narrations_left(state).items()
    }


PLAY: Play[State] = Play(
    entry_context=entry_context,
    parts_context=parts_context,
    steps=steps,
    progress=progress,
    needs=needs,
    pieces=pieces,
    unrecorded=unrecorded,
    phase=phase,
    hourglass=90,
)
