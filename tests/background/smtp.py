"""A real mail server on loopback, which keeps what it is sent."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.serving import free_port


class Mailbox:
    """The emails that the server took, and its `answers`: after the last it takes everything."""

    def __init__(self) -> None:
        self.taken: list[Envelope] = []
        self.answers: list[str] = []
        self.seconds_to_answer = 0.0
        self.port = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 (aiosmtpd's name)
        answer = self.answers.pop(0) if self.answers else "250 taken"
        if answer.startswith("2"):
            self.taken.append(envelope)
        await asyncio.sleep(self.seconds_to_answer)
        return answer

    def messages(self) -> list[Message]:
        return [message_from_bytes(envelope.original_content or b"") for envelope in self.taken]

    def bodies(self) -> list[str]:
        """Return the text of each email, which comes before its HTML."""
        return [str(next(_texts(message)).get_payload()).strip() for message in self.messages()]

    def wait_for(self, number: int, seconds: float = 30) -> None:
        """Wait until the server took so many emails."""
        deadline = time.monotonic() + seconds
        while len(self.taken) < number:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{len(self.taken)} of {number} mails came.")
            time.sleep(0.02)


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    mailbox.port = free_port()
    controller: Any = Controller(mailbox, hostname="127.0.0.1", port=mailbox.port)
    controller.start()
    try:
        yield mailbox
    finally:
        controller.stop()


def _texts(message: Message) -> Iterator[Message]:
    return (part for part in message.walk() if part.get_content_type() == "text/plain")
