"""Decide permissions by docs/security.md, with a model that shares no code with the site.

It knows who is signed in where, who belongs to the group, which browser is at which table and why.
Tests tell it what happened, and ask it what a request with certain cookies may read or change."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum


class Role(IntEnum):
    """A person's role in the group."""

    NOBODY = 0
    MEMBER = 1
    SCOREKEEPER = 2
    OWNER = 3


class Right(IntEnum):
    """A right of a phone at a table; each includes those before it."""

    NOTHING = 0
    WATCH = 1
    ENTER = 2
    HOST = 3


@dataclass(frozen=True, slots=True)
class Credentials:
    """Secrets in a request: the browser's cookie, the key of a login, a group's link; "" for none.

    Anyone who has seen them can send them again, with or without those of another browser."""

    browser: str
    login: str
    link: str = ""


@dataclass(slots=True)
class Phone:
    """Why a browser is at a table: by the group's membership, as who opened it, or by the code."""

    account: str = ""  # that is signed in on it: nobody else may use it
    as_member: bool = False
    opened: bool = False
    seat: int = 0


@dataclass(slots=True)
class Table:
    seats: int
    of_group: bool
    counts: bool  # for the season, once it is over
    phones: dict[str, Phone] = field(default_factory=dict)  # by their browsers
    left: list[Phone] = field(default_factory=list)  # until their accounts log in again
    dead_codes: set[str] = field(default_factory=set)
    ended: bool = False
    deleted: bool = False
    filled: dict[int, str] = field(default_factory=dict)  # seat -> the browser with its guess sheet
    revealed: bool = False

    def seated(self, seat: int) -> str:
        """Return the browser that sits there."""
        return next((one for one, phone in self.phones.items() if phone.seat == seat), "")


@dataclass(slots=True)
class Invitation:
    by: str
    role: Role
    open: bool = True


@dataclass(slots=True)
class Permissions:
    """One group, its season and its tables, and quick tables beside it."""

    roles: dict[str, Role]
    tables: dict[str, Table]
    visibility: str = "members"
    link: str = ""
    season_closed: bool = False
    logins: dict[str, str] = field(default_factory=dict)  # its key -> the account
    followed: dict[str, set[str]] = field(default_factory=dict)  # by a login's key: groups' links
    invitations: dict[str, Invitation] = field(default_factory=dict)

    # What is allowed

    def account(self, who: Credentials) -> str:
        return self.logins.get(who.login, "")

    def role(self, who: Credentials) -> Role:
        return self.roles.get(self.account(who), Role.NOBODY)

    def sees_group(self, who: Credentials) -> bool:
        """Members always; others by its visibility."""
        if self.role(who) >= Role.MEMBER or self.visibility == "public":
            return True
        known = {who.link, *self.followed.get(who.login, ())}
        return self.visibility == "link" and self.link in known

    def phone(self, table: Table, who: Credentials) -> Phone | None:
        """Return the phone that they are at the table, or that their account left there."""
        phone = table.phones.get(who.browser)
        if phone is not None and self._may_use(phone, who):
            return phone
        left = [one for one in table.left if one.account and self._may_use(one, who)]
        return max(left, key=lambda one: (one.opened, one.seat > 0), default=None)

    def _may_use(self, phone: Phone, who: Credentials) -> bool:
        is_own = phone.account in {"", self.account(who)}
        return is_own and (self.role(who) >= Role.MEMBER or not phone.as_member)

    def right(self, table: Table, who: Credentials) -> Right:
        role = self.role(who) if table.of_group else Role.NOBODY
        phone = self.phone(table, who)
        if table.deleted or (phone is None and role == Role.NOBODY):
            return Right.NOTHING
        keeps_scores = role >= Role.SCOREKEEPER
        if self.season_closed and table.counts and table.ended and not keeps_scores:
            return Right.WATCH
        opened = phone is not None and phone.opened and not phone.as_member
        if keeps_scores or opened:
            return Right.HOST
        return Right.ENTER if phone is not None and phone.seat else Right.WATCH

    def may_sit(self, table: Table, seat: int, who: Credentials) -> bool:
        """Nobody sits down after the end, nor where another phone sits."""
        is_free = table.seated(seat) in {"", who.browser}
        return self.right(table, who) >= Right.WATCH and not table.ended and is_free

    def may_join(self, table: Table, code: str) -> bool:
        return bool(code) and code not in table.dead_codes and not table.ended and not table.deleted

    def may_fill(self, table: Table, who: Credentials, seat: int) -> bool:
        """Whether the guess sheet of a seat is this phone's own."""
        phone = self.phone(table, who)
        return self.right(table, who) >= Right.ENTER and bool(phone and phone.seat == seat)

    def may_accept(self, token: str, who: Credentials) -> bool:
        return bool(self.account(who)) and self.invitations[token].open

    # What happened

    def signed_in(self, before: Credentials, after: Credentials, account: str) -> None:
        """The browser has a new value. Its seats and tables without an account are theirs."""
        self.logins[after.login] = account
        self.followed[after.login] = self.followed.pop(before.login, set())
        for table in self.tables.values():
            phone = table.phones.pop(before.browser, None)
            if phone is None:
                continue
            if phone.account not in {"", account}:
                table.left.append(phone)
                continue
            phone.account = account
            left = [one for one in table.left if one.account == account and not one.as_member]
            if left and not (phone.seat or phone.opened):
                continue  # it makes room for the one that the account left
            phone.opened |= any(one.opened for one in left)
            table.phones[after.browser] = phone

    def signed_out(self, before: Credentials) -> None:
        """The browser's next user starts with nothing; the account gets back its own."""
        account = self.logins.pop(before.login)
        self.followed.pop(before.login, None)
        for table in self.tables.values():
            if phone := table.phones.pop(before.browser, None):
                phone.account = phone.account or account
                table.left.append(phone)

    def came(self, table: Table, who: Credentials) -> Phone:
        """Somebody with a right to watch opened the table."""
        phone = self.phone(table, who) or Phone(account=self.account(who), as_member=True)
        if phone in table.left:
            table.left.remove(phone)
        self._take_place(table, who, phone)
        return phone

    def joined(self, table: Table, who: Credentials) -> None:
        """By the code; a scorekeeper who comes by it is there as a scorekeeper."""
        if self.phone(table, who) is None:
            keeps_scores = table.of_group and self.role(who) >= Role.SCOREKEEPER
            self._take_place(table, who, Phone(self.account(who), as_member=keeps_scores))

    def _take_place(self, table: Table, who: Credentials, phone: Phone) -> None:
        before = table.phones.get(who.browser)
        if before is not None and before is not phone:
            table.left.append(before)
        table.phones[who.browser] = phone

    def sat(self, table: Table, who: Credentials, seat: int) -> None:
        """`seat` 0: the phone gave its seat back. Someone logged out keeps none that is wanted."""
        phone = self.came(table, who)
        if phone.seat != seat:
            table.filled.pop(phone.seat, None)
            table.filled.pop(seat, None)
        for left in table.left:
            if left.seat == seat:
                left.seat = 0
        phone.seat = seat

    def took_over(self, table: Table, who: Credentials, seat: int) -> None:
        """A phone has the seat of another one, with the guess sheet that was filled in there."""
        for phone in (*table.phones.values(), *table.left):
            if phone.seat == seat:
                phone.seat = 0
        self.came(table, who).seat = seat

    def freed(self, table: Table, seat: int) -> None:
        table.filled.pop(seat, None)
        self._remove_phones(table, lambda phone: phone.seat == seat and not self._hosts(phone))
        for phone in (*table.phones.values(), *table.left):
            if phone.seat == seat:
                phone.seat = 0

    def handed_hosting_over(self, table: Table, seat: int) -> None:
        """The phone of the seat hosts, whatever its role is; scorekeepers and owners still do."""
        for phone in (*table.phones.values(), *table.left):
            phone.opened &= phone.as_member
        new_host = table.phones[table.seated(seat)]
        new_host.opened, new_host.as_member = True, False

    def _hosts(self, phone: Phone) -> bool:
        role = self.roles.get(phone.account, Role.NOBODY)
        return phone.opened or (phone.as_member and role >= Role.SCOREKEEPER)

    def _remove_phones(self, table: Table, which: Callable[[Phone], bool]) -> None:
        table.phones = {one: phone for one, phone in table.phones.items() if not which(phone)}
        table.left = [phone for phone in table.left if not which(phone)]

    def renewed_code(self, table: Table, code: str) -> None:
        """The old code is dead, and who only watched by it is out."""
        table.dead_codes.add(code)
        self._remove_phones(table, lambda phone: not (phone.seat or self._hosts(phone)))

    def removed(self, account: str, codes: dict[str, str], link: str) -> None:
        """Somebody left or was sent away: what they may have read is now worthless."""
        self.changed_role(account, Role.NOBODY)
        self.link = link
        for name, table in self.tables.items():
            if not table.of_group:
                continue
            self._remove_phones(table, lambda phone: phone.account == account)
            if table.ended or table.deleted:
                table.dead_codes.add(codes[name])  # also if it goes on again
            else:
                self.renewed_code(table, codes[name])

    def taken_in(self, table: Table, who: Credentials) -> None:
        """A quick table belongs to the group from now on; its mover is there as a member."""
        table.of_group = True
        phone = self.came(table, who)
        phone.account, phone.as_member = self.account(who), True

    def followed_link(self, who: Credentials) -> None:
        if self.role(who) == Role.NOBODY:
            self.followed.setdefault(who.login, set()).add(self.link)

    def changed_role(self, account: str, role: Role) -> None:
        """A former owner has read the links of all invitations, and others their own."""
        was = self.roles.get(account, Role.NOBODY)
        for invitation in self.invitations.values():
            reads_all = was == Role.OWNER and role < Role.OWNER
            if reads_all or (role == Role.NOBODY and invitation.by == account):
                invitation.open = False
        self.roles[account] = role
