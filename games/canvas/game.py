"""Canvas: what it is called, and what its results without rounds may say (R-6)."""

NAME = "Canvas"
BGG_ID = 290236
BREAKS_TIES = True  # by inspiration tokens, or by the runner-up's pick
