"""The end of a game on boards of all sizes: every winner is named in full."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.test_board import OVER, THREE, fits, known_as, play

SIZES = [(1024, 600), (1280, 720), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160)]
NAMES = {
    "long": "Bartholomew Featherstonehaugh of Wilmcote",  # 40 letters and a blank
    "without blanks": "Wilhelmina" * 4,
    "emoji": "👩‍👩‍👧‍👦🎲🖼️🎨" * 4 + "🏆" * 12,
    "Arabic": "عبد الرحمن بن أبي بكر محمد السيوطي الأول",
    "short": "Ida",
}
SHOW = """(names) => {
  const letters = (name) => [...name].length;
  const length = (name) => letters(name) > 16 ? " longest" : letters(name) > 8 ? " long" : "";
  const headline = document.querySelector("#verdict .headline");
  const [first, ...others] = document.querySelectorAll("#verdict .winner");
  for (const other of others) other.remove();
  for (const [at, name] of names.entries()) {
    const winner = first.cloneNode(true);
    winner.className = `winner seat-${at + 1}${length(name)}`;
    winner.lastChild.textContent = ` ${name}`;
    headline.before(winner);
  }
  first.remove();
  const last = names.length > 1 ? ` and ${names.at(-1)}` : names[0];
  headline.textContent = `${names.slice(0, -1).join(", ")}${last} win together`;
  const plates = document.querySelector(".plates");
  const plate = plates.firstElementChild;
  plates.replaceChildren(...names.map((name) => {
    const copy = plate.cloneNode(true);
    copy.querySelector(".name").textContent = name;
    copy.querySelector(".name").className = `name${length(name)}`;
    return copy;
  }));
  document.querySelector(".board").className = `board over of-${names.length}`;
  dispatchEvent(new Event("resize"));
}"""
# What is not wholly in the coloured field or the frame that it is on, or is too small to read.
COMPLAINTS = """() => {
  const complaints = [];
  const look = (text, field) => {
    const letters = document.createRange();
    letters.selectNodeContents(text);
    const [inner, outer] = [letters, field].map((it) => it.getBoundingClientRect());
    const inside = inner.left >= outer.left - 1 && inner.right <= outer.right + 1
      && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    const size = parseFloat(getComputedStyle(text).fontSize);
    const said = text.textContent.trim().slice(0, 40);
    if (!inside || size < 12) complaints.push(`${text.className}, ${size}px: ${said}`);
  };
  const field = document.querySelector(".celebration");
  for (const text of field.querySelectorAll(".winner, .headline, p")) look(text, field);
  for (const text of document.querySelectorAll(".bests li > *")) look(text, text.parentElement);
  for (const text of document.querySelectorAll(".plate .name")) look(text, text.parentElement);
  const parts = document.querySelectorAll(".celebration, .bests li");
  for (const part of parts) look(part, document.body);
  return complaints;
}"""


@pytest.fixture(scope="module")
def board(browser: Browser, served: str) -> tuple[str, str]:
    return play(browser, served, THREE, OVER)


@pytest.mark.parametrize("kind", NAMES)
def test_whoever_won_is_named_in_full(page: Page, board: tuple[str, str], kind: str) -> None:
    address, host = board
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{known_as(page, host, address)}board/")
    complaints = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for winners in range(1, 9):
            page.evaluate(SHOW, [NAMES[kind]] * winners)
            found = [] if fits(page, high=True) else ["it scrolls"]
            found += page.evaluate(COMPLAINTS)
            complaints += [f"{winners} at {width} × {height}: {one}" for one in found]
    assert not complaints, "\n".join(complaints)
