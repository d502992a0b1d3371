from tests.toygame.game import GAME

__all__ = ["GAME"]
