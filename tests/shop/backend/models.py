"""What the shop knows about: users, products, orders."""

from dataclasses import dataclass, field
from enum import Enum

GUEST_ID = 0


class OrderStatus(Enum):
    OPEN = "open"
    PAID = "paid"
    CANCELLED = "cancelled"


@dataclass
class User:
    id: int
    name: str
    email: str
    is_admin: bool = False

    @property
    def is_guest(self) -> bool:
        return self.id == GUEST_ID


@dataclass(frozen=True)
class Product:
    sku: str
    title: str
    price_cents: int


@dataclass
class OrderLine:
    product: Product
    quantity: int

    def total_cents(self) -> int:
        return self.product.price_cents * self.quantity


@dataclass
class Order:
    id: int
    user: User
    lines: list[OrderLine] = field(default_factory=list)
    status: OrderStatus = OrderStatus.OPEN

    def total_cents(self) -> int:
        return sum(line.total_cents() for line in self.lines)
