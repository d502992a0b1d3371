"""Phones at tables of Artem: like browsers they keep connections open, and ask for compression."""

import asyncio
import re
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from time import perf_counter
from typing import Self
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from tests.serving import PASSWORD

NAMES = ("Ana", "Ben", "Cleo", "Dov")
FORM = "application/x-www-form-urlencoded"
HTMX = {"HX-Request": "true"}
SIGNUP = "/accounts/signup/"
GZIP = 16 + zlib.MAX_WBITS


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str
    seconds: float


@dataclass
class Phone:
    """A browser; `table` and the rest are known once it has come to a table."""

    address: str
    table: str = ""
    version: int = 0
    turn: int = 0
    cookies: dict[str, str] = field(default_factory=dict)
    seen: dict[str, str] = field(default_factory=dict)  # the ETags of pages that were read
    _reader: asyncio.StreamReader | None = None
    _writer: asyncio.StreamWriter | None = None

    # At a table

    async def open_table(self) -> None:
        """Start a table of Artem for four, as its host."""
        await self.get("/new/artem/")
        names = [("name", name) for name in NAMES]
        options = {"do": "open", "begins": "0", "variant": "standard", "directions": "universal"}
        opened = await self.post("/new/artem/", [*names, *options.items()])
        self.table = opened.headers["location"]
        self._read(await self.get(self.table))

    async def join(self, host: Self) -> None:
        """Come to the table of another phone, to watch."""
        code = re.search(r'class="code">([\w-]+)<', (await host.get(f"{host.table}about/")).text)
        if code is None:
            raise ValueError("no code on the page of the table")
        link = f"/join/{code[1].replace('-', '')}/"
        await self.get(link)
        await self.post(link, {})
        self.table = host.table
        self._read(await self.get(self.table))

    async def poll(self) -> Answer:
        return self._read(await self.get(f"{self.table}live?seen={self.version}", htmx=True))

    async def tap(self) -> Answer:
        """Enter a turn without a claim, or take the last one back: the table never gets long."""
        if self.turn < 2 * len(NAMES):
            path, fields = "artem/turn/", {"at": str(self.turn), "key": str(uuid4())}
        else:
            path, fields = "undo/", {"key": str(uuid4())}
        return self._read(await self.post(f"{self.table}{path}", fields, htmx=True))

    # On other pages

    async def read(self, path: str) -> Answer:
        """Open a page as a browser that has seen it before: unchanged, it is not sent again."""
        headers = {"If-None-Match": self.seen[path]} if path in self.seen else {}
        answer = await self._ask("GET", path, b"", headers)
        if "etag" in answer.headers:
            self.seen[path] = answer.headers["etag"]
        return answer

    async def sign_up(self, name: str) -> Answer:
        """Open the form of a new account and send it; return the answer to that."""
        await self.get(SIGNUP)
        return await self.post(SIGNUP, {"username": name, "password1": PASSWORD})

    def _read(self, answer: Answer) -> Answer:
        if version := re.search(r"live\?seen=(\d+)", answer.text):
            self.version = int(version[1])
        if turn := re.search(r'name="at" type="hidden" value="(\d+)"', answer.text):
            self.turn = int(turn[1])
        return answer

    # HTTP

    async def get(self, path: str, *, htmx: bool = False) -> Answer:
        return await self._ask("GET", path, b"", HTMX if htmx else {})

    async def post(
        self, path: str, fields: Mapping[str, str] | list[tuple[str, str]], *, htmx: bool = False
    ) -> Answer:
        return await self._ask("POST", path, urlencode(fields).encode(), HTMX if htmx else {})

    async def _ask(self, method: str, path: str, body: bytes, more: Mapping[str, str]) -> Answer:
        headers = {
            "Host": urlsplit(self.address).netloc,
            "Accept-Encoding": "gzip",
            "Accept-Language": "en",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Length": str(len(body)),
            "Content-Type": FORM,
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
            **more,
        }
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {headers[name]}" for name in headers)]
        request = "\r\n".join([*lines, "", ""]).encode() + body
        start = perf_counter()
        try:
            return await self._exchange(request, start)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server closed a connection that it had kept open; browsers try once more too.
            await self.close()
            return await self._exchange(request, start)

    async def _exchange(self, request: bytes, start: float) -> Answer:
        if self._writer is None:
            host, port = urlsplit(self.address).netloc.split(":")
            self._reader, self._writer = await asyncio.open_connection(host, int(port))
        assert self._reader is not None
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, *lines = head.strip().split("\r\n")
        pairs = [line.partition(": ")[::2] for line in lines]
        headers = {name.lower(): value for name, value in pairs}
        body = await self._reader.readexactly(int(headers.get("content-length", 0)))
        seconds = perf_counter() - start
        for name, value in pairs:
            if name.lower() == "set-cookie":
                self.cookies |= {each.key: each.value for each in SimpleCookie(value).values()}
        if headers.get("connection") == "close":
            await self.close()
        if headers.get("content-encoding") == "gzip":
            body = zlib.decompress(body, GZIP)
        return Answer(int(status.split()[1]), headers, body.decode(), seconds)

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            with suppress(OSError):
                await self._writer.wait_closed()
        self._reader = self._writer = None


@asynccontextmanager
async def phones(address: str, number: int) -> AsyncIterator[list[Phone]]:
    these = [Phone(address) for _ in range(number)]
    yield these
    for phone in these:
        await phone.close()
