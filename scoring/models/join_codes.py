"""Join codes of tables: make one, and read what somebody typed."""

import secrets

# Without letters and figures that are mistaken for each other when they are read aloud.
CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 12  # 60 bits: nobody finds a table by trying


def new_code() -> str:
    """Return a code that nobody can guess: anyone with it, or its link, may join the table."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """Return a join code as it is stored: people type hyphens, spaces and small letters."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())
