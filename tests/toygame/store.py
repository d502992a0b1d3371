from scoring.sessions.derived_store import ByPlayer, derive_store
from tests.toygame.models import Draw
from tests.toygame.rules import State

DRAWS = ByPlayer(Draw, key="seat_id", value="card")
STORE = derive_store(State, parts={"draws": DRAWS})
