"""What the templates of tables share."""

from functools import lru_cache
from typing import Any
from uuid import uuid4

from django.forms.utils import flatatt
from django.template import Context, Library
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.contract import Game
from scoring.core.outcome import POINTS
from scoring.web.pictures import cover_address

register = Library()
register.filter(cover_address)


@register.simple_tag
@lru_cache(maxsize=32)
def mark(place: int) -> SafeString:
    """Return the mark of a seat, which a page has many times; rendered once for each seat."""
    return render_to_string("web/_mark.html", {"place": place})


@register.filter
def points_in(points: int, game: Game[Any]) -> str:
    """Return points as a game calls them: "2 tokens"."""
    return game.wording.rungs[POINTS](points)


@register.simple_block_tag(takes_context=True)
def foot(context: Context, content: SafeString) -> str:
    """Show what is pressed next at the foot of the page, in the bar, instead of here.

    {% foot %}<button class="primary" form="roll">…</button>{% endfoot %}: a form, or a button of a
    form that has fields. Not inside `{% cache %}`, which would keep its place and no button."""
    context["foot"].append(content)
    return ""


@register.simple_block_tag(takes_context=True)
def below(context: Context, content: SafeString) -> str:
    """Show what is rarely needed below the bar, with the rules and the board, instead of here."""
    context["below"].append(content)
    return ""


@lru_cache(maxsize=4_000)
def _address(_prefix: str, to: str, *args: object) -> str:
    """Return where a form leads: a page has a dozen, and each tap renders them again."""
    return reverse(to, args=args)


@register.simple_block_tag(takes_context=True)
def tap(
    context: Context,
    content: SafeString,
    to: str,
    *args: Any,
    question: str = "",
    **attributes: Any,
) -> SafeString:
    """Render a form that is one tap: with a key, so that it counts once; it works without htmx too.

    {% tap "chess:move" class="actions" data_undo=True %}…{% endtap %}: the name of an address below
    this table, and the attributes of the form, with `_` for `-`.

    Taps with the same hidden fields answer one question, and offline the latest of them counts.
    `data_each=True`: each button is a question of its own. `question`: the name of another tap
    that answers the same question."""
    return format_html(
        '<form method="post" action="{0}" hx-post="{0}" data-tap data-question="{1}"{2}>'
        '<input type="hidden" name="csrfmiddlewaretoken" value="{3}">'
        '<input type="hidden" name="key" value="{4}">{5}</form>',
        _address(get_script_prefix(), to, context["session"].uuid, *args),
        " ".join([question or to, *map(str, args)]),
        flatatt({name.replace("_", "-"): value for name, value in attributes.items()}),
        context["csrf_token"],  # one for all forms of a page: each new mask takes 32 random draws
        uuid4(),
        content,
    )
