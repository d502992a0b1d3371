"""Canvas: a group's own cards in the admin, which its owners see and correct and nobody else."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.canvas.models import GroupCard
from scoring.models import Group, Membership
from tests.builders.admin_forms import posted
from tests.builders.staff import new_staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed")]

CARDS = reverse("admin:canvas_groupcard_changelist")
ADD = reverse("admin:canvas_groupcard_add")


@pytest.fixture
def friday() -> Group:
    return Group.objects.create(name="Friday", slug="friday")


@pytest.fixture
def alice(thursday: Group) -> Client:
    """Owns the group and is on the staff."""
    return staff("alice", thursday, Membership.Role.OWNER)


def staff(name: str, group: Group | None = None, role: str = Membership.Role.MEMBER) -> Client:
    user = new_staff(name)
    if group:
        Membership.objects.create(group=group, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


def own_card(group: Group, name: str = "Unity") -> GroupCard:
    return GroupCard.objects.create(
        group=group, edition_id="retail", name=name, points_1=2, points_2=5
    )


def change(card: GroupCard) -> str:
    return reverse("admin:canvas_groupcard_change", args=[card.pk])


def typed(group: Group, **values: Any) -> dict[str, Any]:
    fields = {"group": group.pk, "edition": "retail", "name": "Space", "points_1": 2, "points_2": 4}
    return {**fields, **values}


def test_an_owner_adds_and_corrects_a_card(alice: Client, thursday: Group) -> None:
    assert posted(alice, alice.get(ADD), **typed(thursday)).status_code == 302
    card = GroupCard.objects.get(group=thursday, edition="retail", name="Space")
    assert (card.condition, card.points) == ("", (2, 4))
    page = alice.get(change(card))
    corrected = posted(alice, page, condition="by-hand", points_3=7)
    assert corrected.status_code == 302
    card.refresh_from_db()
    assert (card.condition, card.points) == ("by-hand", (2, 4, 7))
    assert "2, 4, 7" in alice.get(CARDS).content.decode()


def test_an_owner_adds_a_card_that_the_edition_does_not_have(
    alice: Client, thursday: Group
) -> None:
    fields = typed(thursday, name="Sfumato", condition="by-hand")
    assert posted(alice, alice.get(ADD), **fields).status_code == 302
    assert GroupCard.objects.get(name="Sfumato").condition == "by-hand"


def test_an_owner_sees_the_cards_of_the_own_group_alone(
    alice: Client, thursday: Group, friday: Group
) -> None:
    own_card(thursday, "Ours")
    theirs = own_card(friday, "Theirs")
    page = alice.get(CARDS).content.decode()
    assert "Ours" in page
    assert "Theirs" not in page
    assert alice.get(change(theirs)).status_code == 302
    assert alice.post(change(theirs), typed(thursday, points_1=9)).status_code == 302
    address = reverse("admin:canvas_groupcard_delete", args=[theirs.pk])
    assert alice.post(address, {"post": "yes"}).status_code == 302
    run = {"action": "delete_selected", "_selected_action": [theirs.pk], "post": "yes"}
    alice.post(CARDS, run)
    theirs.refresh_from_db()
    assert (theirs.group, theirs.name, theirs.points) == (friday, "Theirs", (2, 5))


def test_an_owner_gives_no_card_to_another_group(
    alice: Client, thursday: Group, friday: Group
) -> None:
    page = alice.get(ADD)
    assert "Friday" not in page.content.decode()
    assert posted(alice, page, **typed(friday)).status_code == 200
    ours = own_card(thursday)
    assert posted(alice, alice.get(change(ours)), group=friday.pk).status_code == 302
    assert list(GroupCard.objects.values_list("group", flat=True)) == [thursday.pk]


def test_staff_without_a_group_of_their_own_see_nothing(thursday: Group) -> None:
    card = own_card(thursday)
    for client in (staff("bob", thursday), staff("charlie")):
        for address in (CARDS, ADD, change(card)):
            assert client.get(address).status_code == 403
        assert client.post(change(card), typed(thursday, points_1=9)).status_code == 403
    card.refresh_from_db()
    assert card.points == (2, 5)


def test_an_owner_corrects_nothing_that_others_share(alice: Client) -> None:
    for shared in ("edition", "scoringcard", "cardset", "artcard"):
        assert alice.get(reverse(f"admin:canvas_{shared}_changelist")).status_code == 403


def test_a_superuser_sees_the_cards_of_all(
    admin_client: Client, thursday: Group, friday: Group
) -> None:
    own_card(thursday, "Ours")
    own_card(friday, "Theirs")
    page = admin_client.get(CARDS).content.decode()
    assert "Ours" in page
    assert "Theirs" in page


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        pytest.param(
            {"points_2": 1},
            "A points row cannot have gaps, and more ribbons cannot be worth less.",
            id="R-C2: a row never falls",
        ),
        pytest.param(
            {"points_2": 1000}, "Ribbons cannot be worth more than 999 points.",
            id="the documents take numbers up to 999",
        ),
        pytest.param(
            {"name": "Unity"}, "The group already has a card with that name.",
            id="one card of a name",
        ),
        pytest.param(
            {"name": "Spa\u200bce"}, "This contains a character that cannot be printed; remove it",
            id="no document could state the name",
        ),
        pytest.param(
            {"name": "Compositon"},
            "This edition has no card “Compositon”; give the condition for its ribbons.",
            id="R-C5: a misspelt card is not counted by hand",
        ),
        pytest.param({"points_1": ""}, "This field is required.", id="R-C2: a row has an entry"),
    ],
)  # fmt: skip
def test_no_card_is_added_that_no_session_could_play(
    alice: Client, thursday: Group, values: dict[str, Any], sentence: str
) -> None:
    own_card(thursday)
    response = posted(alice, alice.get(ADD), **typed(thursday, **values))
    assert sentence in response.content.decode()
    assert GroupCard.objects.count() == 1


def test_a_card_is_not_renamed_to_another(alice: Client, thursday: Group) -> None:
    own_card(thursday)
    space = own_card(thursday, "Space")
    response = posted(alice, alice.get(change(space)), name="Unity")
    assert "The group already has a card with that name." in response.content.decode()


def test_the_list_costs_as_much_for_many_as_for_few(alice: Client, thursday: Group) -> None:
    own_card(thursday)
    alice.get(CARDS)
    with CaptureQueriesContext(connection) as few:
        alice.get(CARDS)
    for at in range(30):
        own_card(thursday, f"Card {at}")
    with CaptureQueriesContext(connection) as many:
        alice.get(CARDS)
    assert len(many) == len(few) <= 15
