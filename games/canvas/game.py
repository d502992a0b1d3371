NAME = "Canvas"
BGG_ID = 290236
