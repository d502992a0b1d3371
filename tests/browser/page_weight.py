"""Measure what a browser downloads on its first visit to a page."""

from dataclasses import dataclass

from playwright.sync_api import Page, Request


@dataclass(frozen=True)
class Weight:
    requests: int
    bytes: int  # as they are sent: compressed, and with their headers


def first_visit(page: Page, address: str) -> Weight:
    finished: list[Request] = []

    def note(request: Request) -> None:
        finished.append(request)

    page.on("requestfinished", note)
    page.goto(address, wait_until="networkidle")
    sizes = [request.sizes() for request in finished]
    total = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    return Weight(len(sizes), total)
