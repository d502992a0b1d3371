"""Record of which shapes and words a picture is made, and where they are, instead of drawing it."""

from types import ModuleType
from typing import Any

import pytest

from scoring.play.result_picture import Style


class Drawing:
    """What is drawn by a module that draws pictures."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *modules: ModuleType, bottom: int = 0
    ) -> None:
        """`bottom`: where lines end that were written below each other."""
        self.shapes: list[tuple[Any, ...]] = []
        self.words: list[tuple[Any, ...]] = []
        self.bottom = bottom
        for module in modules:
            monkeypatch.setattr(module.ImageDraw, "Draw", lambda _image: self)
            monkeypatch.setattr(module, "write", self.write)
            monkeypatch.setattr(module, "write_lines", self.write_lines)

    def rectangle(self, box: Any, *, fill: str) -> None:
        self.shapes.append(("rectangle", box, fill))

    def line(self, ends: Any, *, fill: str) -> None:
        self.shapes.append(("line", ends, fill))

    def ellipse(self, box: Any, *, fill: str | None, outline: str, width: int) -> None:
        self.shapes.append(("ellipse", box, fill, outline, width))

    def polygon(self, points: Any, *, fill: str | None, outline: str, width: int) -> None:
        self.shapes.append(("polygon", points, fill, outline, width))

    def write(
        self, _draw: object, at: tuple[int, int], text: str, style: Style, anchor: str, room: int
    ) -> None:
        self.words.append((text, at, anchor, style.sizes[0], style.ink, room))

    def write_lines(
        self, _draw: object, at: tuple[int, int], text: str, style: Style, room: int, most: int
    ) -> int:
        self.words.append((text, at, f"{most} lines", style.sizes[0], style.ink, room))
        return self.bottom
