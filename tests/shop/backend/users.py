"""Users: who they are and what the front end may know about them."""

from backend.models import GUEST_ID, User


class UnknownUser(LookupError):
    """Nobody has this id."""


class UserService:
    """Keeps the users of one shop."""

    def __init__(self, users: list[User] | None = None):
        self._by_id: dict[int, User] = {}
        for user in users or []:
            self.add(user)

    def add(self, user: User) -> None:
        self._by_id[user.id] = user

    def find(self, user_id: int) -> User:
        if user_id == GUEST_ID:
            return User(GUEST_ID, "Guest", "")
        try:
            return self._by_id[user_id]
        except KeyError:
            raise UnknownUser(user_id) from None

    def rename(self, user_id: int, name: str) -> User:
        user = self.find(user_id)
        user.name = name.strip()
        return user


def get_user_info(service: UserService, user_id: int) -> dict:
    """What the front end's getUserInfo receives; never the whole User."""
    user = service.find(user_id)
    return {"id": user.id, "name": user.name, "guest": user.is_guest}
