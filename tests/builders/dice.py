"""Dice for tests of what holds for any session: a game's sample is drawn with them."""

from hypothesis import strategies as st

# A seed for each example. Hypothesis could choose each throw by itself, to find the smallest
# session that fails: that takes ten times as long, and reaches no further branches of the rules.
DICE = st.randoms(use_true_random=True)
