"""Steps with accounts: what two web nodes share, and downloads of two groups at once."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

from django.contrib.auth.models import User

from deploy.cluster.layout import HOST, WEB_NODES, Layout
from deploy.drill.browser import Browser, Unanswered
from deploy.drill.groups import PASSWORD, make_group, make_staff, session_document
from deploy.drill.report import Missed
from scoring.models import Group

SECOND_FACTOR = "/accounts/second-factor/authenticate/"
PLAN = re.compile(r'name="plan" type="hidden" value="(\d+)"')
LARGE_GROUPS = ("left", "right")
SESSIONS = 1100  # of a group: read in more than one batch
DOWNLOADS_AT_ONCE = 6
DOWNLOADS = 4  # of each, one after the other


def use_both_web_nodes(layout: Layout) -> None:
    """Log in on one web node and act on the other; upload on one, confirm on the other."""
    slug = f"both-{User.objects.count()}"
    group = make_group(slug, sessions=1)
    first, second = (f"http://{HOST}:{layout.ports[node]}" for node in WEB_NODES)
    browser, code = Browser(first), make_staff(slug)
    browser.log_in(slug, PASSWORD)
    if browser.post(SECOND_FACTOR, {"code": code}).status != 302:
        raise Missed("nobody could log in")
    elsewhere = browser.moved_to(second)
    if elsewhere.get(f"/g/{slug}/").status != 200:
        raise Missed("the other web node does not know who logged in")
    imports = f"/g/{slug}/import/"
    browser.get(imports)
    document = json.dumps(session_document(slug))
    preview = browser.upload(imports, {}, "one.ndjson", document).location
    plan = PLAN.search(elsewhere.get(preview).text) if preview else None
    if plan is None:
        raise Missed("an upload had no preview")
    elsewhere.post(f"{preview}add/", {"plan": plan[1]})
    if (number := group.sessions.count()) != 2:
        raise Missed(f"a confirmed upload of one session made {number - 1}")


def download_both_groups(layout: Layout) -> None:
    """Download all sessions of two groups at once: each download has only those of its group."""
    for slug in LARGE_GROUPS:
        if not Group.objects.filter(slug=slug).exists():
            make_group(slug, sessions=SESSIONS)
    slugs = LARGE_GROUPS * (DOWNLOADS_AT_ONCE // len(LARGE_GROUPS))
    with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
        problems = [*filter(None, pool.map(_download, repeat(layout.site), slugs, range(6)))]
    if problems:
        raise Missed("; ".join(sorted({*problems})))


def _download(site: str, slug: str, number: int) -> str:
    """Download a group several times; return what is wrong with the first that is not right."""
    browser = Browser(site, f"127.0.3.{number + 1}")
    try:
        browser.log_in(slug, PASSWORD)
        for _ in range(DOWNLOADS):
            answer = browser.get(f"/g/{slug}/export/sessions.ndjson")
            if problem := wrong_rows(answer.text, slug, SESSIONS):
                return problem
    except Unanswered as error:
        return f"a download failed: {error}"
    return ""


def wrong_rows(text: str, slug: str, number: int) -> str:
    """Return what is wrong with the sessions of a group; its players are named after it."""
    lines = text.splitlines()
    strangers = sum(f'"{slug} 1"' not in line for line in lines)
    if strangers:
        return f"{strangers} of {len(lines)} downloaded rows were of another group"
    if len(lines) != number or len({*lines}) != number:
        return f"{len(lines)} rows were downloaded, {len({*lines})} different ones, of {number}"
    return ""
