"""Quick tables whose days are over, for processes that remove them.

`python -m tests.load.expired NUMBER` makes so many, and prints how many there are."""

import sys

import django


def main(number: str) -> None:
    from django.utils import timezone

    from scoring.models import Session
    from tests.builders.tables import artem_table

    for _ in range(int(number)):
        artem_table()
    Session.objects.update(expires_at=timezone.now())
    print(Session.objects.count())


if __name__ == "__main__":
    django.setup()
    main(*sys.argv[1:])
