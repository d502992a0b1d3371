"""Mail of a site whose worker is another process, to be killed.

`python -m tests.load.mail write NUMBER | due | waiting`: write so many; let the time pass after
which the mail of a killed worker is tried again; print how many wait."""

import sys

import django


def main(verb: str, number: str = "0") -> None:
    from django.core.mail import send_mail
    from django.utils import timezone

    from scoring.models import OutgoingMail

    if verb == "write":
        for each in range(int(number)):
            send_mail("Hello", f"Mail {each}", None, ["zoe@mail.example"])
    elif verb == "due":
        OutgoingMail.objects.waiting().update(due_at=timezone.now())
    print(OutgoingMail.objects.waiting().count())


if __name__ == "__main__":
    django.setup()
    main(*sys.argv[1:])
