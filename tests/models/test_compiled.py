"""A compiled query finds what its queryset would, with the values of each request."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import models
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.models import Evening, Group
from scoring.models.compiled import (
    ANY_KEY,
    ANY_TEXT,
    ANY_UUID,
    CompiledListQuery,
    CompiledQuery,
)

pytestmark = pytest.mark.django_db


def evening(group: Group, hours: int) -> Evening:
    now = timezone.now()
    starts_at = now + timedelta(hours=hours)
    return Evening.objects.create(group=group, starts_at=starts_at, created_at=now, changed_at=now)


def test_it_asks_for_the_keys_and_moments_of_each_request() -> None:
    now = timezone.now()
    for name in ("One", "Two"):
        group = Group.objects.create(name=name, slug=name.lower())
        later, sooner = evening(group, 50), evening(group, 20)
        found = [
            Evening.objects.next_of(group, now + timedelta(hours=hours)) for hours in (0, 40, 90)
        ]
        assert found == [sooner, later, None]
        assert found[0] is not None
        assert found[0].starts_at == sooner.starts_at


def test_it_finds_a_row_by_its_uuid() -> None:
    group = Group.objects.create(name="One", slug="one")
    one, _other = evening(group, 1), evening(group, 2)
    query = CompiledQuery(lambda: Evening.objects.filter(uuid=ANY_UUID).values_list("pk", "group"))
    assert query.rows({ANY_UUID: one.uuid}) == [(one.pk, group.pk)]
    assert query.rows({ANY_UUID: uuid4()}) == []


def test_its_instances_have_what_the_queryset_selects_and_annotates(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    group = Group.objects.create(name="One", slug="one")
    one, _other = evening(group, 1), evening(group, 2)
    with_group = CompiledQuery(
        lambda: Evening.objects.with_counts().select_related("group").filter(uuid=ANY_UUID)
    )
    with django_assert_num_queries(1):
        (found,) = with_group.instances({ANY_UUID: one.uuid})
        assert (found, found.group, found.count_yes) == (one, group, 0)
        assert (found.starts_at, found.uuid) == (one.starts_at, one.uuid)
    assert with_group.instance({ANY_UUID: uuid4()}) is None


def test_its_tuples_have_values_as_their_fields_read_them() -> None:
    group = Group.objects.create(name="One", slug="one")
    one = evening(group, 1)
    columns = ("uuid", "starts_at", "group__name")
    query = CompiledQuery(lambda: Evening.objects.filter(group=ANY_KEY).values_list(*columns))
    assert query.tuples({ANY_KEY: group.pk}) == [(one.uuid, one.starts_at, "One")]


def test_it_is_compiled_once() -> None:
    made = []

    def groups() -> models.QuerySet[Group, tuple[str]]:
        made.append(1)
        return Group.objects.filter(pk=ANY_KEY).values_list("name")

    query = CompiledQuery(groups)
    for name in ("One", "Two"):
        group = Group.objects.create(name=name, slug=name.lower())
        assert query.rows({ANY_KEY: group.pk}) == [(name,)]
    assert len(made) == 1


def test_its_mappings_have_values_by_their_names() -> None:
    group = Group.objects.create(name="One", slug="one")
    one = evening(group, 1)
    query = CompiledQuery(lambda: Evening.objects.filter(group=ANY_KEY).values("uuid", "starts_at"))
    assert query.mappings({ANY_KEY: group.pk}) == [{"uuid": one.uuid, "starts_at": one.starts_at}]


def test_a_list_is_as_long_as_each_request_has_it() -> None:
    groups = [Group.objects.create(name=f"{n}", slug=f"{n}") for n in range(6)]
    query = CompiledListQuery(
        lambda keys: Group.objects.filter(pk__in=keys, name__lt=ANY_TEXT).order_by("pk")
    )
    for number in range(1, 6):
        keys = [group.pk for group in groups[-number:]]
        assert query.instances(keys, {ANY_TEXT: "5"}) == groups[-number:-1]
