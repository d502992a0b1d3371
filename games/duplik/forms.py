"""Duplik: the forms of its taps."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.duplik.judged_rounds import live_round, read_judged_rounds
from games.duplik.judging import check_judged
from games.duplik.models import Judging
from games.duplik.rules import (
    CRITERIA,
    ROUNDS,
    JudgingRefusal,
    Round,
    State,
    artists,
)
from scoring.core.refusals import Refused
from scoring.models import Seat, Session
from scoring.play.taps import CorrectionForm, DraftForm, NextEntryForm

NUMBERS = [(number, str(number)) for number in CRITERIA]


# Taps on a round that is being judged


class BeginForm(DraftForm):
    at = forms.IntegerField()
    narrator = forms.CharField()
    # None: the site shall draw it.
    super_criterion = forms.TypedChoiceField(
        choices=[("", ""), *NUMBERS], coerce=int, required=False, empty_value=None
    )
    title = forms.CharField(required=False, max_length=200)


class RoundTap(DraftForm):
    round = forms.IntegerField()


class DescribeTap(RoundTap):
    super_criterion = forms.TypedChoiceField(choices=NUMBERS, coerce=int)
    title = forms.CharField(required=False, max_length=200)


class SideTap(RoundTap):
    side = forms.ChoiceField(choices=Judging.Side.choices)


class CallTap(RoundTap):
    criterion = forms.TypedChoiceField(
        choices=NUMBERS, coerce=int, required=False, empty_value=None
    )

    def description(self) -> dict[str, Any]:
        return {"criterion": self.cleaned_data["criterion"] or "–"}


class SheetTap(RoundTap):
    described_by: ClassVar[tuple[str, ...]] = ("artist",)
    artist = forms.CharField()


class DoneTap(SheetTap):
    done = forms.BooleanField(required=False)


class TickTap(SheetTap):
    met = forms.TypedMultipleChoiceField(choices=NUMBERS, coerce=int, required=False)
    before = forms.TypedMultipleChoiceField(choices=NUMBERS, coerce=int, required=False)
    box = forms.TypedChoiceField(choices=NUMBERS, coerce=int, required=False, empty_value=None)

    def description(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        boxes = {*cleaned["met"]} ^ {*cleaned["before"]}
        criteria = [cleaned["box"]] if cleaned["box"] else sorted(boxes)
        return {"artist": cleaned["artist"], "criteria": ", ".join(map(str, criteria))}


class DisputeTap(SheetTap):
    described_by = ("artist", "criterion")
    criterion = forms.TypedChoiceField(choices=NUMBERS, coerce=int)


class DecisionTap(DisputeTap):
    met = forms.TypedChoiceField(choices=[("1", ""), ("0", "")], coerce=lambda value: value == "1")


class VoteTap(DecisionTap):
    judge = forms.CharField()


# Rounds


class JudgedForm(NextEntryForm):
    """The round that was judged on the phones."""

    action = "round"
    entries = ROUNDS
    round = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, session: Session) -> None:
        super().__init__(*args)
        self.session = session

    def entry(self, state: State, at: int) -> Round:
        # The session is locked while it is recorded, so that nobody judges at the same time.
        live = live_round(state, read_judged_rounds(self.session, state))
        if live is None or live.pk != self.cleaned_data["round"]:
            raise Refused((), JudgingRefusal.ROUND_IS_GONE)
        check_judged(live)
        return live.round()


class GridForm(NextEntryForm):
    """A whole round on one page: the narrator, the super criterion and every sheet."""

    action = "round"
    entries = ROUNDS
    refusal_fields = {"super": "super_criterion"}
    super_criterion = forms.TypedChoiceField(
        label=_("Super criterion"),
        choices=NUMBERS,
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the super criterion.")},
    )
    title = forms.CharField(
        label=_("Title of the artwork (optional)"), required=False, max_length=200
    )

    def __init__(self, *args: Any, seats: dict[str, Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        choices = [(name, name) for name in seats]
        self.fields["narrator"] = forms.ChoiceField(
            label=_("Who narrates?"),
            choices=choices,
            widget=forms.RadioSelect,
            error_messages={"required": _("Choose the narrator.")},
        )
        for name, seat in seats.items():
            self.fields[sheet_field(seat)] = forms.TypedMultipleChoiceField(
                label=name,
                choices=NUMBERS,
                coerce=int,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each player; the narrator's is ignored."""
        return [
            {"name": name, "seat": seat, "field": self[sheet_field(seat)]}
            for name, seat in self.seats.items()
        ]

    def entry(self, state: State, at: int) -> Round:
        cleaned = self.cleaned_data
        sheets = {
            artist: tuple(sorted(cleaned[sheet_field(self.seats[artist])]))
            for artist in artists(state, cleaned["narrator"])
        }
        return Round(
            cleaned["narrator"], cleaned["super_criterion"], sheets, cleaned["title"] or None
        )


class RoundCorrection(CorrectionForm, GridForm):
    action = "correct-round"
    page = "duplik/round.html"
    out = forms.BooleanField(label=_("This round was never played: delete it"), required=False)

    def __init__(self, *args: Any, session: Session, state: State, at: int) -> None:
        seats = seats_of(session)
        values = grid_values(state.rounds[at], seats)
        super().__init__(*args, session=session, state=state, at=at, seats=seats, initial=values)


def seats_of(session: Session) -> dict[str, Seat]:
    return {seat.name: seat for seat in session.seats.clockwise()}


def sheet_field(seat: Seat) -> str:
    return f"sheet-{seat.place}"


def grid_values(round: Round, seats: dict[str, Seat]) -> dict[str, Any]:
    """Return the values that the fields of the grid have for a round."""
    sheets = {sheet_field(seats[name]): list(met) for name, met in round.sheets.items()}
    return {
        "narrator": round.narrator,
        "super_criterion": round.super_criterion,
        "title": round.title or "",
        **sheets,
    }
