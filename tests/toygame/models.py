from django.db import models

from scoring.models import Seat, Session


class Draw(models.Model):
    session = models.ForeignKey(Session, models.CASCADE, related_name="toy_draws")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="toy_draws")
    card = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.seat}: {self.card}"
