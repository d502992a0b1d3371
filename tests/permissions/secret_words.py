"""List values that nobody can guess and a page may show, each with its permitted readers."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.permissions.evening import Evening
from tests.permissions.model import Credentials, Right, Role

May = Callable[[Credentials], bool]


@dataclass(frozen=True)
class SecretWord:
    what: str
    text: str
    may_read: May


def secret_words(evening: Evening) -> Iterator[SecretWord]:
    yield from _of_group(evening)
    for name in evening.sessions:
        yield from _of_table(evening, name)
    for account, name in evening.names.items():
        yield SecretWord(f"the account {account}", name, _reads_account(evening, account))


def _of_group(evening: Evening) -> Iterator[SecretWord]:
    allowed = evening.allowed

    def owns(who: Credentials) -> bool:
        return allowed.role(who) == Role.OWNER

    def reads_link(who: Credentials) -> bool:
        return owns(who) or (allowed.visibility == "link" and allowed.sees_group(who))

    yield SecretWord("a league's name", evening.season.league.name, allowed.sees_group)
    yield SecretWord("a player who sits nowhere", evening.bench.name, allowed.sees_group)
    yield SecretWord("the group's link", allowed.link, reads_link)
    for token in allowed.invitations:
        yield SecretWord("an invitation", token, owns)


def _reads_account(evening: Evening, account: str) -> May:
    """Members know each other's accounts; a table has players, and tells others of no accounts."""
    allowed = evening.allowed
    return lambda who: allowed.account(who) == account or allowed.role(who) >= Role.MEMBER


def _of_table(evening: Evening, name: str) -> Iterator[SecretWord]:
    allowed, table = evening.allowed, evening.allowed.tables[name]
    session = evening.sessions[name]

    def is_there(who: Credentials) -> bool:
        return allowed.right(table, who) >= Right.WATCH

    def reads_names(who: Credentials) -> bool:
        return is_there(who) or (table.of_group and allowed.sees_group(who))

    def reads_documents(who: Credentials) -> bool:
        return is_there(who) or (table.of_group and allowed.role(who) >= Role.MEMBER)

    for player in evening.seats[name]:
        yield SecretWord(f"a name at {name}", player, reads_names)
    for token in evening.keys.shared.get(name, ()):
        yield SecretWord(f"the link of {name}", token, reads_names)
    yield SecretWord(f"where {name} is played", evening.places[name], reads_documents)
    for code in (session.code, "-".join(re.findall(".{4}", session.code))):
        yield SecretWord(f"the code of {name}", code, is_there)
    if name == "artbox":
        for word in evening.shown_words:
            yield SecretWord("a word on display", word, is_there)
