"""The browser tests use the Chromium or Chrome that the machine has."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.browser.first_score import MEASURED

HERE = Path(__file__).parent  # `make in-browser` looks nowhere else
# The first is Chromium without its own windows: the same pages for half of the processor time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
# What the browser and htmx say about a request that failed, and about a tap that came too late.
AWAY = (
    "net::ERR_",
    "a status of 422",
    "a status of 503",
    "fetching the script",  # of the service worker
    "htmx:afterRequest",
    "htmx:sendError",
    "htmx:timeout",
)
HOW_TO_GET_IT = (
    "NO BROWSER: the browser tests did not run. They need Chromium or Chrome on the PATH; "
    "on Debian and Ubuntu: apt-get install chromium-headless-shell"
)

# Playwright keeps an event loop in this thread, which Django would take for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    in_browser = [item for item in items if "browser" in getattr(item, "fixturenames", ())]
    for item in in_browser:
        item.add_marker(pytest.mark.browser)
        if HERE not in item.path.parents:
            raise pytest.UsageError(f"{item.nodeid} needs a browser: move it to tests/browser/")
    if in_browser and CHROMIUM is None and os.environ.get("CI") == "true":
        raise pytest.UsageError(HOW_TO_GET_IT)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip without a browser; from one place, so that the summary has one line."""
    if CHROMIUM is None and item.get_closest_marker("browser"):
        pytest.skip(HOW_TO_GET_IT)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if MEASURED:
        terminalreporter.section("to the first points")
    for path in MEASURED:
        terminalreporter.line(str(path))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": ["--disable-gpu", "--disable-quic", "--no-first-run", *quiet, *as_root],
    }


@pytest.fixture(autouse=True)
def _phones_put_away(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close what a test opened: a page that stays open polls and paints beside all later tests."""
    in_browser = "browser" in request.fixturenames
    browser: Browser | None = request.getfixturevalue("browser") if in_browser else None
    yield
    for context in browser.contexts if browser else ():
        context.close()


# Of a print that moves to the next page, where a test resizes or leaves that at once.
CUT_SHORT = "Transition was "


@pytest.fixture
def offline() -> None:
    """Say that a test takes the network away, of which its browser may complain."""


@pytest.fixture
def page(page: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that may not complain: no script error, nothing that the policy refused. Where a test
    takes the network away (fixture `offline`), it may say so."""
    complaints: list[str] = []
    expected = AWAY if "offline" in request.fixturenames else ()

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not any(map(message.text.count, expected)):
            complaints.append(message.text)

    def note_error(text: str) -> None:
        if not text.startswith(CUT_SHORT):
            complaints.append(text)

    page.on("console", note)
    page.on("pageerror", lambda error: note_error(str(error)))
    yield page
    assert complaints == []
