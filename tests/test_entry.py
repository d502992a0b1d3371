"""Entering a session in the admin: all of its rows on one page, the rules asked, one revision."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import sessions
from scoring.models import Group, Membership, Session
from scoring.scorer import dump_document, read_document
from scoring.sessions import By
from tests.admin_forms import form_data, page_of
from tests.load.documents import mixed_lines

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)


def started(document: dict[str, Any]) -> Session:
    return sessions.start(document=read_document(document), by=By(at=NOW))


def sent(client: Client, session: Session, **changes: Any) -> Any:
    return client.post(page_of(session), {**form_data(client, session), **changes})


def document(session: Session) -> dict[str, Any]:
    return dump_document(sessions.load(Session.objects.get(pk=session.pk)))


DUPLIK = {
    "format": "scorefolio/session@1",
    "game": "duplik",
    "players": ["Ana", "Ben", "Cleo"],
    "rounds": [{"narrator": "Ana", "super": 4, "sheets": {"Ben": [1, 4], "Cleo": []}}],
}


def test_it_saves_nothing_where_nothing_was_typed(admin_client: Client) -> None:
    for line in mixed_lines(40, seed=6):
        session = started(json.loads(line))
        before = document(session)
        response = sent(admin_client, session)
        assert response.status_code == 302, response.context["errors"]
        assert document(session) == before
        assert session.revisions.count() == 1


def seat(session: Session, name: str) -> int:
    pk: int = session.seats.get(name=name).pk
    return pk


def new_round(session: Session, **changes: Any) -> dict[str, Any]:
    """Ben narrates a second round; Ana met three criteria, Cleo none."""
    prefix = "duplik_round_rows"
    sheets = "duplik_sheet_rows"
    return {
        f"{prefix}-TOTAL_FORMS": 2,
        f"{prefix}-1-number": 2,
        f"{prefix}-1-narrator": seat(session, "Ben"),
        f"{prefix}-1-super_criterion": 10,
        f"{sheets}-TOTAL_FORMS": 4,
        f"{sheets}-2-number": 2,
        f"{sheets}-2-artist": seat(session, "Ana"),
        f"{sheets}-2-met": [2, 3, 10],
        f"{sheets}-3-number": 2,
        f"{sheets}-3-artist": seat(session, "Cleo"),
        **changes,
    }


def test_it_records_what_was_entered_as_one_revision(
    admin_client: Client, admin_user: User
) -> None:
    session = started(DUPLIK)
    assert sent(admin_client, session, **new_round(session)).status_code == 302
    assert document(session)["rounds"][1] == {
        "narrator": "Ben",
        "super": 10,
        "sheets": {"Ana": [2, 3, 10], "Cleo": []},
    }
    revision = session.revisions.get(number=2)
    assert (revision.action, revision.actor) == ("entered in the admin", admin_user)


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        pytest.param(
            {"duplik_round_rows-1-super_criterion": 11}, "duplik_round_rows-1-super_criterion",
            "11 cannot stand here; it takes a number from 1 to 10.", id="beside its field",
        ),
        pytest.param(
            {"duplik_sheet_rows-3-number": 7}, "duplik_sheet_rows-3",
            "This belongs to nothing above", id="a sheet of a round that is not there",
        ),
        pytest.param(
            {"duplik_round_rows-1-number": 1}, "duplik_round_rows-1",
            "This is entered twice.", id="a round entered twice",
        ),
    ],
)  # fmt: skip
def test_it_tells_what_the_rules_refuse_where_it_stands(
    admin_client: Client, changes: dict[str, Any], field: str, sentence: str
) -> None:
    session = started(DUPLIK)
    before = document(session)
    response = sent(admin_client, session, **new_round(session, **changes))
    assert response.status_code == 200
    prefix, index = field.split("-")[:2]
    formset = next(
        inline.formset
        for inline in response.context["inline_admin_formsets"]
        if inline.formset.prefix == prefix
    )
    errors = formset.forms[int(index)].errors
    key = field.removeprefix(f"{prefix}-{index}").removeprefix("-") or "__all__"
    assert sentence in " ".join(errors[key])
    assert document(session) == before


def test_it_offers_only_the_players_of_this_table(admin_client: Client) -> None:
    session, other = started(DUPLIK), started({**DUPLIK, "players": ["Ana", "Zoë", "Cleo"],
        "rounds": []})  # fmt: skip
    page = admin_client.get(page_of(session)).content.decode()
    assert f'<option value="{seat(other, "Zoë")}"' not in page
    changes = {"duplik_round_rows-1-narrator": seat(other, "Zoë")}
    response = sent(admin_client, session, **new_round(session, **changes))
    assert response.status_code == 200
    assert session.revisions.count() == 1


def test_it_does_not_type_over_what_a_phone_recorded_since(admin_client: Client) -> None:
    session = started(DUPLIK)
    data = {**form_data(admin_client, session), **new_round(session)}
    sessions.stop(session=session, by=By(at=NOW))
    response = admin_client.post(page_of(session), data)
    assert "Somebody recorded something since." in response.content.decode()
    assert len(document(session)["rounds"]) == 1


def test_rows_can_be_taken_away(admin_client: Client) -> None:
    session = started(DUPLIK)
    gone = {"duplik_round_rows-0-DELETE": "on"}
    gone |= {f"duplik_sheet_rows-{at}-DELETE": "on" for at in range(2)}
    assert sent(admin_client, session, **gone).status_code == 302
    assert document(session)["rounds"] == []


def queries_of_a_page(client: Client, rounds: int) -> int:
    players = ["Ana", "Ben", "Cleo"]
    sheets = [{name: [1] for name in players if name != narrator} for narrator in players * 3]
    played = [
        {"narrator": players[at % 3], "super": 1, "sheets": sheets[at]} for at in range(rounds)
    ]
    session = started({**DUPLIK, "options": {"laps": 3}, "rounds": played})
    client.get(page_of(session))
    with CaptureQueriesContext(connection) as captured:
        client.get(page_of(session))
    return len(captured)


def test_a_page_costs_as_many_queries_for_many_rounds_as_for_one(admin_client: Client) -> None:
    assert queries_of_a_page(admin_client, 1) == queries_of_a_page(admin_client, 8) <= 40


ADD = reverse("admin:scoring_session_add")


def opened(client: Client, group: Group, **said: Any) -> Any:
    data = {"game": "canvas", "group": group.pk, "names": "Ana\n Ben \n\n", "location": "Kitchen"}
    return client.post(ADD, {**data, **said})


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.mark.parametrize("slug", ["artbox", "artem", "canvas", "duplik"])
def test_a_table_is_opened_and_then_entered(admin_client: Client, group: Group, slug: str) -> None:
    response = opened(admin_client, group, game=slug, names="Ana\nBen\nCleo")
    session = Session.objects.get()
    assert response.url == page_of(session)
    assert document(session)["players"] == ["Ana", "Ben", "Cleo"]
    assert [seat.player.group for seat in session.seats.all() if seat.player] == [group] * 3
    assert admin_client.get(page_of(session)).status_code == 200


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"names": "Ana\nAna"}, "is listed twice"),
        ({"names": "\n".join("ABCDEF")}, "This game takes 1 to 5 players."),
        ({"names": "x" * 61}, "This text must have from 1 to 60 characters."),
    ],
)
def test_a_table_that_cannot_be_is_refused_at_its_names(
    admin_client: Client, group: Group, said: dict[str, str], sentence: str
) -> None:
    response = opened(admin_client, group, **said)
    assert sentence in " ".join(response.context["adminform"].form.errors["names"])
    assert not Session.objects.exists()


def test_an_owner_opens_tables_for_the_own_group_alone(group: Group) -> None:
    alice = User.objects.create(username="alice", is_staff=True)
    Membership.objects.create(group=group, user=alice, role=Membership.Role.OWNER)
    client = Client()
    client.force_login(alice)
    other = Group.objects.create(name="Other", slug="other")
    assert opened(client, other).status_code == 200
    assert not Session.objects.exists()
    assert opened(client, group).status_code == 302
