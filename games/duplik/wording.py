"""Duplik: sentences for its codes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.duplik.dispute_rules import is_even
from games.duplik.facts import FactCode
from games.duplik.rules import (
    Details,
    End,
    JudgingRefusal,
    Refusal,
    State,
    laps_of,
    most_to_come,
    narrations_left,
    out_of_reach,
    rounds_to_play,
)
from scoring.core.fact_wording import BestWording, FactWording, counted
from scoring.core.outcome import Outcome
from scoring.core.wording import Wording, points, times

if TYPE_CHECKING:
    from games.duplik.judged_rounds import Disputed, Judged

WORDING = Wording(
    about=_(
        "One player describes a picture against the hourglass; everyone else draws what they hear."
    ),
    order=_("The most points win; players with equal points are tied."),
    ends={
        End.LAPS: _("Everyone has narrated as often as agreed."),
    },
    entries={
        "begin": _("the round was started"),
        "start_over": _("the round was started over"),
        "describe": _("the super criterion or the title"),
        "pass_on": _("which way the drawings are passed"),
        "call": _("criterion %(criterion)s was called"),
        "tick": _("criterion %(criteria)s of %(artist)s’s drawing"),
        "finish": _("the judgement of %(artist)s’s drawing"),
        "begin_dispute": _("the dispute about criterion %(criterion)s of %(artist)s’s drawing"),
        "withdraw_dispute": _(
            "the dispute about criterion %(criterion)s of %(artist)s’s drawing was withdrawn"
        ),
        "vote": _("the vote on criterion %(criterion)s of %(artist)s’s drawing"),
        "author_decides": _("the decision on criterion %(criterion)s of %(artist)s’s drawing"),
    },
    actions={
        "start-over": _("A round that was being judged was started over"),
        "put-back": _("A round that had been started over was restored"),
        "round": _("A round was recorded"),
        "correct-round": _("A round was corrected"),
    },
    variants={
        "laps-1": _("Everyone narrates once"),
        "laps-2": _("Everyone narrates twice"),
        "laps-3": _("Everyone narrates three times"),
    },
    refusals={
        Refusal.NARRATED_ENOUGH: _(
            "%(name)s has narrated as often as agreed (%(laps)s); choose another narrator."
        ),
        Refusal.NARRATOR_DRAWS: _("%(name)s narrates this round and has no sheet."),
        Refusal.MISSING_SHEET: _("A sheet is still missing for %(names)s."),
        JudgingRefusal.ROUND_IS_GONE: _(
            "That round is already over. See what the table shows now."
        ),
        JudgingRefusal.ALREADY_BEGUN: _(
            "A round has already started: %(name)s narrates, the super criterion is %(number)s."
        ),
        JudgingRefusal.NO_SIDE: _("First say which way the drawings are passed."),
        JudgingRefusal.NOT_AN_ARTIST: _("%(name)s does not draw in this round."),
        JudgingRefusal.SHEET_IS_DONE: _(
            "%(name)s’s drawing is already judged; tap “Not done yet” to change it."
        ),
        JudgingRefusal.BOX_IS_DISPUTED: _(
            "Criterion %(number)s of %(name)s’s drawing is disputed; "
            "withdraw the dispute to change it."
        ),
        JudgingRefusal.NO_DISPUTE: _(
            "The dispute about criterion %(number)s of %(name)s’s drawing is over."
        ),
        JudgingRefusal.ALREADY_DECIDED: _(
            "Criterion %(number)s of %(name)s’s drawing is decided; "
            "withdraw the dispute to vote again."
        ),
        JudgingRefusal.NARRATOR_KEEPS_OUT: _(
            "The narrator takes no part in what the judges decide."
        ),
        JudgingRefusal.NARRATOR_STARTS_OVER: _(
            "Only the narrator, %(name)s, or the host can start this round over."
        ),
        JudgingRefusal.AUTHOR_DOES_NOT_VOTE: _(
            "%(name)s drew it and does not vote, but decides if the vote is tied."
        ),
        JudgingRefusal.OWN_PHONE: _("%(name)s has a phone at the table and must answer on it."),
        JudgingRefusal.NOT_EVEN: _(
            "%(name)s decides only when all have voted and the vote is tied."
        ),
        JudgingRefusal.JUDGES_MISSING: _(
            "The round is not fully judged yet: waiting for %(names)s."
        ),
        JudgingRefusal.VOTES_MISSING: _(
            "Criterion %(number)s of %(name)s’s drawing is disputed and not decided yet."
        ),
    },
)


# At the table


def needs(state: State, outcome: Outcome[Details]) -> Mapping[str, str]:
    if outcome.finished:
        return {}
    left, most = narrations_left(state), most_to_come(state)
    return {name: _needs(state, outcome, name, left[name], most[name]) for name in state.players}


def _narrations(left: int, *, begun: bool) -> str:
    if not left:
        return gettext("has narrated")
    if begun:
        sentence = ngettext("narrates %(left)d more round", "narrates %(left)d more rounds", left)
    elif left == 1:
        return gettext("has yet to narrate")
    else:
        sentence = ngettext("narrates %(left)d round", "narrates %(left)d rounds", left)
    return sentence % {"left": left}


def _needs(state: State, outcome: Outcome[Details], name: str, left: int, most: int) -> str:
    sentences = [
        _narrations(left, begun=left < laps_of(state)),
        ngettext("can still get %(most)d point", "can still get up to %(most)d points", most)
        % {"most": most},
    ]
    ahead = out_of_reach(state, outcome.standings, name)
    if ahead:
        sentences.append(gettext("can no longer catch %(name)s") % {"name": ahead})
    return " · ".join(sentences)


def progress(state: State, outcome: Outcome[Details]) -> str:
    total = rounds_to_play(state)
    number = len(state.rounds) if outcome.finished else len(state.rounds) + 1
    return gettext("round %(number)d of %(total)d") % {"number": number, "total": total}


# Disputes, and a round that is started over


def what_is_lost(live: "Judged") -> str:
    """Return what starting the round over would delete."""
    ticks = sum(map(len, live.sheets.values()))
    votes = sum(len(dispute.votes) for dispute in live.disputes)
    parts = [
        (ticks, ngettext("%(many)d tick", "%(many)d ticks", ticks)),
        (
            len(live.done),
            ngettext("%(many)d judged drawing", "%(many)d judged drawings", len(live.done)),
        ),
        (
            len(live.disputes),
            ngettext("%(many)d dispute", "%(many)d disputes", len(live.disputes)),
        ),
        (votes, ngettext("%(many)d vote", "%(many)d votes", votes)),
    ]
    lost = [words % {"many": many} for many, words in parts if many]
    if not lost:
        return gettext(
            "Nothing is ticked yet. You only have to choose the narrator and the super"
            " criterion again."
        )
    sentence = gettext(
        "This deletes %(lost)s. Undo restores everything until another round is started."
    )
    return sentence % {"lost": get_text_list(lost, gettext("and"))}


def how_decided(dispute: "Disputed") -> str:
    """Return how a dispute was decided, and on whose phones as far as that is known."""
    return " · ".join([_decision(dispute), *_phones(dispute)])


def _phones(dispute: "Disputed") -> list[str]:
    sentences = []
    if any(name in dispute.phones for name in dispute.votes):
        names = ", ".join(_on_phone(dispute, name) for name in dispute.votes)
        sentences.append(gettext("voted: %(names)s") % {"names": names})
    if dispute.author_says is not None and dispute.artist in dispute.phones:
        author = _on_phone(dispute, dispute.artist)
        sentences.append(gettext("decided by %(name)s") % {"name": author})
    return sentences


def _on_phone(dispute: "Disputed", name: str) -> str:
    phone = dispute.phones.get(name, name)
    if phone == name:
        return name
    if not phone:
        return gettext("%(name)s (on the host’s phone)") % {"name": name}
    return gettext("%(name)s (on %(owner)s’s phone)") % {"name": name, "owner": phone}


def _decision(dispute: "Disputed") -> str:
    values = {
        "number": dispute.criterion,
        "name": dispute.artist,
        "ayes": dispute.ayes,
        "noes": dispute.noes,
    }
    if dispute.met is None:
        sentence = gettext("Criterion %(number)d of %(name)s’s drawing: disputed, not decided yet")
    elif is_even(dispute.votes):
        sentence = (
            gettext(
                "Criterion %(number)d of %(name)s’s drawing: disputed, tied at %(ayes)d; "
                "the artist says it is met"
            )
            if dispute.met
            else gettext(
                "Criterion %(number)d of %(name)s’s drawing: disputed, tied at %(ayes)d; "
                "the artist says it is not met"
            )
        )
    elif dispute.met:
        sentence = ngettext(
            "Criterion %(number)d of %(name)s’s drawing: disputed, "
            "met by %(ayes)d vote to %(noes)d",
            "Criterion %(number)d of %(name)s’s drawing: disputed, "
            "met by %(ayes)d votes to %(noes)d",
            dispute.ayes,
        )
    else:
        sentence = ngettext(
            "Criterion %(number)d of %(name)s’s drawing: disputed, "
            "not met by %(noes)d vote to %(ayes)d",
            "Criterion %(number)d of %(name)s’s drawing: disputed, "
            "not met by %(noes)d votes to %(ayes)d",
            dispute.noes,
        )
    return sentence % values


# Facts

criteria = counted(
    ngettext_lazy("%(times)d of %(of)d criterion", "%(times)d of %(of)d criteria", "of")
)
drawings = counted(
    ngettext_lazy("%(times)d of %(of)d drawing", "%(times)d of %(of)d drawings", "of")
)
FACT_WORDING: Mapping[str, FactWording] = {
    FactCode.DESCRIBING: FactWording(
        title=_("Narrating: criteria that the others met"),
        says=criteria,
        leader=_("Best narrator"),
        least=60,  # two or three rounds
    ),
    FactCode.DRAWING: FactWording(
        title=_("Drawing: criteria met"),
        says=criteria,
        leader=_("Best artist"),
        least=60,
    ),
    FactCode.SUPER: FactWording(
        title=_("Drawing: super criterion met"),
        says=drawings,
        leader=_("Super criterion met most often"),
        least=6,
    ),
    FactCode.COMPLETE: FactWording(title=_("Drawing: all ten criteria met"), says=drawings),
}


def times_super(number: int) -> str:
    return gettext("met %(times)s") % {"times": times(number)}


BEST_WORDING: Mapping[str, BestWording] = {
    FactCode.DESCRIBING: BestWording(_("Best narrator"), points),
    FactCode.DRAWING: BestWording(_("Best artist"), points),
    FactCode.SUPER: BestWording(_("Super criterion met most often"), times_super),
}
