"""Canvas: the printed cards, groups' own cards, and entering a session in the admin."""

from games.canvas.admin import own, printed

__all__ = ["own", "printed"]
