"""What the tests of uploads share: who uploads, and into which groups."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.models import Group, Membership
from tests.builders.staff import new_staff


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def other_group() -> Group:
    return Group.objects.create(name="Elsewhere", slug="elsewhere")


@pytest.fixture
def alice(group: Group) -> Client:
    return staff("alice", group, Membership.Role.OWNER)


@pytest.fixture
def bob(group: Group) -> Client:
    return staff("bob", group, Membership.Role.MEMBER)


@pytest.fixture
def charlie() -> Client:
    return staff("charlie")


def staff(name: str, group: Group | None = None, role: str = "") -> Client:
    user = new_staff(name)
    if group:
        Membership.objects.create(group=group, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


def uploaded_file(content: str | bytes, name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)


def messages_of(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]
