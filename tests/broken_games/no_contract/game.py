GAME = "chess"
