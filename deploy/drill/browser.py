"""A browser that keeps cookies and speaks to the site from an address of its own."""

import http.client
from dataclasses import dataclass
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

TIMEOUT = 8.0  # seconds, as the scripts of the site wait
FORM = "application/x-www-form-urlencoded"
BOUNDARY = "scorefolio-drill"
LOG_IN = "/accounts/login/"


class Unanswered(Exception):
    """The server did not answer, or answered that something is wrong with it."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    text: str

    @property
    def location(self) -> str:
        return self.headers.get("Location", "") or self.headers.get("HX-Redirect", "")


class Browser:
    """`source`: the address that it sends from, such as 127.0.0.7; limits count by address."""

    def __init__(self, site: str, source: str = "127.0.0.1") -> None:
        self._host = urlsplit(site).netloc
        self._source = source
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        return self._request("GET", path, None, {})

    def post(self, path: str, fields: dict[str, object]) -> Answer:
        """Send a form as htmx does, with the CSRF token of the cookie."""
        token = self._cookies.get("csrftoken", "")
        body = urlencode({"csrfmiddlewaretoken": token, **fields}, doseq=True)
        return self._request("POST", path, body, {"Content-Type": FORM, "HX-Request": "true"})

    def upload(self, path: str, fields: dict[str, object], name: str, content: str) -> Answer:
        """Send a form with a file, as the browser's own button does."""
        token = self._cookies.get("csrftoken", "")
        parts = [
            f'name="{field}"\r\n\r\n{value}'
            for field, value in {"csrfmiddlewaretoken": token, **fields}.items()
        ]
        parts.append(f'name="file"; filename="{name}"\r\n\r\n{content}')
        disposition = f"--{BOUNDARY}\r\nContent-Disposition: form-data; "
        body = "".join(f"{disposition}{part}\r\n" for part in parts) + f"--{BOUNDARY}--\r\n"
        headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        return self._request("POST", path, body.encode(), headers)

    def log_in(self, name: str, password: str) -> Answer:
        self.get(LOG_IN)
        return self.post(LOG_IN, {"login": name, "password": password})

    def moved_to(self, site: str) -> "Browser":
        """Return this browser, with its cookies, at another address of the site."""
        other = Browser(site, self._source)
        other._cookies = self._cookies
        return other

    def _request(
        self, method: str, path: str, body: str | bytes | None, headers: dict[str, str]
    ) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        connection = http.client.HTTPConnection(
            self._host, timeout=TIMEOUT, source_address=(self._source, 0)
        )
        try:
            connection.request(method, path, body, {**headers, "Cookie": cookie})
            response = connection.getresponse()
            text = response.read().decode()
        except (OSError, http.client.HTTPException) as error:
            raise Unanswered(str(error)) from error
        finally:
            connection.close()
        if response.status >= 500:
            raise Unanswered(f"{response.status} {response.reason}")
        for line in response.headers.get_all("Set-Cookie", []):
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return Answer(response.status, response.headers, text)
