"""The page of a job in a real browser: it says by itself when the worker is done."""

import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.browser.admin_login import log_in_and_set_up
from tests.serving import PASSWORD, ROOT, prepared_environment, running


def test_the_page_says_by_itself_when_the_job_is_done(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = {
        **prepared_environment(tmp_path_factory.mktemp("job")),
        "DJANGO_SUPERUSER_USERNAME": "alice",
        "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
        "DJANGO_SUPERUSER_EMAIL": "alice@scorefolio.example",
    }

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, check=True
        )
        return done.stdout.decode().strip()

    run("manage.py", "createsuperuser", "--noinput")
    address = run("-m", "tools.load.jobs", "ask", "30")
    with running(environment, "config.settings") as site:
        log_in_and_set_up(page, site, "alice", PASSWORD)
        page.goto(site + address)
        expect(page.get_by_text("Waiting to start.")).to_be_visible()
        run("manage.py", "work", "--until-empty")
        expect(page.get_by_text("30 sessions added.")).to_be_visible(timeout=20_000)
        expect(page.get_by_text("Waiting to start.")).to_be_hidden()
