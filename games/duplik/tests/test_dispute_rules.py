"""Duplik: who votes on a dispute, and what the votes decide (R-D6)."""

import pytest

from games.duplik.dispute_rules import decision, vote_decides
from games.duplik.tests.builders import NAMES, THREE


@pytest.mark.parametrize(
    ("votes", "author_says", "decision"),
    [
        pytest.param("yy", False, True, id="R-D6: all say it is met"),
        pytest.param("nn", True, False, id="R-D6: all say it is not"),
        pytest.param("yn", True, True, id="R-D6: an even vote, the artist says it is met"),
        pytest.param("yn", False, False, id="R-D6: an even vote, the artist says it is not"),
        pytest.param(
            "yyn", False, True, id="R-D6: two of three say that it is met, whatever the artist says"
        ),
        pytest.param("ynn", True, False, id="R-D6: one of three is outvoted"),
        pytest.param("yynn", True, True, id="R-D6: two and two, the artist decides"),
        pytest.param("yynn", False, False, id="R-D6: two and two, the artist decides against it"),
        pytest.param("yyynn", False, True, id="R-D6: three of five outvote the artist"),
        pytest.param("yynnn", True, False, id="R-D6: two of five are outvoted"),
        pytest.param("", True, True, id="R-D6: nobody votes, the artist decides"),
    ],
)
def test_it_follows_the_vote(votes: str, author_says: bool, decision: bool) -> None:
    by_judge = {name: vote == "y" for name, vote in zip(NAMES, votes, strict=False)}
    assert vote_decides(by_judge, author_says) is decision


@pytest.mark.parametrize(
    ("votes", "author_says", "expected"),
    [
        pytest.param({"Ada": True}, None, None, id="R-D6: somebody has still to vote"),
        pytest.param({"Ada": True, "Bo": False}, None, None, id="R-D6: even: the author's turn"),
        pytest.param({"Ada": True, "Bo": False}, False, False, id="R-D6: the author decides"),
        pytest.param({"Ada": True, "Bo": True}, None, True, id="R-D6: the vote decides"),
    ],
)
def test_it_decides_once_everyone_has_voted(
    votes: dict[str, bool], author_says: bool | None, expected: bool | None
) -> None:
    assert decision(THREE[:2], votes, author_says) is expected
