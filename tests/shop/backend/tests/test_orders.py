import unittest

from backend.cart import Cart
from backend.models import Product, User
from backend.orders import OrderService
from backend.payment import LedgerGateway
from backend.users import UserService
from backend.views import App, checkout_view, profile_view

TEA = Product("tea-100", "Green tea", 450)


class CheckoutTests(unittest.TestCase):
    def setUp(self):
        self.gateway = LedgerGateway()
        users = UserService([User(7, "Ada", "ada@example.org")])
        self.app = App(users, OrderService(self.gateway))
        self.cart = Cart()

    def test_paid_order_shows_in_the_profile(self):
        self.cart.add(TEA, 2)
        self.assertEqual(checkout_view(self.app, 7, self.cart, "tok_ok")[0], 201)
        self.assertEqual(self.gateway.charges, [("tok_ok", 900)])
        self.assertEqual(profile_view(self.app, 7)[1]["orders"], [{"id": 1, "totalCents": 900}])

    def test_refused_card(self):
        self.cart.add(TEA)
        status, _ = checkout_view(self.app, 7, self.cart, LedgerGateway.REFUSED_TOKEN)
        self.assertEqual(status, 402)

    def test_empty_cart(self):
        self.assertEqual(checkout_view(self.app, 7, self.cart, "tok_ok")[0], 400)
