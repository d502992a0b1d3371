"""Mail of a site whose worker is another process, to be killed.

`python -m tools.load.mail write NUMBER | due | waiting`: write so many; let the time pass after
which the mail of a killed worker is tried again; print how many wait. Without arguments it reads
them from the lines of its input."""

from tools.load.verbs import answer


def mail(verb: str, number: str = "0") -> str:
    from django.core.mail import send_mail
    from django.utils import timezone

    from scoring.models import OutgoingMail

    if verb == "write":
        for each in range(int(number)):
            send_mail("Hello", f"Mail {each}", None, ["zoe@mail.example"])
    elif verb == "due":
        OutgoingMail.objects.waiting().update(due_at=timezone.now())
    return str(OutgoingMail.objects.waiting().count())


if __name__ == "__main__":
    answer(mail)
