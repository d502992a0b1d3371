NAME = "Artem"
