"""Let somebody who lost phone and recovery codes into the site again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.accounts.second_factor import UnknownAccount, remove_second_factor


class Command(BaseCommand):
    help = (
        "Remove the second factor and the recovery codes of an account whose owner lost both."
        " After that, a password is enough to log in; the admin asks for a new second factor."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *, username: str, **options: Any) -> None:
        try:
            removed = remove_second_factor(username)
        except UnknownAccount:
            raise CommandError(f"There is no account with the username {username}.") from None
        self.stdout.write(
            f"Removed the second factor of {username}."
            if removed
            else f"{username} has no second factor."
        )
