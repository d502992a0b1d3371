"""The template tags for stylesheets and scripts."""

import re
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context, Template
from django.templatetags.static import static

from scoring.contract import Game
from scoring.registry import get_game
from scoring.web.static_files import static_files_version


def rendered(tag: str, **context: object) -> str:
    return Template(f"{{% load assets %}}{{% {tag} %}}").render(Context(context))


@pytest.mark.parametrize("slug", ["artbox", "artem", "canvas", "duplik"])
def test_it_links_to_the_stylesheet_of_a_game_that_has_one(slug: str) -> None:
    link = rendered("game_stylesheet game", game=get_game(slug))
    assert re.fullmatch(
        rf'<link rel="stylesheet" href="/static/{slug}/{slug}\.[0-9a-f]{{12}}\.css">', link
    )


def test_it_links_to_nothing_for_a_game_without_a_stylesheet() -> None:
    unstyled: Game[Any] = Game("games.unstyled")
    assert rendered("game_stylesheet game", game=unstyled) == ""


def test_it_loads_each_script_as_a_module() -> None:
    names = re.findall(
        r'<script type="module" src="/static/scoring/js/([\w-]+)\.[0-9a-f]{12}\.js"></script>',
        rendered('scripts "tap-queue" "wake-lock"'),
    )
    assert names == ["tap-queue", "wake-lock"]


def test_the_version_of_the_static_files_is_known_in_production() -> None:
    assert re.fullmatch(r"[0-9a-f]{12}", static_files_version())


@pytest.mark.parametrize(
    ("file", "kept"),
    [
        ("scoring/js/tap-queue.js", "class ServerFailed extends Error {}"),
        ("scoring/css/base.css", "@layer base {"),
    ],
)
def test_scripts_and_styles_are_served_without_their_comments(file: str, kept: str) -> None:
    with staticfiles_storage.open(static(file).removeprefix("/static/")) as stored:
        lines = [line.strip() for line in stored.read().decode().splitlines()]
    assert kept in lines
    assert [line for line in lines if line.startswith(("//", "/*"))] == []
