"""Turns carts into orders and orders into money."""

from itertools import count

from backend.cart import Cart
from backend.models import Order, OrderStatus, User
from backend.payment import PaymentGateway, PaymentRefused


class EmptyCart(ValueError):
    """An order needs something to deliver."""


class OrderService:
    def __init__(self, gateway: PaymentGateway):
        self.gateway = gateway
        self._orders: dict[int, Order] = {}
        self._ids = count(1)

    def checkout(self, user: User, cart: Cart, card_token: str) -> Order:
        """Places the order and charges the card; a refused card cancels the order."""
        if cart.is_empty():
            raise EmptyCart()
        order = Order(next(self._ids), user, cart.lines())
        self._orders[order.id] = order
        try:
            self.gateway.charge(card_token, order.total_cents())
        except PaymentRefused:
            order.status = OrderStatus.CANCELLED
            raise
        order.status = OrderStatus.PAID
        return order

    def orders_of(self, user: User) -> list[Order]:
        return [order for order in self._orders.values() if order.user.id == user.id]
