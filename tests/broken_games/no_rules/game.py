NAME = "Chess"
