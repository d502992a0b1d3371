"""Canvas: the award for playing alone (R-C12)."""

from enum import StrEnum


class Award(StrEnum):
    BEST_IN_SHOW = "best-in-show"
    RUNNER_UP = "runner-up"
    HONORABLE_MENTION = "honorable-mention"
    EMERGING_ARTIST = "emerging-artist"
    PARTICIPATION_AWARD = "participation-award"


def award(points: int) -> Award:
    if points >= 40:
        return Award.BEST_IN_SHOW
    if points >= 35:
        return Award.RUNNER_UP
    if points >= 30:
        return Award.HONORABLE_MENTION
    if points >= 25:
        return Award.EMERGING_ARTIST
    return Award.PARTICIPATION_AWARD
