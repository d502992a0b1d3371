from games.duplik.game import GAME

__all__ = ["GAME"]
