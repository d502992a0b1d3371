"""Results without rounds (R-6), entered, corrected, or as the end of an open table: one form with a
row for each player."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.contract import Game
from scoring.core.refusals import Refused
from scoring.core.wording import Wording, refusal_sentence
from scoring.documents.schema import RESULT_FORMAT, given
from scoring.documents.scorer import read_document
from scoring.models import Group, League, Session
from scoring.models.people import NAME_LENGTH
from scoring.models.revisions import By
from scoring.models.sessions import MOST_SEATS
from scoring.models.transactions import write_transaction
from scoring.noted.game import result_only
from scoring.noted.rules import NotedPlayer, Refusal, State, open_ties
from scoring.play.cover_form import CoverForm
from scoring.play.taps import KeyField, TapForm
from scoring.registry import get_game, installed_games
from scoring.sessions.recording import Played, Recorded, open_session, start
from scoring.sessions.seating import get_or_create_players
from scoring.sessions.typed_names import (
    MatchedNames,
    NameQuestion,
    match_names,
    names_of_new_people,
    with_answers,
)

MOST_CHIPS = 60  # players of the group that the form offers
SHOWN_FIRST = 8  # of them, until all are asked for; noting.css hides the others
NEW_NAMES = 4  # players whom the group does not know yet
NEW_FIELDS = [f"name-new{number}" for number in range(NEW_NAMES)]
END_WITH_RESULT = "end-with-result"
HIGHEST_POINTS = 9_999  # read from a form; the game allows less


@dataclass(frozen=True, slots=True)
class Row:
    """The fields of one player in a form."""

    name: str
    points: forms.BoundField
    place: forms.BoundField
    winner: forms.BoundField
    chosen: forms.BoundField | None = None  # the chip
    new_name: forms.BoundField | None = None
    question: NameQuestion | None = None


class PlayerRows(forms.Form):
    """Fields for points, a place and a win, once for each player."""

    # Below the players, where the page has more fields.
    folded: ClassVar[Sequence[str]] = ()

    def add_error(self, field: str | None, error: Any) -> None:
        """Add a refusal; the page opens at the first field that has one, also without a script."""
        super().add_error(field, error)
        in_order = sorted(self.fields, key=lambda name: name in self.folded)
        refused = [name for name in in_order if name in self.errors]
        for name in refused:
            self.fields[name].widget.attrs.pop("autofocus", None)
        if refused:
            self.fields[refused[0]].widget.attrs["autofocus"] = True

    def add_row(self, key: str) -> None:
        digits = {"inputmode": "numeric", "autocomplete": "off"}
        limits = {"points": (0, HIGHEST_POINTS), "place": (1, MOST_SEATS)}
        for name, label in (("points", _("points")), ("place", _("place"))):
            least, most = limits[name]
            self.fields[f"{name}-{key}"] = forms.IntegerField(
                label=label,
                required=False,
                min_value=least,
                max_value=most,
                widget=forms.NumberInput(attrs=digits),
            )
        self.fields[f"winner-{key}"] = forms.BooleanField(label=_("won"), required=False)

    def row(self, key: str, name: str, **more: Any) -> Row:
        numbers = (self[f"points-{key}"], self[f"place-{key}"], self[f"winner-{key}"])
        return Row(name, *numbers, **more)

    def noted(self, key: str, name: str) -> NotedPlayer:
        data = self.cleaned_data
        return NotedPlayer(
            name,
            points=data.get(f"points-{key}"),
            place=data.get(f"place-{key}"),
            winner=bool(data.get(f"winner-{key}")),
        )

    def says_something(self, key: str) -> bool:
        names = (f"points-{key}", f"place-{key}", f"winner-{key}")
        return any(self.cleaned_data.get(name) not in (None, False) for name in names)

    def show_refusal(self, refused: Refused, keys: Sequence[str], wording: Wording | None) -> None:
        """Show a refusal at the field that its path leads to, or above the form."""
        field = None
        match refused.path:
            case ("players", int(at), *rest) if at < len(keys):
                named = str(rest[0]) if rest else str(refused.values.get("key", "points"))
                field = f"{named}-{keys[at]}"
            case (str(name),):
                field = name
        shown_at = field if field in self.fields else None
        self.add_error(shown_at, refusal_sentence(refused, wording))


class ResultForm(PlayerRows, CoverForm):
    """What somebody enters of an evening of which only the result is known."""

    folded = ("league", "minutes", "location", "notes")

    game = forms.ChoiceField(label=_("Game"))
    played_on = forms.DateField(
        label=_("Played on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    league = forms.ModelChoiceField(League.objects.none(), label=_("League"), required=False)
    ties_are_shared = forms.BooleanField(
        label=_("They are tied."), required=False, widget=forms.HiddenInput
    )
    is_another = forms.BooleanField(
        label=_("This is a different session."), required=False, widget=forms.HiddenInput
    )

    def __init__(
        self, group: Group, names: Sequence[str], post: QueryDict | None, **kwargs: Any
    ) -> None:
        super().__init__(with_answers(post, NEW_FIELDS) if post else None, **kwargs)
        self.group = group
        self.names = names[:MOST_CHIPS]
        self.matched = MatchedNames({}, {})
        choices = [(game.slug, game.name) for game in installed_games().values()]
        self.fields["game"].choices = choices  # type: ignore[attr-defined]
        leagues = group.leagues.by_name()
        self.fields["league"].queryset = leagues  # type: ignore[attr-defined]
        for at, name in enumerate(self.names):
            self.fields[f"in-{at}"] = forms.BooleanField(label=name, required=False)
            self.add_row(str(at))
        for number in range(NEW_NAMES):
            self.fields[NEW_FIELDS[number]] = forms.CharField(
                label=_("Name"), required=False, max_length=NAME_LENGTH
            )
            self.add_row(f"new{number}")

    def clean(self) -> None:
        super().clean()
        ticked = [name for at, name in enumerate(self.names) if self._is_chosen(str(at))]
        typed = {field: self.cleaned_data.get(field) or "" for field in NEW_FIELDS}
        new = self.new_names()
        self.matched = match_names(
            self.group.players.merged_by_name(), typed, new=new, seated=ticked
        )
        chosen = list(self._chosen())
        self.keys = [key for key, _name in chosen]
        self.players = [self.noted(key, name) for key, name in chosen]
        if self.errors:
            return
        try:
            self.document = read_document(self._value())
            self.document.game.score(self.document.state)
        except Refused as refused:
            game = result_only(installed_games()[self.cleaned_data["game"]])
            self.show_refusal(refused, self.keys, game.wording)

    def _chosen(self) -> Iterable[tuple[str, str]]:
        """Yield the key and the name of each player who was ticked, or has points or a place."""
        for at, name in enumerate(self.names):
            if self._is_chosen(str(at)):
                yield str(at), name
        for number, field in enumerate(NEW_FIELDS):
            if name := self.matched.names[field]:
                yield f"new{number}", name

    def _is_chosen(self, key: str) -> bool:
        return self.cleaned_data.get(f"in-{key}") or self.says_something(key)

    def new_names(self) -> list[str]:
        """Return the names that were said to be of somebody new."""
        typed = [self.data.get(field, "").strip() for field in NEW_FIELDS]
        return names_of_new_people(self.data, typed)

    def _value(self) -> dict[str, Any]:
        data = self.cleaned_data
        players = [
            {"name": player.name, **given(points=player.points, place=player.place)}
            | ({"winner": True} if player.winner else {})
            for player in self.players
        ]
        more = given(
            minutes=data["minutes"], location=data["location"] or None, notes=data["notes"] or None
        )
        return {
            "format": RESULT_FORMAT,
            "game": data["game"],
            "played_on": data["played_on"].isoformat(),
            "players": players,
            **more,
        }

    def details(self) -> list[forms.BoundField]:
        return [self[name] for name in self.folded]

    def refuses_details(self) -> bool:
        return any(field.errors for field in self.details())

    def chips(self) -> list[Row]:
        return [
            self.row(str(at), name, chosen=self[f"in-{at}"]) for at, name in enumerate(self.names)
        ]

    def has_many_names(self) -> bool:
        return len(self.names) > SHOWN_FIRST

    def new_rows(self) -> list[Row]:
        return [
            self.row(
                f"new{number}",
                "",
                new_name=self[field],
                question=self.matched.questions.get(field),
            )
            for number, field in enumerate(NEW_FIELDS)
        ]


class EndWithResultForm(PlayerRows):
    """The result of an open table, for the players who sit there."""

    key = KeyField()
    ties_are_shared = forms.BooleanField(
        label=_("They are tied."), required=False, widget=forms.HiddenInput
    )

    def __init__(self, state: Any, game: Game[Any], *args: Any, **kwargs: Any) -> None:
        """`state`: of the table, with its players and perhaps an edition; `game`: its results'."""
        super().__init__(*args, **kwargs)
        self.players, self.game = state.players, game
        self.edition = getattr(state, "edition", None)
        for at in range(len(self.players)):
            self.add_row(str(at))

    def rows(self) -> list[Row]:
        return [self.row(str(at), name) for at, name in enumerate(self.players)]

    def clean(self) -> None:
        super().clean()
        noted = [self.noted(str(at), name) for at, name in enumerate(self.players)]
        self.state = State(tuple(noted), edition=self.edition)
        if self.errors:
            return
        try:
            self.game.score(self.state)
        except Refused as refused:
            self.refuse(refused)

    def open_ties(self) -> Sequence[str]:
        """Return players with equal points, as long as nobody said that they share the place."""
        if self.cleaned_data["ties_are_shared"]:
            return ()
        return open_ties(self.state, breaks_ties=self.game.breaks_ties)

    def refuse(self, refused: Refused) -> None:
        self.show_refusal(refused, list(map(str, range(MOST_SEATS))), self.game.wording)


class NotedCorrection(PlayerRows, TapForm):
    """Other points, places or winners of the same players."""

    action = "correct"

    def __init__(self, state: State, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = state
        for at, player in enumerate(state.noted):
            self.add_row(str(at))
            self.initial[f"points-{at}"] = player.points
            self.initial[f"place-{at}"] = player.place
            self.initial[f"winner-{at}"] = player.winner

    def rows(self) -> list[Row]:
        return [self.row(str(at), player.name) for at, player in enumerate(self.state.noted)]

    def change(self, state: State) -> State:
        noted = [self.noted(str(at), player.name) for at, player in enumerate(state.noted)]
        return replace(state, noted=tuple(noted))

    def refuse(self, refused: Refused, wording: Wording) -> None:
        self.show_refusal(refused, list(map(str, range(MOST_SEATS))), wording)


@write_transaction()
def end_with_result(*, session: Session, state: State, by: By) -> Recorded:
    """End an open table with the result that its players know (R-6); it stays the same session.

    Raises Refused where something that can score was recorded: such a table is stopped (R-3)."""
    opened = open_session(session, by)
    if opened.repeated:
        return opened.repeated
    document = opened.document
    if opened.before.is_over or document.game.can_stop(document.state):
        raise Refused((), Refusal.ROUNDS_ARE_RECORDED)
    game = result_only(get_game(session.game))
    return opened.save(END_WITH_RESULT, replace(document, game=game, state=state))


@write_transaction()
def enter_result(*, document: Played, by: By, group: Group, league: League | None) -> Session:
    """Add a result without rounds to a group, with the players that it lacks."""
    players, _new_names = get_or_create_players(group, document.state.players)
    return start(document=document, by=by, group=group, league=league, players=players)
