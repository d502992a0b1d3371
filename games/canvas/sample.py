"""Canvas: made-up documents."""

from random import Random
from typing import Any, get_args

from games.canvas.cards import played_cards
from games.canvas.catalogue import ART_CARDS, EDITIONS, SCORING_CARDS, Edition
from games.canvas.conditions import BY_HAND, SLOTS, Condition, Icon
from games.canvas.rules import PAINTINGS, SEATS, inspiration_in_play, score
from scoring.documents.samples import heading, maybe, sometimes_stopped, state_of

OWN_CARDS = ("Unity", "Chiaroscuro", "Golden section")


def document(dice: Random) -> dict[str, Any]:
    edition = dice.choice(EDITIONS)
    head = {**heading(dice, "canvas", SEATS), "cards": _cards(dice, edition)}
    if edition != "retail":
        head["edition"] = edition
    played = sometimes_stopped(dice, {**head, "paintings": _paintings(dice, edition, head)})
    played |= maybe(dice, inspiration=_inspiration(dice, played))
    pending = score(state_of(played)).pending
    if pending and dice.random() < 0.5:
        played["judge_choice"] = dice.choice(pending.between)
    return played


def _cards(dice: Random, edition: Edition) -> list[dict[str, Any]]:
    known = SCORING_CARDS[edition]
    number = 4 if edition == "retail" else dice.randint(2, 4)
    names = dice.sample(sorted({*known, *OWN_CARDS}), number)
    return [_card(dice, edition, name) for name in names]


def _card(dice: Random, edition: Edition, name: str) -> dict[str, Any]:
    printed = SCORING_CARDS[edition].get(name)
    row = sorted(dice.sample(range(1, 20), dice.randint(1, 5)))
    card: dict[str, Any] = {"name": name}
    if not (printed and printed.points) or dice.random() < 0.2:
        card["points"] = row
    if not printed or dice.random() < 0.3:
        card["condition"] = dice.choice(get_args(Condition))
    return card


def _paintings(dice: Random, edition: Edition, head: dict[str, Any]) -> dict[str, Any]:
    cards = played_cards(edition, state_of({**head, "paintings": {}}).cards)
    art = dice.sample(sorted(ART_CARDS), len(ART_CARDS))
    complete = dice.random() < 0.6
    paintings = {}
    for name in head["players"]:
        left = {card.name: len(card.points) for card in cards}
        paintings[name] = [
            _painting(dice, edition, {card.name: card.condition for card in cards}, left, art)
            for _ in range(PAINTINGS if complete else dice.randint(0, PAINTINGS))
        ]
    return paintings


def _painting(
    dice: Random,
    edition: Edition,
    conditions: dict[str, Condition],
    left: dict[str, int],
    art: list[str],
) -> dict[str, Any]:
    """Return a painting; by hand it counts one kind of card, as far as the shortest row allows."""
    way = dice.choice(["slots", "art", "bonus"] if edition != "retail" else ["slots", "bonus"])
    painting: dict[str, Any] = maybe(dice, title="After the rain")
    if way == "slots":
        painting["slots"] = [_icons(dice) for _ in range(SLOTS)]
    elif way == "art":
        painting["art"] = [art.pop() for _ in range(3)]
    else:
        painting["bonus"] = dice.randint(0, 6)
    ribbons = {}
    for card, condition in conditions.items():
        if condition == BY_HAND and left[card] and dice.random() < 0.6:
            ribbons[card] = dice.randint(0, left[card])
            left[card] -= ribbons[card]
    return {**painting, **({"ribbons": ribbons} if ribbons else {})}


def _icons(dice: Random) -> list[str]:
    return dice.sample(get_args(Icon), dice.choice([0, 1, 1, 2]))


def _inspiration(dice: Random, played: dict[str, Any]) -> dict[str, int]:
    left = inspiration_in_play(state_of(played))
    tokens = {}
    for name in played["players"]:
        tokens[name] = dice.randint(0, min(left, 4))
        left -= tokens[name]
    return tokens
