"""Canvas: what the page of a table shows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.forms import Form
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import get_text_list
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.canvas.cards import PlayedCard
from games.canvas.conditions import SLOTS, Slots
from games.canvas.cover import paint
from games.canvas.deck import art_names
from games.canvas.forms import (
    CardPointsForm,
    InspirationForm,
    PaintingForm,
    noted_way,
    way_before,
)
from games.canvas.ribbons import (
    Ribbons,
    cards_of,
    completed,
    ribbons_of,
    taken_of,
)
from games.canvas.rules import (
    PAINTINGS,
    Details,
    Painting,
    State,
    check_end,
    edition_of,
    inspiration_in_play,
    missing_points,
    paintings_of,
    points_by_painting,
    rematch,
    unsaid_tokens,
    visible,
)
from games.canvas.wording import CONDITIONS, ICONS, WORDING, capped, needs, not_counted, progress
from scoring.contract import Game, Phase, Play, Step
from scoring.core.entries import score_change
from scoring.core.outcome import Outcome
from scoring.core.refusals import Refused
from scoring.core.wording import award_sentence, end_sentence
from scoring.models import Seat
from scoring.play.screen import Choice, TableNow
from scoring.sessions.effects import effect
from scoring.web.etag import digest
from scoring.web.table_access import Visit


@dataclass(frozen=True, slots=True)
class Frame:
    """A painting as it is drawn; without icons if the table counted by hand."""

    slots: Slots | None
    title: str | None
    label: str  # for those who do not see it


def frame(painting: Painting, title: str | None) -> Frame:
    slots = visible(painting)
    return Frame(slots, title, _in_words(slots) if slots else _("Counted by hand"))


def _in_words(slots: Slots) -> str:
    words = [
        _("slot %(number)d: %(icons)s")
        % {"number": at, "icons": ", ".join(str(ICONS[icon]) for icon in icons) or _("nothing")}
        for at, icons in enumerate(slots, 1)
    ]
    return "; ".join(words)


# What to enter


@dataclass(frozen=True, slots=True)
class Picture:
    """A painting that is being entered, as it is drawn beside its title; `gained`: its points."""

    seat: Seat
    number: int
    slots: Slots | None = None
    title: str = ""
    gained: int | None = None

    @property
    def id(self) -> str:
        return f"picture-{self.seat.place}-{self.number}"

    @property
    def drawn(self) -> tuple[str, SafeString]:
        """Return the colour of the ground, and shapes of our own making."""
        place, slots = self.seat.place, self.slots or ((),) * SLOTS
        ground, shapes = paint(f"{self.seat.pk}-{self.number}", place, slots)
        return ground, mark_safe(shapes)  # noqa: S308


@dataclass(frozen=True)
class Easel:
    """A player's paintings so far, and the form for the next one."""

    seat: Seat
    state: State
    done: int
    way: str  # in which the table noted its last painting, if it has one
    opened: bool = False
    failed: PaintingForm | None = None  # what was refused, to be shown again

    @property
    def is_full(self) -> bool:
        return self.done == PAINTINGS

    @property
    def keep(self) -> bool:
        """Return whether what is chosen on this phone goes before what the server sends."""
        return self.failed is None

    @cached_property
    def form(self) -> PaintingForm:
        if self.failed:
            return self.failed
        initial = {"player": self.name, "at": self.done, **({"way": self.way} if self.way else {})}
        return PaintingForm(initial=initial, state=self.state, auto_id=_auto_id(self.seat))

    @property
    def form_key(self) -> str:
        """Return what the fields of an empty form depend on."""
        edition, cards = edition_of(self.state), cards_of(self.state)
        who = self.seat.place, self.name, self.done
        return digest(*who, self.way, edition, cards, get_language())

    @property
    def picture(self) -> Picture:
        return Picture(self.seat, self.number)

    @property
    def choice(self) -> Choice:
        """Return the button that shows this easel, unless the player has painted everything."""
        return Choice("" if self.is_full else f"easel-{self.seat.place}", self.is_full)

    @property
    def form_id(self) -> str:
        return f"painting-{self.seat.place}-{self.number}"

    @property
    def button_class(self) -> str:
        return f"primary of-choice seat-{self.seat.place}"

    @property
    def name(self) -> str:
        return self.seat.name

    @property
    def number(self) -> int:
        return self.done + 1


def entry_context(visit: Visit, now: TableNow, failed: Form | None) -> dict[str, Any]:
    state: State = now.state
    own = visit.seat.name if visit.seat else None
    names = sorted(state.players, key=lambda name: name != own)
    next_one = min(names, key=lambda name: len(paintings_of(state, name)))
    is_full = own is None or len(paintings_of(state, own)) == PAINTINGS
    asked = next_one if is_full else own
    way = _usual_way(now)
    easels = [_easel(now, name, way, failed, opened=name == asked) for name in names]
    refused = any(easel.failed for easel in easels)
    if refused:
        easels = [replace(easel, opened=easel.failed is not None) for easel in easels]
    most = inspiration_in_play(state)
    return {
        "easels": [] if now.outcome.finished else easels,
        "choices": {} if now.outcome.finished else {easel.name: easel.choice for easel in easels},
        "art": art_left(state),
        "wrong": _wrong(failed, easels),
        "asked": _asked(now, failed),
        "tokens": _tokens(state, failed),
        "tokens_key": digest(state.players, state.inspiration, most, get_language()),
        "all_painted": len(completed(state)) == PAINTINGS * len(state.players),
        "in_play": most,
        **_judging(now),
    }


def _easel(now: TableNow, name: str, way: str, failed: Form | None, *, opened: bool) -> Easel:
    seat, done = now.seats[name], len(paintings_of(now.state, name))
    if isinstance(failed, PaintingForm) and failed.is_for(player=name, at=done):
        failed.auto_id = _auto_id(seat)
        return Easel(seat, now.state, done, way, opened=True, failed=failed)
    return Easel(seat, now.state, done, way, opened=opened)


def _usual_way(now: TableNow) -> str:
    """Return how this table noted its last painting, or the one before it; empty if neither did."""
    last = completed(now.state)[-1:]
    for name, at in last:
        return noted_way(paintings_of(now.state, name)[at])
    return way_before(now.session, edition_of(now.state))


def _auto_id(seat: Seat) -> str:
    return f"p{seat.place}-%s"


def _wrong(failed: Form | None, easels: list[Easel]) -> list[str]:
    """Return the errors of a refused form that the page no longer shows."""
    if failed is None or isinstance(failed, InspirationForm | CardPointsForm):
        return []
    if any(easel.failed for easel in easels):
        return []
    return [str(error) for errors in failed.errors.values() for error in errors]


def art_left(state: State, but: Painting | None = None) -> list[str]:
    """Return the art cards that are in no painting but `but`; each is in only one (R-C8)."""
    if edition_of(state) == "retail":
        return []
    used = {
        card
        for paintings in state.paintings.values()
        for painting in paintings
        if painting is not but
        for card in painting.art or ()
    }
    return [name for name in art_names() if name not in used]


def _asked(now: TableNow, failed: Form | None) -> CardPointsForm | None:
    """Return the form of the points that are to be copied from cards, if there are any (R-C2)."""
    missing = missing_points(now.state, now.outcome.details)
    if isinstance(failed, CardPointsForm):
        failed.asked = missing
        return failed
    return CardPointsForm(state=now.state, asked=missing, auto_id="id-%s") if missing else None


def _tokens(state: State, failed: Form | None) -> InspirationForm:
    if isinstance(failed, InspirationForm):
        return failed
    return InspirationForm(state=state, auto_id="id-%s")


def _judging(now: TableNow) -> dict[str, Any]:
    """Return who has to pick among whom, once these have said their tokens (R-C10)."""
    pending = now.outcome.pending
    if pending is None:
        return {"judges": "", "picked": now.state.judge_choice}
    tied = get_text_list([*pending.between], _("and"))
    if unsaid_tokens(now.outcome, now.state):
        return {"judges": "", "tied": tied, "ask_tokens": True}
    return {
        "judges": get_text_list([*pending.judges], _("and")),
        "tied": tied,
        "between": [now.seats[name] for name in pending.between],
    }


# What an entry would bring


@dataclass(frozen=True, slots=True)
class Glimpse:
    frame: Frame
    ribbons: tuple[Ribbons, ...]
    bonus: int
    gained: int
    notes: list[str]


def glimpse(form: PaintingForm, game: Game[State], state: State) -> Glimpse | None:
    """Return what the painting would earn; None if it is refused, and the form then says why."""
    if not form.is_valid():
        return None
    try:
        then, outcome = score_change(game.score, state, form.change(state))
        form.check(then, outcome)
    except Refused as refused:
        form.refuse(refused, WORDING)
        return None
    name, at = form.cleaned_data["player"], form.cleaned_data["at"]
    moved = {player.name: player for player in effect(game.score(state), outcome).players}
    shown = _shown(then, outcome.details, name, at)
    return Glimpse(gained=moved[name].gained, **shown)


def picture(seats: Sequence[Seat], form: PaintingForm, glimpse: Glimpse | None) -> Picture | None:
    """Return the painting as far as it can be drawn, if the form says whose it is."""
    name, at = form.cleaned_data.get("player"), form.cleaned_data.get("at")
    seat = next((seat for seat in seats if seat.name == name), None)
    if seat is None or at is None or at not in range(PAINTINGS):
        return None
    if glimpse is None:
        return Picture(seat, at + 1)
    frame = glimpse.frame
    return Picture(seat, at + 1, frame.slots, frame.title or "", glimpse.gained)


def _shown(state: State, details: Details, name: str, at: int) -> dict[str, Any]:
    scored = details["paintings"][name][at]
    ribbons = ribbons_of(state, details, name, at)
    return {
        "frame": frame(paintings_of(state, name)[at], scored["title"]),
        "ribbons": ribbons,
        "bonus": scored["bonus"],
        "notes": [
            *[capped(each.card, each.earned, each.left) for each in ribbons if each.capped],
            *not_counted([each.card for each in ribbons if each.taken and not each.copied]),
        ],
    }


# What was entered


def parts_context(now: TableNow) -> dict[str, Any]:
    state, details = now.state, now.outcome.details
    return {
        "walls": [
            {
                "seat": now.seats[name],
                "paintings": [
                    _hung(state, details, now.seats[name], at)
                    for at in range(len(paintings_of(state, name)))
                ],
            }
            for name in state.players
        ],
        "card_rows": [_card_row(state, details, card) for card in cards_of(state)],
        "copied_cards": _copied_cards(state),
        "bonus_row": [details["bonus"][name] for name in state.players],
        "token_row": [state.inspiration.get(name) for name in state.players],
        "total_row": _totals(now),
        "award": award_sentence(now.outcome, WORDING),
        "end": end_sentence(now.outcome, WORDING),
    }


def _hung(state: State, details: Details, seat: Seat, at: int) -> dict[str, Any]:
    """Return a painting of a wall; its `key` stays the same while others are entered."""
    shown = _shown(state, details, seat.name, at)
    drawn = Picture(seat, at + 1, shown["frame"].slots)
    key = digest(seat.pk, at, shown, get_language())
    return {"number": at + 1, "key": key, "picture": drawn, **shown}


def _copied_cards(state: State) -> list[dict[str, Any]]:
    """Return the cards whose points the table states itself, so that it may correct them."""
    return [
        {"place": place, "name": card.name, "row": card.points if card.copied else ()}
        for place, card in enumerate(cards_of(state), 1)
        if state.cards[place - 1].points is not None
    ]


def _card_row(state: State, details: Details, card: PlayedCard) -> dict[str, Any]:
    return {
        "name": card.name,
        "condition": CONDITIONS[card.condition],
        "row": card.points if card.copied else (),
        "cells": [
            {
                "ribbons": taken_of(details, name, card.name),
                "points": details["cards"][name][card.name],
            }
            for name in state.players
        ],
    }


def _totals(now: TableNow) -> list[int]:
    points = {standing.player: standing.points for standing in now.outcome.standings}
    return [points[name] for name in now.state.players]


def steps(state: State, outcome: Outcome[Details]) -> list[Step]:
    order = completed(state)
    label = _("%(name)s, painting %(number)d")
    return [
        Step(label % {"name": name, "number": at + 1}, points)
        for (name, at), points in zip(
            order, points_by_painting(state, outcome.details, order), strict=True
        )
    ]


def phase(now: TableNow) -> Phase | None:
    pending = _judging(now)
    if pending.get("ask_tokens"):
        unsaid = unsaid_tokens(now.outcome, now.state)
        notes = dict.fromkeys(unsaid, _("tokens left still to be entered"))
        title = _("%(tied)s are tied on points") % pending
        return Phase(title, notes, awaited=unsaid, about=unsaid)
    if pending["judges"]:
        judges = now.outcome.pending.judges if now.outcome.pending else ()
        title = _("It is up to %(judges)s to choose between %(tied)s") % pending
        return Phase(title, dict.fromkeys(judges, _("to choose")), awaited=judges, about=judges)
    if now.outcome.finished:
        return None
    facts = [*not_counted(missing_points(now.state, now.outcome.details))]
    order = completed(now.state)
    return (
        _latest_painting(now, order, facts) if order else Phase(_("Everyone paints"), facts=facts)
    )


def _latest_painting(
    now: TableNow, order: Sequence[tuple[str, int]], facts: Sequence[str]
) -> Phase:
    """Return whose painting was completed last, and what it earned."""
    name, at = order[-1]
    worth = points_by_painting(now.state, now.outcome.details, order)[-2:]
    earned = worth[-1][name] - (worth[0][name] if len(worth) > 1 else 0)
    title = now.outcome.details["paintings"][name][at]["title"]
    return Phase(
        _("%(name)s’s painting %(number)d") % {"name": name, "number": at + 1},
        about=(name,),
        figure=earned,
        figure_label=_("points"),
        facts=[title, *facts] if title else facts,
    )


def pieces(state: State, _outcome: Outcome[Details]) -> dict[str, list[str]]:
    done = {name: len(paintings_of(state, name)) for name in state.players}
    return {name: ["own"] * own + [""] * (PAINTINGS - own) for name, own in done.items()}


PLAY: Play[State] = Play(
    entry_context=entry_context,
    parts_context=parts_context,
    steps=steps,
    progress=progress,
    needs=needs,
    pieces=pieces,
    phase=phase,
    check_end=check_end,
    rematch=rematch,
)
