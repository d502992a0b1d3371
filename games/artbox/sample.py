"""#ARTBOX: made-up documents."""

from random import Random
from typing import Any, get_args

from games.artbox.rules import DICE, SEATS, Edition, Shape, Variant, drawings_each
from scoring.documents.samples import heading, maybe, sometimes_stopped, state_of, until_over


def document(dice: Random) -> dict[str, Any]:
    head = {
        **heading(dice, "artbox", SEATS),
        **maybe(dice, edition=dice.choice(get_args(Edition))),
    }
    options = maybe(dice, variant=dice.choice(get_args(Variant)))
    if len(head["players"]) == 3:
        options |= maybe(dice, two_drawings=dice.random() < 0.5)
    if options:
        head["options"] = options
    rounds = [_round(dice, head) for _ in range(dice.randint(0, 16))]
    played = sometimes_stopped(dice, {**head, "rounds": rounds})
    return until_over(played, "rounds")


def _round(dice: Random, head: dict[str, Any]) -> dict[str, Any]:
    players = head["players"]
    most = drawings_each(state_of({**head, "rounds": []}))
    hit_rate = dice.random()
    guesses = {
        guesser: {
            author: dice.randint(1, most)
            for author in players
            if author != guesser and dice.random() < hit_rate
        }
        for guesser in players
    }
    round: dict[str, Any] = {"guesses": guesses}
    if dice.random() < 0.5:
        round["dice"] = dice.choices(get_args(Shape), k=DICE)
    if head.get("options", {}).get("variant") != "simplified":
        round["finish"] = dice.sample(players, len(players))
        round |= maybe(dice, invalid=dice.sample(players, dice.choice([0, 1, 1, len(players)])))
    return round
