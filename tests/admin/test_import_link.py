"""From the admin's lists staff come to the import of a group that they manage."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Group, Membership
from tests.builders.staff import new_staff

pytestmark = pytest.mark.django_db

UPLOADS = [reverse(f"admin:scoring_{model}_upload") for model in ("session", "player")]
OWNER, MEMBER = Membership.Role.OWNER, Membership.Role.MEMBER


def staff(*groups: str, role: str = OWNER) -> Client:
    user = new_staff("alice")
    for name in groups:
        group = Group.objects.create(name=name, slug=name)
        Membership.objects.create(group=group, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("address", UPLOADS)
def test_who_manages_one_group_comes_to_its_import_at_once(address: str) -> None:
    client = staff("thursday")
    response = client.get(address)
    assert response.headers["Location"] == reverse("import", args=["thursday"])
    assert client.get(response.headers["Location"]).status_code == 200


@pytest.mark.parametrize("address", UPLOADS)
def test_who_manages_several_groups_says_which(address: str) -> None:
    client = staff("thursday", "friday")
    Group.objects.create(name="other", slug="other")
    groups = client.get(address).context["form"].fields["group"].queryset
    assert sorted(group.slug for group in groups) == ["friday", "thursday"]
    chosen = client.post(address, {"group": Group.objects.get(slug="friday").pk})
    assert chosen.headers["Location"] == reverse("import", args=["friday"])
    other = client.post(address, {"group": Group.objects.get(slug="other").pk})
    assert other.status_code == 200


@pytest.mark.parametrize("address", UPLOADS)
def test_who_manages_no_group_may_not_import(address: str) -> None:
    assert staff("thursday", role=MEMBER).get(address).status_code == 403
