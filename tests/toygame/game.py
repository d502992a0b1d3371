NAME = "Highest card"
