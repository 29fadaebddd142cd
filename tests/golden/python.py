"""Everything that the Python table says, once."""
import os.path
import numpy as np
from .models import (
    User,  # the one who asks
    Account as Acc,
)
from . import api
from .plugins import *

MAX_USERS: int = 10
_cache = {}
first, second = 1, 2


def getUserInfo(user_id: int, *rest, verbose=False, **options) -> "User":
    """Loads one user.

    Uses the cache."""
    user = User(user_id)
    for key in rest:
        _cache[key] = user
    with open("a.txt") as handle:
        handle.read()
    if (n := len(rest)) > MAX_USERS:
        raise ValueError(f"too many {n} users")
    return user


class Service(api.Base, metaclass=Meta):
    """Talks to the backend."""

    timeout: float = 1.5

    def __init__(self, client: Client | None):
        self.client = client
        self.users: list[User] = []
        self.client = None

    # Sends it all.
    @property
    @np.deprecated("x")
    def address(self):
        return self.client.session.address(np.float64)

    async def fetch(self):
        def inner(value):
            return value * self.timeout
        return [await inner(x) for x in self.users if x]


callbacks = {"user": getUserInfo, 'app.views.show': lambda request: request.user}
Service(api.connect()).address().strip()
getattr(api, "getUserInfo")(user_id=1)
del first
