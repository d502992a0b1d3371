"""Changing the details of a session as a whole."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import check_text
from scoring.models.locks import lock_session

ANOTHER_GROUPS = _("This league belongs to another group; choose one of this group.")


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
                "Someone else saved a change first. Open this page again, then enter yours."
            )
            self.add_error(None, sentence)
        group, league = self.cleaned_data.get("group"), self.cleaned_data.get("league")
        if self.instance.group_id and group is None:
            self.add_error("group", _("A group’s session must stay in a group; choose one."))
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
