"""Forms about a group, its members and its players."""

from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring.background.outbox import sends_mail
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import check_label, check_name
from scoring.groups.invitations import Lifetime
from scoring.models import Group, Membership, Player
from scoring.models.people import NAME_LENGTH, time_zones
from scoring.sessions.typed_names import NameQuestion, match_names, names_of_new_people
from scoring.web.form_rendering import Segments

INVITED_ROLES = [
    (Membership.Role.MEMBER, _("member: sees everything")),
    (Membership.Role.SCOREKEEPER, _("scorekeeper: opens tables and enters results")),
]


def zone_choices() -> list[tuple[str, Any]]:
    """Return the time zones as choices, by continent."""
    areas: dict[str, list[tuple[str, str]]] = {}
    for name in time_zones():
        area, _slash, place = name.partition("/")
        if place:
            areas.setdefault(area, []).append((name, place.replace("_", " ").replace("/", ", ")))
    return [("UTC", "UTC"), *areas.items()]


class GroupForm(forms.ModelForm):
    """A group's settings; an empty address is filled in from the name."""

    class Meta:
        model = Group
        fields = (
            "name",
            "slug",
            "visibility",
            "shows_results",
            "shows_photos",
            "time_zone",
            "language",
        )

    slug = forms.SlugField(
        label=_("Address"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=_("The last part of its link. If left empty, it is made from the name."),
    )
    visibility = forms.ChoiceField(
        label=_("Who can see it"), choices=Group.Visibility, widget=forms.RadioSelect
    )
    shows_results = forms.BooleanField(
        label=_("Visitors can open the results of sessions"), required=False, initial=True
    )
    shows_photos = forms.BooleanField(
        label=_("Visitors can see the photos of drawings, too"), required=False
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        help_text=_("It decides which day a session belongs to, and how times are shown."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        widget=Segments,
        help_text=_(
            "Used in the group’s invitations, and on its pages when we do not have the visitor’s"
            " language."
        ),
    )

    field_order = (
        *("name", "visibility", "shows_results", "shows_photos", "time_zone", "language", "slug"),
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        try:
            check_label(name)
        except Refused as refused:
            raise forms.ValidationError(refusal_sentence(refused)) from None
        return name

    def clean_slug(self) -> str:
        slug = self.cleaned_data["slug"].lower()
        return slug or free_address(self.cleaned_data.get("name", ""))


def free_address(name: str) -> str:
    """Return the name as an address, with a number if another group has it."""
    stem = slugify(name)[: NAME_LENGTH - 4].strip("-_") or "group"
    taken = set(Group.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    candidates = (
        stem if number == 1 else f"{stem}-{number}" for number in range(1, len(taken) + 2)
    )
    return next(slug for slug in candidates if slug not in taken)


class DeleteGroupForm(forms.Form):
    """Ask for the group's name, so that nobody deletes one by mistake."""

    name = forms.CharField(
        label=_("The group’s name"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, group: Group, **kwargs: Any) -> None:
        self.group = group
        super().__init__(*args, **kwargs)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        if name != self.group.name:
            raise forms.ValidationError(_("That is not the group’s name. Nothing was deleted."))
        return name


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role)


class PlayerChoiceForm(forms.Form):
    player = forms.ModelChoiceField(Player.objects.none(), required=False, label=_("Player"))

    def __init__(self, *args: Any, players: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].queryset = players


class InviteForm(PlayerChoiceForm):
    role = forms.ChoiceField(label=_("Role"), choices=INVITED_ROLES, widget=forms.RadioSelect)
    email = forms.EmailField(
        label=_("Email address"),
        required=False,
        help_text=_(
            "We email the invitation to this address, for one person. If you leave it empty, you"
            " get a link."
        ),
    )
    most = forms.IntegerField(
        label=_("For how many people"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("If you leave it empty, anyone with the link can join."),
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        choices=Lifetime.choices,
        widget=Segments,
        initial=Lifetime.WEEK.value,
    )

    field_order = ("role", "email", "most", "player", "days")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player = self.fields["player"]
        player.label = _("Which player is this?")
        player.help_text = _("The person you invite gets all of this player’s sessions on joining.")
        player.empty_label = _("someone who has not played yet")
        self.fields["role"].initial = Membership.Role.MEMBER
        if not sends_mail():
            self.fields["email"].help_text = _(
                "This site does not send email: you get a link to pass on, for one person."
            )


class PlayerForm(forms.ModelForm):
    class Meta:
        model = Player
        fields = ("name", "nickname")
        labels = {"name": _("Name"), "nickname": _("Nickname")}
        help_texts = {
            "nickname": _(
                "Shown instead of the name on pages that people outside the group can see."
            )
        }

    question: NameQuestion | None = None  # whether another player of the group is meant

    def clean_name(self) -> str:
        name = _clean_name(self.cleaned_data["name"])
        check_player_name(name, self.instance)
        if self.instance.group and name != self.initial.get("name"):
            self._match(name, self.instance.group)
        return name

    def _match(self, name: str, group: Group) -> None:
        own = self.initial.get("name", "")
        new = names_of_new_people(self.data, [name])
        matched = match_names(group.players.merged_by_name(), {"name": name}, new=new, without=own)
        if matched.names["name"] != name:
            sentence = _("The group already has a player called %(name)s.")
            raise forms.ValidationError(sentence, params={"name": matched.names["name"]})
        self.question = matched.questions.get("name")

    def clean_nickname(self) -> str:
        nickname: str = self.cleaned_data["nickname"].strip()
        return _clean_name(nickname) if nickname else ""


def _clean_name(name: str) -> str:
    """Check a name as session documents do."""
    try:
        check_name(name := name.strip())
    except Refused as refused:
        raise forms.ValidationError(refusal_sentence(refused)) from None
    return name


def check_player_name(name: str, player: Player) -> None:
    """Refuse a name that another player of the group has, also one that was merged away.

    Django does not check this constraint: the group is no field of the forms."""
    others = Player.objects.filter(group=player.group_id, name=name).exclude(pk=player.pk)
    taken = others.prefetch_related("merges_away__target").first()
    if taken is None or player.group_id is None:
        return
    if merges := list(taken.merges_away.all()):
        sentence = _("%(name)s was merged into %(other)s; undo that merge, or choose another name.")
        values = {"name": name, "other": merges[-1].target.name}
        raise forms.ValidationError(sentence, params=values)
    raise forms.ValidationError(_("The group already has a player with that name."))
