"""Print the JSON Schema of one game's session documents."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scoring.documents.scorer import shape_of
from scoring.management.output import lines_of
from scoring.registry import get_game, installed_games


class Command(BaseCommand):
    help = "Print the JSON Schema of one game's session documents."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=list(installed_games()))

    def handle(self, *, game: str, **options: Any) -> None:
        with lines_of(self) as out:
            out.write(json.dumps(shape_of(get_game(game)).schema(), indent=2))
