"""Canvas: the printed cards, and entering a session in the admin."""

from games.canvas.admin import entry, printed

__all__ = ["entry", "printed"]
