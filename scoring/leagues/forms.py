"""Forms of leagues and seasons; each choice says what it means for the players."""

from collections.abc import Collection
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import check_label
from scoring.leagues.leagues import (
    MOST_SEASONS_ON_A_DAY,
    NOT_A_LEAGUE,
    NOT_A_SEASON,
    full_day,
    season_to_copy,
)
from scoring.models import Group, League, Season
from scoring.models.people import NAME_LENGTH
from scoring.models.seasons import (
    PODIUMS,
    check_podium,
    first_of_this_year,
    last_of_this_year,
)
from scoring.registry import installed_games
from scoring.web.form_rendering import Pictures

ADDRESS = _("The last part of its link. If left empty, it is made from the name.")


def check_address(slug: str, reserved: Collection[str]) -> None:
    if slug in reserved:
        raise ValidationError(
            _("Another page of the group has this address. Choose a different one.")
        )


class PodiumField(forms.Field):
    """Points by place, from the first on: "5 3 2 1", also with commas."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[check_podium], **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else " ".join(map(str, value))

    def to_python(self, value: Any) -> tuple[int, ...]:
        words = str(value or "").replace(",", " ").replace(";", " ").split()
        if any(not (word.isdecimal() and len(word) <= 3) for word in words):
            raise ValidationError(_("Enter whole numbers, such as 5 3 2 1."))
        return tuple(map(int, words))


class _FormWithAddress(forms.ModelForm):  # type: ignore[type-arg]
    """Ask for a name, and for an address, which is made from the name if it is left empty."""

    fallback: ClassVar[str]  # for addresses of which a name leaves nothing
    reserved: ClassVar[Collection[str]]  # addresses of other pages
    taken: ClassVar[Any]  # the sentence about an address that another one has

    def others(self) -> QuerySet[Any]:
        raise NotImplementedError

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        try:
            check_label(name)
        except Refused as refused:
            raise ValidationError(refusal_sentence(refused)) from None
        return name

    def clean_slug(self) -> str:
        """Refuse a taken address, also if it was made from the name: the form may be sent twice."""
        slug = self.cleaned_data["slug"].lower() or self._slug_from_name()
        check_address(slug, self.reserved)
        if self.others().filter(slug=slug).exists():
            raise ValidationError(self.taken)
        return slug

    def _slug_from_name(self) -> str:
        stem = slugify(self.cleaned_data.get("name", ""))[: NAME_LENGTH - 8].strip("-_")
        if stem in self.reserved:
            return f"{stem}-{self.fallback}"
        return stem or f"{self.fallback}-1"

    def refuse_address(self) -> None:
        """Show that somebody else took the address a moment ago."""
        self.add_error("slug", self.taken)


class LeagueForm(_FormWithAddress):
    fallback = "league"
    reserved = NOT_A_LEAGUE
    taken = _("The group already has a league at this address.")
    slug = forms.SlugField(
        label=_("Address"), required=False, max_length=NAME_LENGTH, help_text=ADDRESS
    )

    class Meta:
        model = League
        fields = ("name", "slug")
        labels: ClassVar = {"name": _("Name")}

    def __init__(self, *args: Any, group: Group, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.group = group

    def others(self) -> QuerySet[League]:
        return League.objects.filter(group=self.instance.group).exclude(pk=self.instance.pk)


class SeasonChecks(forms.ModelForm):  # type: ignore[type-arg]
    """Check the fields of a season together, which may have points by place for each table size."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for players, name in PODIUMS.items():
            label = _("Tables of %(players)d") % {"players": players}
            self.fields[name] = PodiumField(label=label, required=False)

    @property
    def podiums(self) -> list[forms.BoundField]:
        return [self[name] for name in PODIUMS.values()]

    @property
    def has_podium_of_a_size(self) -> bool:
        return any(field.value() or field.errors for field in self.podiums)

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day cannot be before the first."))
        if data.get("podium") == ():
            data["podium"] = self.instance.podium
            if data.get("scheme") == Season.Schemes.PODIUM:
                self.add_error(
                    "podium", _("List the points from first place down, such as 5 3 2 1.")
                )

    def _post_clean(self) -> None:
        """Check the days, now that the season has the values that would be saved."""
        super()._post_clean()  # type: ignore[misc]
        if not self.errors and (day := full_day(self.instance)):
            self.refuse_days(day)

    def refuse_days(self, day: date) -> None:
        sentence = _(
            "The league already has %(number)d seasons on %(day)s, the most allowed. Choose"
            " other days."
        )
        values = {"number": MOST_SEASONS_ON_A_DAY, "day": date_format(day)}
        self.add_error("starts_on", ValidationError(sentence, params=values))


class SeasonForm(SeasonChecks, _FormWithAddress):
    fallback = "season"
    reserved = NOT_A_SEASON
    taken = _("The league already has a season at this address.")
    slug = forms.SlugField(
        label=_("Address"), required=False, max_length=NAME_LENGTH, help_text=ADDRESS
    )
    all_time = forms.BooleanField(
        label=_("All time: every session of the league, past and future"), required=False
    )
    games = forms.MultipleChoiceField(
        label=_("Games"),
        widget=Pictures,
        help_text=_("Sessions of these games count. Points of different games are never mixed."),
        error_messages={"required": _("Choose at least one game.")},
    )
    scheme = forms.ChoiceField(
        label=_("What a place is worth"),
        widget=forms.RadioSelect,
        choices=[
            (
                Season.Schemes.BEATEN,
                _(
                    "Share of opponents beaten: 1 for first place, 0 for last, fair at any"
                    " table size."
                ),
            ),
            (Season.Schemes.PODIUM, _("Points by place: 5, 3, 2, 1 unless you change them.")),
            (Season.Schemes.WINS, _("Wins only: 1 for the winner, nothing for the others.")),
        ],
    )
    podium = PodiumField(
        label=_("Points by place"),
        required=False,
        help_text=_("From first place down; tied players get the average."),
    )
    aggregate = forms.ChoiceField(
        label=_("How results add up"),
        widget=forms.RadioSelect,
        choices=[
            (
                Season.Aggregates.TOTAL,
                _("Total: the more you play, the more points you can collect."),
            ),
            (Season.Aggregates.AVERAGE, _("Average: how well you play, not how often.")),
            (Season.Aggregates.BEST, _("Best results: only each player’s best sessions count.")),
        ],
    )

    class Meta:
        model = Season
        fields = (
            "name",
            "slug",
            "starts_on",
            "ends_on",
            "scheme",
            "podium",
            *PODIUMS.values(),
            "aggregate",
            "best",
            "minimum",
            "skill",
        )
        labels: ClassVar = {
            "name": _("Name"),
            "starts_on": _("First day"),
            "ends_on": _("Last day"),
            "best": _("How many results count"),
            "minimum": _("Plays needed for a rank"),
            "skill": _("Also show skill"),
        }
        help_texts: ClassVar = {
            "best": _("Players with fewer results have all of them counted."),
            "minimum": _("Players with fewer plays are listed below, without a rank."),
            "skill": _(
                "An estimate from who beat whom, as in chess; it does not affect the ranks."
            ),
        }
        widgets: ClassVar = {
            name: forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
            for name in ("starts_on", "ends_on")
        }

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.league = league
        games = installed_games()
        field: Any = self.fields["games"]
        self.copied_from = None if self.instance.pk else season_to_copy(self.instance)
        source = self.copied_from or self.instance
        chosen = (source.game_slugs() if source.pk else None) or list(games)
        chosen_first = sorted(games.items(), key=lambda item: item[0] not in chosen)
        field.choices = [(slug, game.name) for slug, game in chosen_first]
        self.initial["games"] = chosen
        if self.instance.is_all_time:
            this_year = {"starts_on": first_of_this_year(), "ends_on": last_of_this_year()}
            self.initial.update({"all_time": True, **this_year})

    def clean(self) -> None:
        if self.cleaned_data.get("all_time"):
            for name, day in (("starts_on", date.min), ("ends_on", date.max)):
                self.errors.pop(name, None)  # the fields are hidden, and may be empty
                self.cleaned_data[name] = day
        super().clean()

    def others(self) -> QuerySet[Season]:
        return Season.objects.filter(league=self.instance.league).exclude(pk=self.instance.pk)
