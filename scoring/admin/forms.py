"""Forms about a session as a whole; each says what is wrong beside its field."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import FORMAT, check_text, given
from scoring.documents.scorer import read_document
from scoring.models import Group
from scoring.models.locks import lock_session
from scoring.registry import installed_games


class SessionForm(forms.ModelForm):
    # What its page showed: whoever types over it must not undo what a phone recorded since.
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = self.instance.revision

    def clean(self) -> None:
        super().clean()
        if lock_session(self.instance.pk).revision != self.cleaned_data.get("seen"):
            late = _("Somebody recorded something since. Open this page again, then enter yours.")
            self.add_error(None, late)
        group, league = self.cleaned_data.get("group"), self.cleaned_data.get("league")
        if self.instance.group_id and group is None:
            self.add_error("group", _("A group’s session stays in a group; choose one."))
        if league and league.group != group:
            self.add_error("league", _("This league belongs to another group."))
        for name in ("location", "notes"):
            self._check_text(name)

    def _check_text(self, name: str) -> None:
        """As in a document, since every revision is one."""
        if text := self.cleaned_data.get(name):
            try:
                check_text(name, text)
            except Refused as refused:
                self.add_error(name, refusal_sentence(refused))


class StartForm(forms.ModelForm):
    """A session is started first; what was played there is entered on its page."""

    group = forms.ModelChoiceField(Group.objects.none(), label=_("group"))
    names = forms.CharField(
        label=_("players"),
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One name a line, in seat order, clockwise; the first begins."),
    )
    # Clicked twice, the form opens one table.
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def clean(self) -> None:
        super().clean()
        said = self.cleaned_data
        names = [name.strip() for name in said.get("names", "").splitlines() if name.strip()]
        game = installed_games().get(said.get("game", ""))
        if game is None or not names:
            return
        opening = {"format": FORMAT, "game": game.slug, "players": names, **game.opening}
        day = said.get("played_on")
        cover = given(location=said.get("location") or None, played_on=day and day.isoformat())
        self.document = {**opening, **cover, "id": str(self.instance.uuid)}
        try:
            played = read_document(self.document)
            game.score(played.state)
        except Refused as refused:
            field = "location" if refused.path == ("location",) else "names"
            self.add_error(field, refusal_sentence(refused, game.wording))
