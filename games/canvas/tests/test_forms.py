"""Canvas: what the form of a painting reads, and at which field it says what is wrong."""

from typing import Any

import pytest
from django.http import QueryDict

from games.canvas.forms import InspirationForm, PaintingCorrection, PaintingForm, painting_values
from games.canvas.rules import Painting
from games.canvas.tests.builders import hand, layered, shows, table
from games.canvas.wording import WORDING
from scoring.core.refusals import Code, Refused

pytestmark = pytest.mark.django_db

ART = ("Adventure", "Anxiety", "Attraction")
STATE = table(edition="r2i-2021", Ana=(), Joe=())


def posted(values: dict[str, Any], form: type[PaintingForm] = PaintingForm) -> PaintingForm:
    data = QueryDict(mutable=True)
    for name, value in {"player": "Ana", "at": 0, **values}.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return form(data, state=STATE)


@pytest.mark.parametrize(
    ("path", "field"),
    [
        (("slots", 0), "slots_1"),
        (("slots", 4, 1), "slots_5"),
        (("art", 0), "art_1"),
        (("art", 2), "art_3"),
        (("ribbons", "Unity"), "ribbons_1"),
        (("ribbons", "Sienna"), "ribbons_4"),
        (("ribbons", "Another"), "__all__"),
        (("bonus",), "bonus"),
        (("slots", 5), "__all__"),
        (("slots",), "__all__"),
        ((), "__all__"),
    ],
)
def test_a_refused_painting_says_so_at_its_field(path: tuple[Any, ...], field: str) -> None:
    form = posted({"way": "hand"})
    form.is_valid()
    form.refuse(Refused(("paintings", "Ana", 0, *path), Code.MALFORMED), WORDING)
    assert [*form.errors] == [field]


@pytest.mark.parametrize(
    ("path", "field"),
    [
        (("inspiration", "Ana"), "tokens_1"),
        (("inspiration", "Joe"), "tokens_2"),
        (("inspiration",), "__all__"),
    ],
)
def test_refused_tokens_say_so_at_their_player(path: tuple[str, ...], field: str) -> None:
    form = InspirationForm({}, state=STATE)
    form.is_valid()
    form.refuse(Refused(path, Code.MALFORMED), WORDING)
    assert [*form.errors] == [field]


PAINTINGS = {
    "icons": (
        {"way": "slots", "slots_1": ["hue", "shape"], "slots_5": ["bonus-tone"]},
        shows("hs||||O"),
    ),
    "art cards": (
        {"way": "art", "art_1": ART[0], "art_2": ART[1], "art_3": ART[2], "title": "Fair"},
        layered(*ART, title="Fair"),
    ),
    "by hand": ({"way": "hand", "bonus": 4}, hand(4)),
    "nothing by hand": ({"way": "hand"}, hand(0)),
    "ribbons by hand": (
        {"way": "hand", "ribbons_1": "2", "ribbons_4": "1", "ribbons_2": "0"},
        hand(Unity=2, Sienna=1),
    ),
}


OTHER_WAYS: dict[str, dict[str, Any]] = {
    "slots": {"art_1": ART[0], "art_2": ART[1], "art_3": ART[2], "bonus": 6},
    "art": {"slots_2": ["tone"], "bonus": 6},
    "hand": {"slots_2": ["tone"], "art_1": ART[0]},
}


@pytest.mark.parametrize(("values", "painting"), PAINTINGS.values(), ids=PAINTINGS)
def test_it_reads_the_way_that_was_chosen_alone(values: dict[str, Any], painting: Painting) -> None:
    form = posted({**OTHER_WAYS[values["way"]], **values})
    assert form.is_valid(), form.errors
    assert form.painting == painting


@pytest.mark.parametrize(("values", "painting"), PAINTINGS.values(), ids=PAINTINGS)
def test_a_correction_starts_with_what_was_entered(
    values: dict[str, Any], painting: Painting
) -> None:
    initial = painting_values(painting, posted(values))
    form = posted({name: value for name, value in initial.items() if value is not None})
    assert form.is_valid(), form.errors
    assert form.painting == painting


@pytest.mark.parametrize(
    ("values", "hint"),
    [
        ({"way": "slots"}, "Tap the visible icons, slot by slot."),
        ({"way": "art", "art_1": ART[0]}, "Choose its three art cards, bottom first."),
    ],
)
def test_what_is_incomplete_is_a_hint_and_no_error(values: dict[str, Any], hint: str) -> None:
    form = posted(values)
    assert not form.is_valid()
    assert (form.hints(), form.wrongs()) == ([hint], [])
    assert posted({**values, "out": "on"}, PaintingCorrection).is_valid()


def test_what_is_wrong_with_hidden_fields_stands_above() -> None:
    form = posted({"way": "slots", "slots_1": ["hue"], "at": 101})
    assert not form.is_valid()
    assert form.wrongs() == ["Ensure this value is less than or equal to 100."]
    assert form.hints() == []
