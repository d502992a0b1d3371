"""A browser: keeps its connection, its cookies and the token of its forms, and takes gzip.

It adds little to what it times, unlike http.client, which takes longer than a constant page."""

import socket
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from time import perf_counter
from urllib.parse import urlencode, urlsplit

GZIP = 16 + zlib.MAX_WBITS
CSRF = "csrftoken"
LENGTH = "Content-Length: "
TEXTS = {"", "text", "hidden", "number", "date", "search"}
Fields = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes  # as it came over the wire
    seconds: float

    @property
    def text(self) -> str:
        is_packed = self.headers.get("content-encoding") == "gzip"
        return (zlib.decompress(self.body, GZIP) if is_packed else self.body).decode()


@dataclass
class Browser:
    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    _socket: socket.socket | None = None

    def get(self, path: str, *, htmx: bool = False, etag: str = "") -> Answer:
        headers = {"If-None-Match": etag} if etag else {}
        return self._ask("GET", path, b"", headers, htmx=htmx)

    def post(self, path: str, fields: Mapping[str, object], *, htmx: bool = False) -> Answer:
        body = urlencode(fields, doseq=True).encode()
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
            "X-CSRFToken": self.cookies.get(CSRF, ""),
        }
        return self._ask("POST", path, body, headers, htmx=htmx)

    def download(self, path: str) -> Answer:
        """Get an answer that may be longer than memory; its body is left out but for the end."""
        return self._ask("GET", path, b"", {"Connection": "close"}, htmx=False)

    def form(self, path: str, beside: str) -> Fields:
        """Return the values of the form of a page that has a field of this name."""
        page = self.get(path)
        forms = _Forms()
        forms.feed(page.text)
        for fields in forms.forms:
            if beside in fields or beside in forms.names[id(fields)]:
                return fields
        raise AssertionError(f"{path} answers {page.status}, and no form there has {beside}")

    def _ask(
        self, method: str, path: str, body: bytes, more: Mapping[str, str], *, htmx: bool
    ) -> Answer:
        headers = {
            "Host": urlsplit(self.address).netloc,
            "Accept-Encoding": "gzip",
            "Accept-Language": "en",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            **({"HX-Request": "true"} if htmx else {}),
            **more,
        }
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {headers[name]}" for name in headers)]
        request = "\r\n".join([*lines, "", ""]).encode() + body
        start = perf_counter()
        try:
            return self._exchange(request, start)
        except ConnectionError:
            # The server closed a connection that it had kept open; browsers try once more too.
            self.close()
            return self._exchange(request, perf_counter())

    def _exchange(self, request: bytes, start: float) -> Answer:
        if self._socket is None:
            host, port = urlsplit(self.address).netloc.split(":")
            self._socket = socket.create_connection((host, int(port)), timeout=300)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(request)
        received = bytearray()
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._received()
        head = received[:end].decode("latin-1")
        body = self._body(head, received[end + 4 :])
        seconds = perf_counter() - start  # what is read of it below would make REF look slow
        first, *lines = head.split("\r\n")
        pairs = [line.partition(": ")[::2] for line in lines]
        headers = {name.lower(): value for name, value in pairs}
        for name, value in pairs:
            if name.lower() == "set-cookie":
                self.cookies |= {each.key: each.value for each in SimpleCookie(value).values()}
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(int(first.split()[1]), headers, body, seconds)

    def _body(self, head: str, begun: bytearray) -> bytes:
        if LENGTH in head or "Transfer-Encoding" not in head:
            length = int(head.partition(LENGTH)[2].partition("\r")[0] or 0)
            while len(begun) < length:
                begun += self._received()
            return bytes(begun)
        end = bytes(begun)
        while self._socket and (part := self._socket.recv(1 << 16)):
            end = part
        return end

    def _received(self) -> bytes:
        received = self._socket.recv(1 << 16) if self._socket else b""
        if not received:
            raise ConnectionResetError
        return received

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None


class _Forms(HTMLParser):
    """The forms of a page, with what a browser would send of each without a change."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Fields] = []
        self.names: dict[int, set[str]] = {}  # of all fields, also those that are not sent
        self._select = ""

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "form":
            self.forms.append({})
            self.names[id(self.forms[-1])] = set()
        if not self.forms:
            return
        name, value = values.get("name") or "", values.get("value")
        self.names[id(self.forms[-1])].add(name)
        kind = values.get("type") or ""
        is_ticked = kind in {"checkbox", "radio"} and "checked" in values
        if tag == "input" and name and (kind in TEXTS or is_ticked):
            self._add(name, value or ("on" if is_ticked else ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and "selected" in values:
            self._add(self._select, value or "")

    def _add(self, name: str, value: str) -> None:
        self.forms[-1].setdefault(name, []).append(value)
