"""The picture of an evening's ranking: who was first on the left, a row for each on the right."""

from collections.abc import Sequence
from io import BytesIO
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from scoring.evenings import ranking_picture
from scoring.evenings.ranking_picture import draw_ranking
from scoring.evenings.tonight import RankingRow
from scoring.evenings.views import tonight
from scoring.groups.visibility import PlayerLink
from scoring.models import Evening, Group
from scoring.play import result_picture
from tests.builders.evenings import evening_url, planned
from tests.builders.groups import thursday_group
from tests.builders.tables import finished_table
from tests.drawings import Drawing

WHITE, INK, MUTED, GOLD = "#ffffff", "#211d18", "#655c52", "#7a5a12"


def row(rank: int, name: str, value: str = "1.0") -> RankingRow:
    return RankingRow(rank=rank, player=PlayerLink(name, ""), plays=1, value=value)


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Drawing:
    return Drawing(monkeypatch, ranking_picture, result_picture)


def test_everything_has_its_place(drawing: Drawing) -> None:
    """The words start at 48 and may be 464 wide, so that they end 48 before the panel does, at
    560. A name may be 354 wide: it ends before the values, which may be 130 wide, begin."""
    draw_ranking("Thursday", "19 November", [row(1, "Ana", "2.5"), row(2, "Ben", "0.5")])
    assert drawing.shapes == [
        ("rectangle", (0, 0, 560, 630), "#0072b2"),
        ("line", (608, 148, 1152, 148), "#d8d0c4"),
    ]
    assert drawing.words == [
        ("Ana is first", (48, 120), "4 lines", 72, WHITE, 464),
        ("Thursday", (48, 554), "ls", 26, WHITE, 464),
        ("19 November", (48, 590), "ls", 26, WHITE, 464),
        ("1", (608, 98), "lm", 26, MUTED, 36),
        ("Ana", (664, 98), "lm", 34, INK, 354),
        ("2.5", (1152, 98), "rm", 44, GOLD, 130),
        ("2", (608, 198), "lm", 26, MUTED, 36),
        ("Ben", (664, 198), "lm", 34, INK, 354),
        ("0.5", (1152, 198), "rm", 44, INK, 130),
        ("Scorefolio", (1152, 590), "rs", 24, MUTED, 560),
    ]


def test_eight_rows_fit_above_the_last_line_and_no_more_are_drawn(drawing: Drawing) -> None:
    draw_ranking("Thursday", "", [row(at + 1, name) for at, name in enumerate("ABCDEFGHIJ")])
    names = {word[0]: word[1][1] for word in drawing.words if word[1][0] == 664}
    assert names == dict(zip("ABCDEFGH", (78, 139, 200, 261, 322, 383, 444, 505), strict=True))


def test_all_who_share_the_first_rank_are_named(drawing: Drawing) -> None:
    draw_ranking("Thursday", "", [row(1, "Ana"), row(1, "Ben"), row(3, "Cleo")])
    assert drawing.words[0][0] == "Ana, Ben"


def test_a_name_that_the_fonts_lack_is_the_rank(drawing: Drawing) -> None:
    draw_ranking("Thursday", "", [row(1, "Ana"), row(2, "\U0001fae0")])
    assert "#2" in [word[0] for word in drawing.words]


def test_long_names_stay_within_its_edges() -> None:
    rows = [row(rank, f"{rank}" + "W" * 59) for rank in range(1, 9)]
    image = Image.open(BytesIO(draw_ranking("W" * 60, "W" * 60, rows))).convert("RGB")
    assert image.size == (1200, 630)
    assert {image.getpixel((1199, y)) for y in range(630)} == {(0xF5, 0xF2, 0xEC)}
    assert {image.getpixel((2, y)) for y in range(630)} == {(0x00, 0x72, 0xB2)}


@pytest.mark.django_db
def test_it_is_drawn_once_as_long_as_it_shows_the_same(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = thursday_group()
    Group.objects.update(name=f"Pictures {uuid4()}")  # the cache is that of all tests
    evening = planned(group)
    Evening.objects.filter(pk=evening.pk).update(starts_at=timezone.now())
    finished_table(group=group)
    drawn: list[str] = []

    def draw(_name: str, label: str, _ranking: Sequence[RankingRow]) -> bytes:
        drawn.append(label)
        return b"a picture"

    monkeypatch.setattr(tonight, "draw_ranking", draw)
    url = evening_url(evening, "ranking_picture")
    first, again = client.get(url), Client().get(url)
    assert (first.content, again.content, len(drawn)) == (b"a picture", b"a picture", 1)
    etag = {"if-none-match": first.headers["ETag"]}
    assert client.get(url, headers=etag).status_code == 304
    group.players.filter(name="Ida").update(name="Idabel")
    assert client.get(url, headers=etag).status_code == 200
    assert len(drawn) == 2
