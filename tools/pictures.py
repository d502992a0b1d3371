"""Take the screenshots of the README and of docs/screens.md: `make pictures`.

The sessions in them are played for them."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import CHROMIUM
from tests.serving import ROOT, prepared_environment, running
from tools.screens import take_screens

DOCS = ROOT / "docs"
PHONE: ViewportSize = {"width": 390, "height": 844}
TELEVISION: ViewportSize = {"width": 1280, "height": 720}
HOST = "host-of-the-pictures"
NAMES = ["Sam", "Amy", "Mika", "Jo"]


def document(game: str, **more: Any) -> dict[str, Any]:
    return {"format": "scorefolio/session@1", "game": game, "played_on": "2026-11-12", **more}


def sheets(**met: list[int]) -> dict[str, list[int]]:
    return met


EVENINGS = {
    "duplik": document(
        "duplik",
        players=NAMES,
        rounds=[
            {
                "narrator": "Sam",
                "super": 6,
                "sheets": sheets(Amy=[1, 2, 3, 6], Mika=[2, 4, 5, 6, 7, 9], Jo=[1, 8]),
            },
            {
                "narrator": "Amy",
                "super": 3,
                "sheets": sheets(Sam=[1, 2, 3, 4, 8, 9, 10], Mika=[1, 5, 6], Jo=[2, 3, 7, 8]),
            },
            {
                "narrator": "Mika",
                "super": 9,
                "sheets": sheets(Sam=[1, 2, 4], Amy=[3, 4, 5, 6, 8, 9], Jo=[5, 6, 9, 10]),
            },
        ],
    ),
    "canvas": document(
        "canvas",
        players=NAMES[:3],
        edition="r2i-2021",
        cards=[{"name": name} for name in ("Composition", "Emphasis", "Repetition", "Variety")],
        paintings={
            "Sam": [{"art": ["Peaceful", "Nature", "Beauty"]}],
            "Amy": [{"art": ["Deep", "Dreams", "Truth"]}],
        },
    ),
    "artbox": document(
        "artbox",
        players=NAMES,
        stopped=True,
        rounds=[
            {
                "finish": ["Amy", "Sam", "Jo", "Mika"],
                "guesses": {"Sam": {"Amy": 1, "Jo": 1}, "Mika": {"Amy": 1}, "Jo": {"Mika": 1}},
            },
            {
                "finish": ["Jo", "Mika", "Sam", "Amy"],
                "guesses": {"Amy": {"Jo": 1, "Sam": 1}, "Mika": {"Jo": 1}, "Sam": {"Mika": 1}},
            },
            {
                "finish": ["Sam", "Jo", "Amy", "Mika"],
                "guesses": {"Amy": {"Sam": 1}, "Mika": {"Sam": 1, "Amy": 1}, "Jo": {"Sam": 1}},
            },
        ],
    ),
    "round": document(
        "artbox",
        players=NAMES,
        rounds=[
            {
                "finish": ["Amy", "Sam", "Jo", "Mika"],
                "guesses": {"Sam": {"Amy": 1, "Jo": 1}, "Mika": {"Amy": 1}, "Jo": {"Mika": 1}},
            },
        ],
    ),
}

OPEN_TABLES = """
import json, sys
import django; django.setup()
from django.utils import timezone
from scoring.models import Evening, Season
from scoring.play.opening import open_table
from scoring.documents.scorer import read_document
from scoring.models.revisions import By
from scoring.web.browser_cookie import cookie_name, sign_browser
for name, document in json.load(sys.stdin).items():
    by = By(at=timezone.now())
    table = open_table(document=read_document(document), by=by, browser=sys.argv[1])
    print(name, table.uuid)
evening = Evening.objects.filter(starts_at__lt=timezone.now()).latest("starts_at")
print("evening", evening.link)
print("season", Season.objects.latest("starts_on").slug)
print("cookie", f"{cookie_name()}={sign_browser(sys.argv[1])}")
"""


def tables(environment: dict[str, str]) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", OPEN_TABLES, HOST],
        cwd=ROOT,
        env=environment,
        input=json.dumps(EVENINGS),
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(line.split() for line in done.stdout.splitlines())


@contextmanager
def at(
    browser: Browser, address: str, cookie: str, size: ViewportSize, scheme: Any
) -> Iterator[Page]:
    context = browser.new_context(viewport=size, color_scheme=scheme, device_scale_factor=2)
    name, _equals, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": address}])
    yield context.new_page()
    context.close()


def draw(browser: Browser, address: str, table: dict[str, str]) -> None:
    cookie = table["cookie"]
    with at(browser, address, cookie, PHONE, "light") as page:
        page.goto(address)
        page.screenshot(path=DOCS / "home.png")
        page.goto(f"{address}/table/{table['canvas']}/")
        page.locator(".score label", has_text="Mika").click()
        easel = page.locator(".canvas-painting >> visible=true")
        easel.locator(".key", has_text="By its icons").click()
        for slot, icon in enumerate(("hue", "shape", "texture", "shape", "hue"), 1):
            page.locator(f"[name=slots_{slot}][value={icon}]:visible").check()
        page.locator(".canvas-gained:visible").wait_for()
        page.screenshot(path=DOCS / "canvas.png")
        page.goto(f"{address}/table/{table['artbox']}/result/")
        page.screenshot(path=DOCS / "result.png")
        page.goto(f"{address}/g/demo/")
        page.locator("main a[href^='/g/demo/club/']").first.click()
        page.wait_for_url("**/g/demo/club/*/")
        page.screenshot(path=DOCS / "season.png")
    with at(browser, address, cookie, TELEVISION, "dark") as page:
        page.goto(f"{address}/table/{table['duplik']}/board/")
        page.screenshot(path=DOCS / "board.png")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        environment = {**prepared_environment(Path(folder) / "var"), "DEMO": "True"}
        prepare = [sys.executable, "manage.py", "prepare", "--verbosity", "0"]
        subprocess.run(prepare, cwd=ROOT, env=environment, check=True)
        with running(environment, "config.settings") as address:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            played = tables(environment)
            draw(browser, address, played)
            take_screens(browser, address, played)
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
