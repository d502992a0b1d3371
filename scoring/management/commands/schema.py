"""Print the JSON Schema of one game's session documents, or of its results without rounds."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scoring.documents.schema import RESULT_FORMAT
from scoring.documents.scorer import shape_of
from scoring.management.output import lines_of
from scoring.noted.game import result_only
from scoring.registry import get_game, installed_games


class Command(BaseCommand):
    help = "Print the JSON Schema of one game's session documents."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=list(installed_games()))
        parser.add_argument(
            "--result", action="store_true", help=f"the schema of {RESULT_FORMAT}, without rounds"
        )

    def handle(self, *, game: str, result: bool, **options: Any) -> None:
        of_game = result_only(get_game(game)) if result else get_game(game)
        with lines_of(self) as out:
            out.write(json.dumps(shape_of(of_game).schema(), indent=2))
