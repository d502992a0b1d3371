"""Quick tables whose days are over, for processes that remove them.

`python -m tools.load.expired NUMBER` makes so many, and prints how many there are. Without a number
it reads them from the lines of its input."""

from tools.load.verbs import answer


def expired(number: str) -> str:
    from django.utils import timezone

    from scoring.models import Session
    from tests.builders.tables import artem_table

    for _ in range(int(number)):
        artem_table()
    Session.objects.update(expires_at=timezone.now())
    return str(Session.objects.count())


if __name__ == "__main__":
    answer(expired)
