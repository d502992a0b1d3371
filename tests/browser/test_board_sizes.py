"""Boards of all sizes, in every phase of a game: nothing scrolls, is cut, or is too small."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Page

from tests.serving import ROOT, prepared_environment, running

SIZES = [(1024, 600), (1280, 720), (1280, 960), (1920, 1080), (2560, 1080), (3840, 2160)]
PHONES = [(320, 640), (390, 844)]
# What is cut by the screen or by something around it, lies on other text, or is less than 26 px on
# a television of 1,920 × 1,080, and on others in proportion.
COMPLAINTS = """(isTelevision) => {
  const unit = Math.min(innerWidth / 1920, innerHeight / 1080);
  const least = isTelevision ? 26 * unit : 14;
  const complaints = [], lines = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const isSeen = (element) => element.checkVisibility()
    && !element.closest(".unseen, noscript")
    && ![element, element.parentElement].some((it) => getComputedStyle(it).clipPath !== "none");
  while (walker.nextNode()) {
    const text = walker.currentNode, element = text.parentElement;
    if (!text.textContent.trim() || !isSeen(element)) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    const letters = text.textContent.trim().slice(0, 30);
    const said = `${element.className || element.tagName} "${letters}"`;
    if (size < least - 0.1) complaints.push(`${size} px: ${said}`);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      // Of the height of a line the letters take less.
      const box = { left: line.left, right: line.right,
        top: line.top + 0.2 * size, bottom: line.bottom - 0.2 * size };
      if (box.right - box.left > 1) lines.push({ box, said, element });
      for (let it = element; it; it = it.parentElement) {
        if (!isTelevision && !it.parentElement) break;
        const style = getComputedStyle(it), outer = it.getBoundingClientRect();
        const clips = it === document.documentElement || style.overflowX !== "visible";
        const [width, height] = it.parentElement ? [outer.right, outer.bottom]
          : [innerWidth, innerHeight];
        if (clips && (box.left < outer.left - 1 || box.right > width + 1
          || box.top < outer.top - 1 || box.bottom > height + 1)) {
          complaints.push(`cut by ${it.className || it.tagName}: ${said}`);
        }
      }
    }
  }
  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      const [a, b] = [one.box, other.box];
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2) {
        complaints.push(`${one.said} lies on ${other.said}`);
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) complaints.push("it scrolls sideways");
  return [...new Set(complaints)];
}"""
Boards = Mapping[str, tuple[str, str, str]]
SCENES = [
    "#ARTBOX, 4 draw",
    "#ARTBOX, guesses of 4 are entered",
    "#ARTBOX, 4 guess",
    "#ARTBOX, all but one of 4 drawings are revealed",
    "#ARTBOX, 8 draw",
    "#ARTBOX, guesses of 8 are entered",
    "#ARTBOX, 8 guess",
    "#ARTBOX, all but one of 8 drawings are revealed",
    "#ARTBOX, experienced",
    "Duplik, 4 judge",
    "Duplik, 4 vote",
    "Duplik, 6 judge",
    "Duplik, 6 vote",
    "Canvas, the latest painting",
    "Canvas, a tie",
    "Artem, 2 begin",
    "Artem, 2 play",
    "Artem, 4 begin",
    "Artem, 4 play",
    "the end, one wins",
    "the end, a long name wins",
    "the end, 4 share the win",
    "the end, 3 share the win",
    "the end, 8 share the win",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Boards]]:
    """Serve a site with a table in each phase."""
    environment = prepared_environment(tmp_path_factory.mktemp("boards"))
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command"]
    program = "from tests.browser.sample_boards import main; main()"
    played = subprocess.run(
        [*command, program], cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE
    )
    boards: Boards = json.loads(played.stdout)
    assert [*boards] == SCENES
    with running(environment, "config.settings") as address:
        yield address, boards


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_on_it_scrolls_is_cut_or_too_small(
    page: Page, site: tuple[str, Boards], scene: str, language: str
) -> None:
    served, boards = site
    name, value, path = boards[scene]
    page.context.add_cookies([{"name": name, "value": value, "url": served}])
    page.set_extra_http_headers({"Accept-Language": language})
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{served}{path}")
    page.evaluate("document.fonts.ready")
    complaints = []
    for width, height in SIZES + PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        found = page.evaluate(COMPLAINTS, (width, height) in SIZES)
        complaints += [f"{width} × {height}: {one}" for one in found]
    assert not complaints, "\n".join(complaints)
