"""Constraints: the database refuses what must not be stored, and a form says why in words."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction

from games.artbox.models import (
    Drawing,
    Guess,
    GuessSheetLine,
    NumberToken,
    OpenBroken,
    OpenFinish,
    OpenGuess,
    OpenGuessSheet,
    OpenRound,
    Word,
)
from games.artem.models import Claim, Turn
from games.canvas.models import HandCount, Painting, PaintingIcon, PaintingLayer
from games.duplik.models import Check, Dispute, Judgement, Judging, Round, Sheet, Tick, Vote
from games.duplik.models import Setup as DuplikSetup
from scoring.documents.scorer import read_document
from scoring.models import Group, Invitation, NotedPlace, Player, Revision, Seat, Session
from scoring.models.revisions import By
from scoring.sessions import recording

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
OURS = {"scoring", "artbox", "artem", "canvas", "duplik"}
CONSTRAINTS = {
    constraint.name: constraint
    for model in apps.get_models()
    if model._meta.app_label in OURS
    for constraint in model._meta.constraints
}


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_every_constraint_has_a_sentence(name: str) -> None:
    sentence = str(CONSTRAINTS[name].violation_error_message)
    assert sentence.endswith(".")
    assert "“" not in sentence
    assert name.partition("_")[0] in OURS


@pytest.fixture
def session(db: None) -> Session:  # noqa: ARG001
    """Make a session with three seats and nothing else."""
    empty = read_document(
        {
            "format": "scorefolio/session@1",
            "game": "duplik",
            "players": ["Ana", "Ben", "Cleo"],
            "rounds": [],
        }
    )
    return recording.start(document=empty, by=By(at=NOW))


def forbidden_rows(session: Session) -> dict[str, list[models.Model]]:
    """Return the rows that each constraint forbids, by its name."""
    one, two, three = session.seats.order_by("place")
    number: dict[str, Any] = {"session": session, "number": 1}
    painted: dict[str, Any] = {**number, "seat": one}
    cactus, camel = (Word.objects.create(**number, place=place, text="") for place in (1, 2))
    round = Judging.objects.create(session=session, number=7, narrator=one, super_criterion=1)
    box: dict[str, Any] = {"judging": round, "artist": two, "criterion": 1}
    dispute = Dispute.objects.create(**{**box, "criterion": 9}, judged=True)
    live: dict[str, Any] = {"session": session, "narrator": one, "super_criterion": 1}
    judged: dict[str, Any] = {"judging": round, "artist": two, "judge": three, "narrator": one}
    group, user = Group.objects.create(name="x", slug="x"), User.objects.create(username="x")
    sent: dict[str, Any] = {"group": group, "created_by": user, "created_at": NOW}
    out: dict[str, Any] = {**sent, "expires_at": NOW + timedelta(days=1)}
    tied: dict[str, Any] = {"group": group, "user": user}
    return {
        "scoring_one_player_an_account_in_a_group": [
            Player(name="Ana", **tied),
            Player(name="Ben", **tied),
        ],
        "scoring_nobody_is_invited_as_an_owner": [Invitation(**out, role="owner")],
        "scoring_an_invitation_of_somebody_is_for_one": [
            Invitation(**out, email="a@mail.example", most=2)
        ],
        "scoring_an_invitation_is_used_as_often_as_it_may": [Invitation(**out, most=1, uses=2)],
        "scoring_an_invitation_runs_out_later": [Invitation(**sent, expires_at=NOW)],
        "scoring_one_player_a_place": [Seat(session=session, place=1, name="Zoë")],
        "scoring_one_seat_a_name": [Seat(session=session, place=5, name=one.name)],
        "scoring_eight_places_at_most": [Seat(session=session, place=9, name="Zoë")],
        "scoring_revisions_are_numbered": [Revision(session=session, number=1, action="x", at=NOW)],
        "artbox_no_guess_at_ones_own_drawing": [Guess(**number, guesser=one, author=one, right=1)],
        "artbox_guess_right_twice_at_most": [Guess(**number, guesser=one, author=two, right=3)],
        "artbox_a_number_token_is_taken_once": [
            NumberToken(**number, token=1, seat=one),
            NumberToken(**number, token=1, seat=two),
        ],
        "artbox_one_number_token_a_player_and_round": [
            NumberToken(**number, token=1, seat=one),
            NumberToken(**number, token=2, seat=one),
        ],
        "artbox_one_open_round_a_number": [OpenRound(**number), OpenRound(**number)],
        "artbox_one_finisher_a_place": [
            OpenFinish(**number, place=1, seat=one),
            OpenFinish(**number, place=1, seat=two),
        ],
        "artbox_one_place_a_finisher": [
            OpenFinish(**number, place=1, seat=one),
            OpenFinish(**number, place=2, seat=one),
        ],
        "artbox_finishers_are_one_to_eight": [OpenFinish(**number, place=9, seat=one)],
        "artbox_an_open_drawing_is_broken_once": [
            OpenBroken(**number, seat=one),
            OpenBroken(**number, seat=one),
        ],
        "artbox_one_openguess_a_drawing": [
            OpenGuess(**number, guesser=one, author=two, right=0),
            OpenGuess(**number, guesser=one, author=two, right=1),
        ],
        "artbox_no_openguess_at_ones_own_drawing": [
            OpenGuess(**number, guesser=one, author=one, right=1)
        ],
        "artbox_openguess_right_twice_at_most": [
            OpenGuess(**number, guesser=one, author=two, right=3)
        ],
        "artbox_one_word_a_place": [Word(**number, place=1, text="")],
        "artbox_an_author_says_it_once": [
            Drawing(**number, author=one, nth=1),
            Drawing(**number, author=one, nth=1),
        ],
        "artbox_one_drawing_a_place": [
            Drawing(**number, author=one, nth=1, place=1),
            Drawing(**number, author=two, nth=1, place=1),
        ],
        "artbox_an_author_draws_one_or_two": [Drawing(**number, author=one, nth=3)],
        "artbox_one_open_guess_sheet_a_player": [
            OpenGuessSheet(**number, guesser=one),
            OpenGuessSheet(**number, guesser=one),
        ],
        "artbox_one_line_a_drawing": [
            GuessSheetLine(**number, guesser=one, place=1, word=cactus),
            GuessSheetLine(**number, guesser=one, place=1, word=camel),
        ],
        "artbox_one_line_a_word": [
            GuessSheetLine(**number, guesser=one, place=1, word=cactus),
            GuessSheetLine(**number, guesser=one, place=2, word=cactus),
        ],
        "artem_one_player_a_turn": [Turn(**number, seat=one), Turn(**number, seat=two)],
        "artem_rows_are_two_to_six_long": [Claim(**number, play=1, length=7)],
        "artem_a_hand_has_five_plays": [Claim(**number, play=6, length=2)],
        "duplik_one_to_three_laps": [DuplikSetup(session=session, laps=4)],
        "duplik_one_narrator_a_round": [
            Round(**number, narrator=one, super_criterion=1),
            Round(**number, narrator=two, super_criterion=1),
        ],
        "duplik_super_criterion_is_one_to_ten": [Round(**number, narrator=one, super_criterion=11)],
        "duplik_one_sheet_an_artist_and_round": [
            Sheet(**number, artist=one),
            Sheet(**number, artist=one),
        ],
        "duplik_criteria_are_one_to_ten": [Check(**number, artist=one, criterion=0, place=0)],
        "duplik_one_round_is_judged_at_a_time": [Judging(**live), Judging(**live)],
        "duplik_live_super_criterion_is_one_to_ten": [Judging(**{**live, "super_criterion": 11})],
        "duplik_criteria_called_are_one_to_ten": [Judging(**live, called=11)],
        "duplik_drawings_go_left_or_right": [Judging(**live, side="up")],
        "duplik_a_drawing_has_one_judge": [
            Judgement(**judged),
            Judgement(**{**judged, "judge": one, "narrator": three}),
        ],
        "duplik_a_judge_has_one_drawing": [
            Judgement(**judged),
            Judgement(**{**judged, "narrator": two, "artist": one}),
        ],
        "duplik_nobody_judges_their_own_drawing": [Judgement(**{**judged, "judge": two})],
        "duplik_the_narrator_does_not_judge": [Judgement(**{**judged, "judge": one})],
        "duplik_a_box_is_ticked_once": [Tick(**box), Tick(**box)],
        "duplik_boxes_are_one_to_ten": [Tick(**{**box, "criterion": 11})],
        "duplik_a_box_is_disputed_once": [
            Dispute(**box, judged=True),
            Dispute(**box, judged=True),
        ],
        "duplik_disputed_criteria_are_one_to_ten": [
            Dispute(**{**box, "criterion": 0}, judged=True)
        ],
        "duplik_a_judge_votes_once": [
            Vote(dispute=dispute, judge=two, narrator=one, met=True),
            Vote(dispute=dispute, judge=two, narrator=one, met=False),
        ],
        "duplik_the_narrator_does_not_vote": [
            Vote(dispute=dispute, judge=one, narrator=one, met=True)
        ],
        "canvas_three_paintings_each": [Painting(session=session, seat=one, number=4, way="slots")],
        "canvas_bonus_only_by_hand": [Painting(**painted, way="slots", bonus=1)],
        "canvas_slots_are_one_to_five": [PaintingIcon(**painted, slot=6, icon="hue", place=0)],
        "canvas_an_art_card_exists_once": [
            PaintingLayer(**painted, layer=1, art="Vast"),
            PaintingLayer(**{**painted, "seat": two}, layer=1, art="Vast"),
        ],
        "canvas_hand_count_within_a_row": [HandCount(**painted, card="Unity", ribbons=6)],
    }


TRIED = [
    "scoring_one_player_a_place", "scoring_one_seat_a_name", "scoring_eight_places_at_most",
    "scoring_one_player_an_account_in_a_group", "scoring_nobody_is_invited_as_an_owner",
    "scoring_an_invitation_of_somebody_is_for_one",
    "scoring_an_invitation_is_used_as_often_as_it_may", "scoring_an_invitation_runs_out_later",
    "scoring_revisions_are_numbered", "artbox_no_guess_at_ones_own_drawing",
    "artbox_guess_right_twice_at_most", "artbox_a_number_token_is_taken_once",
    "artbox_one_number_token_a_player_and_round", "artem_one_player_a_turn",
    "artbox_one_open_round_a_number", "artbox_one_finisher_a_place", "artbox_one_place_a_finisher",
    "artbox_finishers_are_one_to_eight", "artbox_an_open_drawing_is_broken_once",
    "artbox_one_openguess_a_drawing", "artbox_no_openguess_at_ones_own_drawing",
    "artbox_openguess_right_twice_at_most", "artbox_one_word_a_place",
    "artbox_an_author_says_it_once", "artbox_one_drawing_a_place",
    "artbox_an_author_draws_one_or_two", "artbox_one_open_guess_sheet_a_player",
    "artbox_one_line_a_drawing", "artbox_one_line_a_word",
    "artem_rows_are_two_to_six_long", "artem_a_hand_has_five_plays", "duplik_one_to_three_laps",
    "duplik_one_narrator_a_round", "duplik_super_criterion_is_one_to_ten",
    "duplik_one_sheet_an_artist_and_round", "duplik_criteria_are_one_to_ten",
    "duplik_one_round_is_judged_at_a_time", "duplik_live_super_criterion_is_one_to_ten",
    "duplik_criteria_called_are_one_to_ten", "duplik_drawings_go_left_or_right",
    "duplik_a_drawing_has_one_judge", "duplik_a_judge_has_one_drawing",
    "duplik_nobody_judges_their_own_drawing", "duplik_the_narrator_does_not_judge",
    "duplik_a_box_is_ticked_once", "duplik_boxes_are_one_to_ten", "duplik_a_box_is_disputed_once",
    "duplik_disputed_criteria_are_one_to_ten", "duplik_a_judge_votes_once",
    "duplik_the_narrator_does_not_vote",
    "canvas_three_paintings_each", "canvas_bonus_only_by_hand", "canvas_slots_are_one_to_five",
    "canvas_an_art_card_exists_once", "canvas_hand_count_within_a_row",
]  # fmt: skip


@pytest.mark.parametrize("name", TRIED)
def test_the_database_refuses_it(session: Session, name: str) -> None:
    *allowed, forbidden = forbidden_rows(session)[name]
    for row in allowed:
        row.save()
    with pytest.raises(IntegrityError), transaction.atomic():
        forbidden.save()


@pytest.mark.parametrize("name", TRIED)
def test_a_form_would_say_the_sentence(session: Session, name: str) -> None:
    *allowed, forbidden = forbidden_rows(session)[name]
    for row in allowed:
        row.save()
    with pytest.raises(ValidationError) as caught:
        forbidden.validate_constraints()
    assert str(CONSTRAINTS[name].violation_error_message) in caught.value.messages


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("model", "field", "allowed"),
    [
        (Guess, "right", range(3)),
        (NumberToken, "token", range(1, 9)),
        (Claim, "play", range(1, 6)),
        (Claim, "length", range(2, 7)),
        (Painting, "number", range(1, 4)),
        (PaintingIcon, "slot", range(1, 6)),
        (PaintingLayer, "layer", range(1, 4)),
        (DuplikSetup, "laps", range(1, 4)),
        (Check, "criterion", range(1, 11)),
        (Seat, "place", range(1, 9)),
        (NotedPlace, "place", range(1, 9)),
    ],
    ids=lambda value: getattr(value, "__name__", None) or str(value),
)
def test_a_row_takes_the_numbers_of_the_rules_and_no_others(
    model: type[Any], field: str, allowed: range
) -> None:
    checks = [each for each in model._meta.constraints if isinstance(each, models.CheckConstraint)]
    taken = [number for number in range(30) if _is_taken(checks, model, field, number)]
    assert taken == [*allowed]


def _is_taken(checks: list[Any], model: type[Any], field: str, number: int) -> bool:
    others = {each.name for each in model._meta.fields} - {field}
    try:
        for check in checks:
            check.validate(model, model(**{field: number}), exclude=others)
    except ValidationError:
        return False
    return True
