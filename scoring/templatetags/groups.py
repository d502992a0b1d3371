"""What the pages of a group share."""

from typing import Any, NamedTuple

from django.template import Context, Library
from django.urls import reverse
from django.utils.translation import gettext as _

register = Library()


class Tab(NamedTuple):
    """One of a group's places."""

    icon: str
    name: str
    url: str
    current: str  # for aria-current; empty for the others


# Below the address of the group; the first that a page's own address begins with is its tab.
PLACES = {
    "evenings": ("evenings/", "calendar/"),
    "current_season": ("season/", "league/"),
    "sessions": ("sessions/", "results/", "sheets/"),
    "players": ("players/", "player/"),
}


@register.inclusion_tag("groups/_tabs.html", takes_context=True)
def group_tabs(context: Context, current: str = "") -> dict[str, Any]:
    """Lead to the places of the group that this reader may open.

    `current`: the name of the address of the tab, where the page's own address does not say it."""
    guest = context["guest"]
    group = guest.group
    path: str = context["request"].path
    words = {"group": _("Group"), "evenings": _("Evenings"), "current_season": _("Season")}
    words |= {"sessions": _("Results"), "players": _("People")}
    if not guest.belongs:  # who sees the pages of everyone
        words = {name: words[name] for name in ("group", "current_season", "sessions")}
    urls = {name: reverse(name, args=[group.slug]) for name in words}
    current = current or _place(path.removeprefix(urls["group"]))
    return {
        "group": group,
        "is_member": guest.belongs,
        "tabs": [
            Tab(
                name.removeprefix("current_"),
                word,
                urls[name],
                ("page" if urls[name] == path else "true") if name == current else "",
            )
            for name, word in words.items()
        ],
    }


def _place(below: str) -> str:
    for name, beginnings in PLACES.items():
        if below.startswith(beginnings):
            return name
    return "" if below else "group"
