"""Add an HTML part to an email: the sentences of its text, and a button for its link."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.template.loader import render_to_string
from django.templatetags.static import static

from scoring.web.links import link_in_mail

CODE = re.compile(r"[A-Z0-9]{3,8}(?:-[A-Z0-9]{3,8})*")  # to log in, or for a new password
ADDRESS = re.compile(r"(https?://\S+)")


@dataclass(frozen=True, slots=True)
class Paragraph:
    before: str
    link: str = ""  # the button
    after: str = ""

    @property
    def is_code(self) -> bool:
        return CODE.fullmatch(self.before) is not None

    @property
    def parts(self) -> list[tuple[str, bool]]:
        """Return the text in parts, each with whether it is an address of this site.

        Others are left as text: somebody may have typed them."""
        ours = urlsplit(link_in_mail("")).netloc
        return [
            (part, ADDRESS.match(part) is not None and urlsplit(part).netloc == ours)
            for part in ADDRESS.split(self.before)
            if part
        ]


def with_html(message: EmailMessage, *, link: str, picture: str = "") -> EmailMultiAlternatives:
    """Return the email with an HTML part in the language that is active.

    `link`: what the button opens; the text contains it. `picture`: an address, shown below."""
    body = str(message.body)
    shown = {
        "subject": " ".join(str(message.subject).split()),
        "paragraphs": [_paragraph(text, link) for text in re.split(r"\n{2,}", body.strip())],
        "icon": link_in_mail(static("scoring/icons/192.png")),
        "picture": picture,
    }
    both = EmailMultiAlternatives(
        message.subject,
        body,
        message.from_email,
        message.to,
        headers=message.extra_headers,
    )
    both.attach_alternative(render_to_string("web/mail.html", shown), "text/html")
    return both


def _paragraph(text: str, link: str) -> Paragraph:
    before, found, after = text.partition(link) if link else (text, "", "")
    return Paragraph(before.strip(), found, after.strip())
