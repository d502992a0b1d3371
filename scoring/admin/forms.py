"""Forms of a session as a whole: changing its details, and starting one."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import check_text, given
from scoring.documents.scorer import opening_value, read_document
from scoring.models import Group, League
from scoring.models.locks import lock_session
from scoring.registry import installed_games

ANOTHER_GROUPS = _("This league belongs to another group.")


class SessionForm(forms.ModelForm):
    # The revision that the page showed: saving must not undo what a phone recorded since.
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = self.instance.revision

    def clean(self) -> None:
        super().clean()
        if lock_session(self.instance.pk).revision != self.cleaned_data.get("seen"):
            sentence = _(
                "Someone else entered something first. Open this page again, then enter yours."
            )
            self.add_error(None, sentence)
        group, league = self.cleaned_data.get("group"), self.cleaned_data.get("league")
        if self.instance.group_id and group is None:
            self.add_error("group", _("A group’s session stays in a group; choose one."))
        if league and league.group != group:
            self.add_error("league", ANOTHER_GROUPS)
        for name in ("location", "notes"):
            self._check_text(name)

    def _check_text(self, name: str) -> None:
        """Check a text as session documents do, since every revision is one."""
        if text := self.cleaned_data.get(name):
            try:
                check_text(name, text)
            except Refused as refused:
                self.add_error(name, refusal_sentence(refused))


class LeagueField(forms.ModelChoiceField):
    """A league of any of several groups."""

    def label_from_instance(self, obj: League) -> str:
        return f"{obj.group} · {obj}"


class StartForm(forms.ModelForm):
    """Start a session; what was played is entered on the session's own page afterwards."""

    group = forms.ModelChoiceField(Group.objects.none(), label=_("group"))
    league = LeagueField(League.objects.none(), label=_("league"), required=False)
    names = forms.CharField(
        label=_("players"),
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One name a line, in seat order, clockwise; the first begins."),
    )
    # Submitted twice, the form starts one session.
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def clean(self) -> None:
        super().clean()
        fields = self.cleaned_data
        if (league := fields.get("league")) and league.group != fields.get("group"):
            self.add_error("league", ANOTHER_GROUPS)
        names = [name.strip() for name in fields.get("names", "").splitlines() if name.strip()]
        game = installed_games().get(fields.get("game", ""))
        if game is None or not names:
            return
        day = fields.get("played_on")
        cover = given(location=fields.get("location") or None, played_on=day and day.isoformat())
        self.document = opening_value(game, names, **cover, id=str(self.instance.uuid))
        try:
            played = read_document(self.document)
            game.score(played.state)
        except Refused as refused:
            field = "location" if refused.path == ("location",) else "names"
            self.add_error(field, refusal_sentence(refused, game.wording))
