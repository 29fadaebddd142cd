"""HTTP requests to service calls. Every view takes the app and returns (status, body)."""

from dataclasses import dataclass

from backend.cart import Cart
from backend.orders import EmptyCart, OrderService
from backend.payment import PaymentRefused
from backend.users import UnknownUser, UserService, get_user_info


@dataclass
class App:
    users: UserService
    orders: OrderService


def user_view(app: App, user_id: int):
    try:
        return 200, get_user_info(app.users, user_id)
    except UnknownUser:
        return 404, {"error": "no such user"}


def profile_view(app: App, user_id: int):
    """The user together with their orders, for the profile page."""
    info = get_user_info(app.users, user_id)
    orders = app.orders.orders_of(app.users.find(user_id))
    info["orders"] = [{"id": order.id, "totalCents": order.total_cents()} for order in orders]
    return 200, info


def checkout_view(app: App, user_id: int, cart: Cart, card_token: str):
    user = app.users.find(user_id)
    try:
        order = app.orders.checkout(user, cart, card_token)
    except EmptyCart:
        return 400, {"error": "the cart is empty"}
    except PaymentRefused:
        return 402, {"error": "the card was refused"}
    return 201, {"id": order.id, "status": order.status.value}


# The router looks views up by these names.
ROUTES = {
    "GET /users/{id}": user_view,
    "GET /users/{id}/profile": profile_view,
    "POST /checkout": checkout_view,
}
