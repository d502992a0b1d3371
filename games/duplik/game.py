NAME = "Duplik"
BGG_ID = 22348
