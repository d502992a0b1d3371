"""The page on which players are named after the table was opened."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.core.refusals import Code, Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import check_name
from scoring.models import Group, Seat
from scoring.models.people import NAME_LENGTH
from scoring.noted.game import game_of
from scoring.play.earlier_tables import regulars
from scoring.play.joining import default_names, seats_to_name
from scoring.play.taps import KeyField, changed_since
from scoring.play.views.correcting import Question, ask_if_standings_change
from scoring.sessions.name_matching import name_key
from scoring.sessions.naming import PlayerSitsElsewhere, name_seats
from scoring.sessions.recording import MovedOn
from scoring.sessions.typed_names import (
    MEANT,
    SOMEBODY_NEW,
    MatchedNames,
    NameQuestion,
    match_names,
    names_of_new_people,
    questions_about_guests,
    with_answers,
)
from scoring.web.requests import render_form
from scoring.web.table_access import Needs, Visit, table_view


class NamesForm(forms.Form):
    """A name for each of some seats; an empty field leaves a seat as it is."""

    key = KeyField()

    def __init__(self, seats: Sequence[Seat], known: Sequence[str], *args: Any) -> None:
        """`known`: players of the group, to choose from."""
        super().__init__(*args)
        self.seats = seats
        self.matched = MatchedNames({}, {})
        self.about_guests: Mapping[str, NameQuestion] = {}
        for seat in seats:
            is_unnamed = seat.name in default_names()
            self.fields[field_of(seat)] = forms.CharField(
                label=_("Name in seat %(seat)s") % {"seat": seat.place},
                required=False,
                max_length=NAME_LENGTH,
                initial="" if is_unnamed else seat.name,
                widget=forms.TextInput(
                    {
                        "placeholder": seat.name,
                        "autocapitalize": "words",
                        "autocomplete": "off",
                        "spellcheck": "false",
                        "list": "known-players" if known else False,
                    }
                ),
            )

    def clean(self) -> None:
        super().clean()
        for seat in self.seats:
            try:
                if name := self.cleaned_data.get(field_of(seat)):
                    check_name(name)
            except Refused as refused:
                self.add_error(field_of(seat), refusal_sentence(refused))

    def rows(self) -> list[tuple[Seat, forms.BoundField, NameQuestion | None]]:
        at = [(seat, field_of(seat)) for seat in self.seats]
        questions = {**self.about_guests, **self.matched.questions}
        return [(seat, self[name], questions.get(name)) for seat, name in at]

    def new_names(self) -> list[str]:
        """Return the names that were said to be of somebody new."""
        typed = [self.data.get(field_of(seat), "").strip() for seat in self.seats]
        return names_of_new_people(self.data, typed)

    def ask_about_guests(self, group: Group) -> None:
        """Ask who the guests at the table are."""
        guests = {field_of(seat): seat.name for seat in self.seats if seat.player_id is None}
        if guests:
            self.about_guests = questions_about_guests(group.players.merged_by_name(), guests)

    def match(self, group: Group, seated: Collection[str]) -> None:
        """Find the players of the group whom the names mean that are new at the table."""
        names = {
            field: self.cleaned_data[field]
            for field in map(field_of, self.seats)
            if not self._is_still_guest(field)
        }
        self.matched = match_names(
            group.players.merged_by_name(), names, new=self.new_names(), seated=seated
        )
        for field, asked in self.about_guests.items():
            is_new = f"{MEANT}{field}" not in self.data and names.get(field) == asked.typed
            if is_new and name_key(asked.typed) in map(name_key, asked.players):
                self.add_error(field, _("The group already has a player with that name."))

    def _is_still_guest(self, field: str) -> bool:
        """Return whether nothing was said about the guest in a seat."""
        asked, typed = self.about_guests.get(field), self.cleaned_data[field]
        if asked is None or typed not in {"", asked.typed}:
            return False
        return f"{MEANT}{field}" not in self.data and typed not in self.new_names()

    def names(self) -> dict[int, str]:
        """Return the names that are new, by the places of their seats."""
        typed = {seat: self.cleaned_data[field_of(seat)] for seat in self.seats}
        matched = self.matched.names
        names = {seat: matched.get(field_of(seat), name) for seat, name in typed.items()}
        said = self.about_guests.keys() & matched.keys()
        return {
            seat.place: name
            for seat, name in names.items()
            if name and (name != seat.name or field_of(seat) in said)
        }

    def refuse(self, name: str, sentence: str) -> None:
        """Show a refusal at the last field in which this name was typed."""
        at = [place for place, new in self.names().items() if new == name]
        self.add_error(f"name-{at[-1]}" if at else None, sentence)


def field_of(seat: Seat) -> str:
    return f"name-{seat.place}"


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def name_players(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Ask for the names of the seats that this phone may name; posted, change them."""
    session = visit.session
    seats = seats_to_name(visit, session.seats.clockwise())
    if not seats:
        raise PermissionDenied
    group = session.group if visit.belongs else None
    known = regulars(group) if group else []
    fields = [field_of(seat) for seat in seats]
    post = with_answers(request.POST, fields) if request.method == "POST" else None
    form = NamesForm(seats, known, post)
    if group:
        form.ask_about_guests(group)
    if form.is_valid():
        if group:
            form.match(group, [seat.name for seat in seats if seat.player_id])
        asks = form.errors or form.matched.questions
        if not asks and (answer := _save(request, visit, form)):
            return answer
    context = {"visit": visit, "session": session, "game": game_of(session)}
    context |= {"form": form, "known": known}
    return render_form(request, "play/naming/names.html", context, refused=form.matched.questions)


def _save(request: HttpRequest, visit: Visit, form: NamesForm) -> HttpResponse | None:
    """Save the names, or ask first if a season's standings change; None if they are refused."""
    session, names = visit.session, form.names()
    visit = replace(visit, needs=Needs.HOST if visit.hosts else Needs.ENTER)
    question = Question(
        heading=_("Count this session for other players?"),
        hidden=[
            *[(field.html_name, field.value() or "") for field in form],
            *[(SOMEBODY_NEW, name) for name in form.new_names()],
            *[(name, value) for name, value in request.POST.items() if name.startswith(MEANT)],
        ],
        save_label=_("Save the names"),
    )

    def save() -> None:
        name_seats(session=session, names=names, by=visit.by(), knows_players=visit.belongs)

    try:
        if names and (asked := ask_if_standings_change(request, visit, question, save)):
            return asked
        if names:
            by = visit.by(form.cleaned_data["key"])
            name_seats(session=session, names=names, by=by, knows_players=visit.belongs)
    except PlayerSitsElsewhere as refused:
        sentence = _("%(name)s already has a seat at this table.") % {"name": refused.name}
        form.refuse(refused.name, sentence)
    except MovedOn:
        form.add_error(None, changed_since())
    except Refused as refused:
        if refused.code != Code.NAME_TWICE:
            raise
        form.refuse(str(refused.values["item"]), refusal_sentence(refused))
    else:
        return redirect("result" if session.finished_at else "table", session.uuid)
    return None
