"""The archive of a group: all that belongs to it, and nothing that was deleted."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring.background.jobs import run_ready_jobs
from scoring.exchange.archive import CHUNK, group_archive, zip_chunks
from scoring.folio.renditions import files_of, folio_storage
from scoring.groups.members import remove_member
from scoring.groups.merging import merge
from scoring.leagues import leagues
from scoring.models import Evening, Group, Job, Membership, Player, Season, Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from tests.builders.evenings import answered, planned
from tests.builders.imports import import_documents
from tests.builders.photos import add_photo
from tests.builders.revisions import exported
from tests.builders.seasons import (
    FIRST,
    artem_document,
    play_session,
    sample_document,
    season_of,
)
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 4, 21, 30, tzinfo=UTC)


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday", visibility="public")


def play(season: Season, *ranks: int, day: date = FIRST) -> Session:
    return play_session(
        season.league.group, artem_document(*ranks, day=day), league=season.league, at=AT
    )


def downloaded(client: Client, name: str, **asked: str) -> str:
    answer: Any = client.get(reverse(name, args=["thursday", "cup", "year"]), asked)
    return b"".join(answer).decode()


def member(role: str = "member") -> Client:
    return signed_in(role, Group.objects.get(slug="thursday"), role)


def unpacked(group: Group) -> zipfile.ZipFile:
    whole = zipfile.ZipFile(io.BytesIO(b"".join(group_archive(group, timezone.now()))))
    assert whole.testzip() is None
    return whole


def read_file(whole: zipfile.ZipFile, name: str) -> str:
    return whole.read(name).decode()


def mixed(group: Group) -> Iterator[Session]:
    season = season_of(group)
    for seed in range(12):
        yield play_session(group, sample_document(seed, day=seed), league=season.league)


def test_the_archive_holds_what_its_readme_says(group: Group) -> None:
    list(mixed(group))
    whole = unpacked(group)
    names = set(whole.namelist())
    listed = set(
        re.findall(r"^([a-z.]+\.\w+|leagues/)  ", read_file(whole, "README.txt"), re.MULTILINE)
    )
    assert listed - {"leagues/"} == {name for name in names if "/" not in name} - {"README.txt"}
    tables = {name for name in names if name.startswith("leagues/cup/year/")}
    games = ("artbox", "artem", "canvas", "duplik")
    assert tables == {
        f"leagues/cup/year/table{game}.{kind}"
        for game in ("", *(f"-{game}" for game in games))
        for kind in ("csv", "json")
    }


def test_its_documents_make_equal_documents_in_another_group(group: Group) -> None:
    pks = [session.pk for session in mixed(group)]
    lines = read_file(unpacked(group), "sessions.ndjson").splitlines()
    documents = [json.loads(line) for line in lines]
    assert documents == list(exported(Session.objects.filter(pk__in=pks)))
    Session.objects.all().delete()
    elsewhere = Group.objects.create(name="Elsewhere", slug="elsewhere")
    import_documents(elsewhere, *documents)
    assert list(exported(elsewhere.sessions.in_order())) == documents


def test_its_results_and_tables_are_those_of_the_pages(group: Group) -> None:
    list(mixed(group))
    whole = unpacked(group)
    reader = member()
    assert read_file(whole, "leagues/cup/year/table.csv") == downloaded(reader, "season_table_csv")
    table = json.loads(read_file(whole, "leagues/cup/year/table-canvas.json"))
    assert table == json.loads(downloaded(reader, "season_table_json", game="canvas"))
    here = sorted(read_file(whole, "results.csv").splitlines())
    assert here == sorted(downloaded(reader, "season_sessions_csv").splitlines())


def test_it_tells_settings_leagues_players_and_members(group: Group) -> None:
    season = season_of(group, minimum=3, games=["artem", "canvas"])
    play(season, 1, 2)
    Player.objects.filter(name="Ben").update(nickname="=Benny", hidden=True)
    member("owner")
    whole = unpacked(group)
    described_group = json.loads(read_file(whole, "group.json"))
    assert (
        described_group["name"],
        described_group["address"],
        described_group["visibility"],
    ) == ("Thursday", "thursday", "public")
    (league,) = json.loads(read_file(whole, "leagues.json"))
    (settings,) = league["seasons"]
    assert (settings["minimum"], settings["games"]) == (3, ["artem", "canvas"])
    people = list(csv.DictReader(io.StringIO(read_file(whole, "players.csv"))))
    described = [(one["name"], one["nickname"], one["hidden"]) for one in people]
    assert described == [("Ana", "", "0"), ("Ben", "'=Benny", "1")]
    assert read_file(whole, "members.csv") == "user,role\r\nowner,owner\r\n"


def test_it_tells_of_each_session_what_its_document_does_not(group: Group) -> None:
    session = play(season_of(group), 1, 2)
    whole = unpacked(group)
    (line,) = csv.DictReader(io.StringIO(read_file(whole, "sessions.csv")))
    assert (line["id"], line["league"]) == (str(session.uuid), "cup")
    (step,) = csv.DictReader(io.StringIO(read_file(whole, "history.csv")))
    assert (step["session"], step["number"], step["action"]) == (str(session.uuid), "1", "start")


def test_it_holds_nothing_that_opens_a_door(group: Group) -> None:
    session = play(season_of(group), 1, 2)
    other = Group.objects.create(name="Other", slug="other")
    play_session(other, artem_document(1, 2, names=("Xenia", "Yves")), league=None)
    client = member("owner")
    User.objects.filter(username="owner").update(email="owner@example.com")
    address = client.get(reverse("group_archive", args=["thursday"]))
    whole = zipfile.ZipFile(io.BytesIO(b"".join(address)))
    everything = "".join(read_file(whole, name) for name in whole.namelist())
    for secret in (group.link_token, session.code, "Xenia", "owner@example.com"):
        assert secret not in everything
    assert re.search(r'filename="thursday-[0-9-]{10}\.zip"', address["Content-Disposition"])
    assert "no-store" in address["Cache-Control"]


def test_the_archive_of_a_large_group_is_prepared_by_the_worker(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.exchange.views.downloads.MOST_AT_ONCE", 1)
    season = season_of(group)
    for _ in range(2):
        play(season, 1, 2)
    client = member("owner")
    prepare = client.get(reverse("group_archive", args=["thursday"])).headers["Location"]
    assert "Prepare the archive" in client.get(prepare).content.decode()
    assert not Job.objects.exists()
    job_page = client.post(prepare).headers["Location"]
    assert client.post(prepare).headers["Location"] == job_page
    run_ready_jobs()
    job = Job.objects.get()
    assert (job.done, job.total, job.sentences) == (
        2,
        2,
        ["The archive has everything from Thursday."],
    )
    assert job.file_name in client.get(job_page).content.decode()
    file: Any = client.get(f"{job_page}file")
    whole = zipfile.ZipFile(io.BytesIO(b"".join(file)))
    assert whole.testzip() is None
    assert len(whole.read("sessions.ndjson").splitlines()) == 2


def test_no_archive_is_prepared_for_who_lost_the_group(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.exchange.views.downloads.MOST_AT_ONCE", 0)
    play(season_of(group), 1, 2)
    client = member("owner")
    job_page = client.post(reverse("prepare_archive", args=["thursday"])).headers["Location"]
    group.memberships.all().delete()
    other = Group.objects.create(name="Friday", slug="friday")
    other.memberships.create(user=User.objects.get(username="owner"), role="owner")
    run_ready_jobs()
    assert (
        "You no longer own this group, or it was deleted." in client.get(job_page).content.decode()
    )
    assert client.get(f"{job_page}file").status_code == 404


def test_an_archive_is_for_who_still_owns_the_group(group: Group) -> None:
    owner, other = member("owner"), signed_in("other", group, "owner")
    owner.post(reverse("prepare_archive", args=["thursday"]))
    job = Job.objects.get()
    run_ready_jobs()
    file = reverse("job_file", args=[job.pk])
    assert [client.get(file).status_code for client in (owner, other)] == [200, 404]
    remove_member(membership=Membership.objects.get(user__username="owner"), at=AT)
    assert owner.get(file).status_code == 404
    assert owner.get(reverse("job", args=[job.pk])).status_code == 200


def test_it_is_sent_piece_by_piece() -> None:
    """However large it is, hardly more than one chunk is in memory."""
    written = 0

    def lines() -> Iterator[str]:
        nonlocal written
        dice = Random(1)
        for _line in range(500):
            written += 1
            yield dice.randbytes(1_000).hex()

    pieces = zip_chunks([("long.txt", lines())], timezone.now(), large=False)
    first = next(pieces)
    assert written < 250
    rest = list(pieces)
    assert len(rest) > 5
    *full, last = map(len, [first, *rest])
    assert CHUNK <= min(full) <= max(full) < 2 * CHUNK
    assert last < 2 * CHUNK


def test_an_archive_of_more_than_old_unpackers_read_is_whole_too() -> None:
    pieces = zip_chunks([("a.txt", ["é"])], timezone.now(), large=True)
    whole = zipfile.ZipFile(io.BytesIO(b"".join(pieces)))
    assert read_file(whole, "a.txt") == "é"


# What each file says


def lines_of(group: Group, name: str) -> list[str]:
    """Return the lines of a file of the archive."""
    whole = zipfile.ZipFile(io.BytesIO(b"".join(group_archive(group, AT))))
    return read_file(whole, name).splitlines()


def test_it_lists_players_with_whom_they_were_merged_into_last(group: Group) -> None:
    user = User.objects.create(username="@bob")
    ana = Player.objects.create(group=group, name="=Ana", nickname="-A")
    ben = Player.objects.create(group=group, name="Ben", hidden=True, user=user)
    cleo = Player.objects.create(group=group, name="Cleo")
    for source, target in ((cleo, ana), (ana, cleo), (cleo, ben)):
        source.refresh_from_db()
        merge(source=source, target=target, at=AT)
    assert lines_of(group, "players.csv") == [
        "id,name,nickname,hidden,user,merged_into",
        f"{ana.pk},'=Ana,'-A,0,,{cleo.pk}",
        f"{ben.pk},Ben,'-A,1,'@bob,",
        f"{cleo.pk},Cleo,'-A,0,,{ben.pk}",
    ]


def test_it_lists_members_in_the_order_in_which_they_joined(group: Group) -> None:
    other = Group.objects.create(name="Other", slug="other")
    for name, role in (("zoe", "owner"), ("+carl", "member"), ("bob", "scorekeeper")):
        signed_in(name, group, role)
    signed_in("xenia", other)
    assert lines_of(group, "members.csv") == [
        "user,role",
        "zoe,owner",
        "'+carl,member",
        "bob,scorekeeper",
    ]


def test_what_was_deleted_is_in_no_file(group: Group) -> None:
    season = season_of(group)
    remaining, deleted = play(season, 1, 2), play(season, 2, 1, 0, 3)
    lifecycle.delete(session=deleted, by=By(at=AT))
    whole = unpacked(group)
    everything = {name: read_file(whole, name) for name in whole.namelist()}
    has = {name for name, content in everything.items() if str(remaining.uuid) in content}
    assert has == {"results.csv", "sessions.csv", "sessions.ndjson", "history.csv"}
    assert not [name for name, content in everything.items() if str(deleted.uuid) in content]
    tables = [name for name in everything if name.startswith("leagues/")]
    assert not [name for name in tables if "Dov" in everything[name]]


def test_nothing_of_another_group_is_in_any_file(group: Group) -> None:
    other = Group.objects.create(name="Friday", slug="friday")
    foreign = play_session(other, artem_document(1, 2, day=FIRST), league=None, at=AT)
    whole = unpacked(group)
    everything = {name: read_file(whole, name) for name in whole.namelist()}
    assert not [name for name, content in everything.items() if str(foreign.uuid) in content]


def test_it_lists_sessions_with_their_league_and_since_when_they_are_over(group: Group) -> None:
    season = season_of(group)
    counted = play(season, 1, 2)
    undated = play_session(group, artem_document(1, 2, day=None), league=None, at=AT)
    going_on = play(season, 1, 2)
    recording.reopen(session=going_on, by=By(at=AT))
    assert lines_of(group, "sessions.csv") == [
        "id,game,played_on,finished_at,league",
        f"{counted.uuid},artem,2026-01-01,2026-03-04T21:30:00+00:00,cup",
        f"{undated.uuid},artem,,2026-03-04T21:30:00+00:00,",
        f"{going_on.uuid},artem,2026-01-01,,cup",
    ]


def test_it_lists_results_with_the_names_that_the_group_knows(group: Group) -> None:
    session = play_session(
        group, artem_document(2, 1, 1, names=("=Ana", "Ben", "Cleo")), league=None
    )
    Player.objects.filter(name="Ben").update(hidden=True, nickname="Benny")
    Player.objects.filter(name="Cleo").update(name="Clementine")
    assert lines_of(group, "results.csv") == [
        "session,game,played_on,place,player,rank,points,decided_by",
        f"{session.uuid},artem,2026-01-01,1,'=Ana,3,5,points",
        f"{session.uuid},artem,2026-01-01,2,Ben,1,7,",
        f"{session.uuid},artem,2026-01-01,3,Clementine,1,7,shared",
    ]


def test_history_tells_who_did_what_and_from_which_seat(group: Group) -> None:
    names = ("=Ana", "Ben")
    session = play_session(group, artem_document(1, 2, names=names), league=None, at=AT)
    user = User.objects.create(username="-bob")
    seat = session.seats.get(place=1)
    recording.reopen(session=session, by=By(at=AT + timedelta(minutes=5), actor=user))
    recording.stop(session=session, by=By(at=AT + timedelta(minutes=9), seat=seat))
    assert lines_of(group, "history.csv") == [
        "session,number,at,action,user,seat",
        f"{session.uuid},1,2026-03-04T21:30:00+00:00,start,,",
        f"{session.uuid},2,2026-03-04T21:35:00+00:00,reopen,'-bob,",
        f"{session.uuid},3,2026-03-04T21:39:00+00:00,stop,,'=Ana",
    ]


def test_it_describes_a_season_with_all_its_settings(group: Group) -> None:
    season = season_of(
        group,
        games=["duplik", "artem"],
        scheme="podium",
        podium=(4, 2),
        podium_3=(3, 1),
        aggregate="best",
        best=7,
        minimum=3,
        skill=True,
    )
    leagues.close(season=season, at=AT)
    season_of(group, slug="next", name="Next", starts_on=date(2027, 1, 1), ends_on=date(2027, 6, 1))
    value = json.loads("\n".join(lines_of(group, "leagues.json")))
    assert [(one["name"], one["address"]) for one in value] == [("Cup", "cup")]
    settings, following = value[0]["seasons"]
    assert settings == {
        "name": "Year",
        "address": "year",
        "first_day": "2026-01-01",
        "last_day": "2026-12-31",
        "games": ["artem", "duplik"],
        "scheme": "podium",
        "podium": [4, 2],
        "podium_of": {"3": [3, 1]},
        "aggregate": "best",
        "best": 7,
        "minimum": 3,
        "skill": True,
        "closed_at": "2026-03-04T21:30:00+00:00",
        "corrected_at": None,
    }
    assert (following["address"], following["closed_at"]) == ("next", None)


def test_it_describes_a_group_with_its_settings_and_the_moment(group: Group) -> None:
    Group.objects.update(time_zone="Asia/Tokyo", language="fr")
    group.refresh_from_db()
    settings = json.loads("\n".join(lines_of(group, "group.json")))
    assert settings == {
        "format": "scorefolio/group@1",
        "name": "Thursday",
        "address": "thursday",
        "visibility": "public",
        "time_zone": "Asia/Tokyo",
        "language": "fr",
        "created_at": group.created_at.isoformat(),
        "written_at": "2026-03-04T21:30:00+00:00",
    }


def test_its_readme_says_of_whom_and_when_in_the_language_of_the_reader(group: Group) -> None:
    first = "Everything that Scorefolio stores about Thursday, as of 2026-03-04."
    assert lines_of(group, "README.txt")[0] == first
    with translation.override("fr"):
        assert lines_of(group, "README.txt")[0] != first


def test_no_sentence_of_its_readme_is_english_for_those_who_read_french(group: Group) -> None:
    english = sentences_of_readme(group)
    with translation.override("fr"):
        french = sentences_of_readme(group)
    assert len(english) == len(french) == 18
    assert set(english) & set(french) == set()


def sentences_of_readme(group: Group) -> list[str]:
    """Return what the README says, without the names of the files that it describes."""
    return [re.sub(r"^\S+  +", "", line) for line in lines_of(group, "README.txt") if line]


def test_it_lists_evenings_and_who_answered_without_their_mail_addresses(group: Group) -> None:
    evening = planned(group, notes="=1+1")
    Evening.objects.update(starts_at=AT)
    ana = Player.objects.create(group=group, name="Ana")
    answered(evening, "Ana", "no", email="ana@mail.example")
    assert lines_of(group, "evenings.csv") == [
        "id,begins,location,notes,league,cancelled",
        f"{evening.uuid},{AT.isoformat()},Sam’s attic,'=1+1,,0",
    ]
    assert lines_of(group, "answers.csv") == [
        "evening,name,player,coming,here",
        f"{evening.uuid},Ana,{ana.pk},no,0",
    ]


def test_it_holds_the_photos_and_says_what_each_is_of(group: Group) -> None:
    session = play(season_of(group), 1, 2)
    photo = add_photo(session, step=0, seat=None)
    add_photo(session, step=1)  # of a turn that is still being played, and so a secret
    whole = unpacked(group)
    assert [name for name in whole.namelist() if name.startswith("photos/")] == [
        f"photos/{photo.name}.webp"
    ]
    with folio_storage().open(files_of(photo.name)[-1]) as stored:
        assert whole.read(f"photos/{photo.name}.webp") == stored.read()
    (line,) = csv.DictReader(io.StringIO(read_file(whole, "photos.csv")))
    assert (line["file"], line["step"]) == (f"photos/{photo.name}.webp", "0")
