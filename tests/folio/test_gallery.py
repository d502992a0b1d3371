"""The photos of a group: who sees them, in which names, and how they are found."""

from datetime import date
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone

from games.artbox.rules import ROUNDS, Round
from scoring.models import Group, Membership, Photo, Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle
from scoring.sessions.recording import describe, record, stop
from tests.builders.groups import thursday_group
from tests.builders.photos import add_photo
from tests.builders.tables import open_empty, phone, signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

NAMES = ("Ida", "Joe", "Kim", "Lea")
DAY = date(2026, 11, 12)


@pytest.fixture
def group() -> Group:
    return thursday_group()


def played(group: Group | None, *, day: date = DAY) -> Session:
    """Play a round of #ARTBOX: all recognise Ida's drawing, nobody any other one."""
    session = open_empty("artbox", *NAMES, group=group)
    by = By(at=timezone.now())
    one = Round(finish=NAMES, invalid=(), guesses={name: {"Ida": 1} for name in NAMES[1:]})
    record(session=session, change=lambda state: ROUNDS.add(state, one), action="x", by=by)
    stop(session=session, by=by)
    describe(session=session, played_on=day, location="", notes="", by=by)
    session.refresh_from_db()
    return session


@pytest.fixture
def session(group: Group) -> Session:
    session = played(group)
    for place in (1, 2):
        add_photo(session, seat=session.seats.get(place=place))
    return session


@pytest.fixture
def member(group: Group) -> Client:
    return signed_in("mia", group)


def shown(client: Client, address: str = "/g/thursday/folio/") -> list[str]:
    return [one.caption for one in client.get(address).context["photos"]]


IDAS = "A drawing by Ida: 3 of 3 recognised it"
JOES = "A drawing by Joe: 0 of 3 recognised it"


@pytest.mark.usefixtures("session")
def test_members_see_all_photos_with_captions(member: Client) -> None:
    assert shown(member) == [IDAS, JOES]


@pytest.mark.parametrize(
    ("query", "captions"),
    [
        ("show=nobody", [JOES]),
        ("show=all", [IDAS]),
        ("game=artbox", [IDAS, JOES]),
        ("game=canvas", []),
        ("month=2026-11", [IDAS, JOES]),
    ],
)
def test_photos_are_found_by_what_is_known_of_them(
    session: Session, member: Client, query: str, captions: list[str]
) -> None:
    assert session.photos.count() == 2
    assert shown(member, f"/g/thursday/folio/?{query}") == captions


def test_photos_of_a_player_are_found(session: Session, member: Client) -> None:
    joe = session.seats.get(place=2).player
    assert joe is not None
    assert shown(member, f"/g/thursday/folio/?player={joe.pk}") == [JOES]


def test_visitors_see_photos_only_if_an_owner_allows_it(session: Session) -> None:
    Group.objects.update(visibility=Group.Visibility.PUBLIC)
    name = session.photos.in_order()[0].name
    addresses = ["/g/thursday/folio/", f"/photos/{name}/", f"/photos/{name}/320.webp"]
    assert [Client().get(address).status_code for address in addresses] == [404] * 3
    Group.objects.update(shows_photos=True)
    assert [Client().get(address).status_code for address in addresses] == [200] * 3


def test_visitors_see_no_photo_of_a_hidden_player_and_others_by_nickname(
    session: Session,
) -> None:
    Group.objects.update(visibility=Group.Visibility.PUBLIC, shows_photos=True)
    ida, joe = (session.seats.get(place=place).player for place in (1, 2))
    assert ida is not None
    assert joe is not None
    type(ida).objects.filter(pk=ida.pk).update(hidden=True)
    type(joe).objects.filter(pk=joe.pk).update(nickname="Jojo")
    assert shown(Client()) == ["A drawing by Jojo: 0 of 3 recognised it"]
    of_ida, of_joe = session.photos.in_order()
    assert Client().get(f"/photos/{of_ida.name}/320.webp").status_code == 404
    page = words(Client().get(f"/photos/{of_joe.name}/").content.decode())
    assert "Jojo" in page
    assert "Joe" not in page.replace("Jojo", "")


def test_strangers_see_nothing(session: Session) -> None:
    name = session.photos.in_order()[0].name
    for client in (Client(), signed_in("sam"), phone(open_empty("artbox", *NAMES), hosts=True)):
        assert client.get("/g/thursday/folio/").status_code == 404
        assert client.get(f"/photos/{name}/320.webp").status_code == 404


def test_photos_of_a_deleted_session_are_gone_and_come_back(
    session: Session, member: Client
) -> None:
    name, by = session.photos.in_order()[0].name, By(at=timezone.now())
    lifecycle.delete(session=session, by=by)
    assert shown(member) == []
    assert member.get(f"/photos/{name}/320.webp").status_code == 404
    lifecycle.undelete(session=session, by=by)
    assert member.get(f"/photos/{name}/320.webp").status_code == 200


def test_photos_move_with_their_session_to_another_group(session: Session, member: Client) -> None:
    name = session.photos.in_order()[0].name
    other = Group.objects.create(name="Other", slug="other")
    lifecycle.move(session=session, group=other, league=None, by=By(at=timezone.now()))
    assert member.get(f"/photos/{name}/320.webp").status_code == 404
    assert len(shown(signed_in("otto", other), "/g/other/folio/")) == 2


def test_a_day_is_an_album_a_slide_show_and_a_file(session: Session, member: Client) -> None:
    played(session.group, day=date(2026, 11, 13))
    album = "/g/thursday/folio/2026-11-12/"
    assert shown(member, album) == [IDAS, JOES]
    assert "data-slide-show" in member.get(f"{album}?show").content.decode()
    content = b"".join(member.get(f"{album}photos.zip").streaming_content)  # type: ignore[attr-defined]
    with ZipFile(BytesIO(content)) as file:
        assert file.namelist() == ["001.webp", "002.webp"]
        assert file.read("001.webp").startswith(b"RIFF")
    assert member.get("/g/thursday/folio/2026-11-13/").status_code == 404
    assert member.get("/g/thursday/folio/yesterday/").status_code == 404


def test_a_photo_leads_to_those_beside_it(session: Session, member: Client) -> None:
    first, second = session.photos.in_order()
    page = member.get(f"/photos/{first.name}/")
    assert (page.context["previous"], page.context["next"]) == (None, second)
    page = member.get(f"/photos/{second.name}/")
    assert (page.context["previous"], page.context["next"]) == (first, None)


def test_a_reported_photo_reaches_the_owners(session: Session, member: Client) -> None:
    photo = session.photos.in_order()[1]
    member.post(f"/photos/{photo.name}/", {"do": "report"})
    owner = signed_in("olga", session.group, Membership.Role.OWNER)
    assert shown(owner, "/g/thursday/folio/?show=reported") == [JOES]
    assert "Reported" in words(owner.get("/g/thursday/folio/").content.decode())
    assert member.get("/g/thursday/folio/?show=reported").status_code == 404


def test_the_player_whose_drawing_it_is_may_delete_its_photo(
    session: Session, group: Group
) -> None:
    joe = signed_in("joe", group)
    player = session.seats.get(place=2).player
    assert player is not None
    player.user = Membership.objects.get(user__username="joe").user
    player.save(update_fields=["user"])
    of_ida, of_joe = session.photos.in_order()
    assert joe.post(f"/photos/{of_ida.name}/", {"do": "delete"}).status_code == 403
    assert joe.post(f"/photos/{of_joe.name}/", {"do": "delete"}).status_code == 200
    assert list(Photo.objects.all()) == [of_ida]


def test_a_page_of_photos_takes_as_many_queries_for_many_sessions_as_for_one(
    session: Session, member: Client, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(30) as one:  # type: ignore[operator]
        shown(member)
    for _time in range(3):
        add_photo(played(session.group))
    with django_assert_max_num_queries(len(one)):  # type: ignore[operator]
        assert len(shown(member)) == 5
