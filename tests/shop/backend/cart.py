"""The cart of one visit. It becomes an order at checkout."""

from backend.models import OrderLine, Product

MAX_QUANTITY = 99


class Cart:
    def __init__(self):
        self._lines: dict[str, OrderLine] = {}

    def add(self, product: Product, quantity: int = 1) -> OrderLine:
        """Adds to what is there already, up to MAX_QUANTITY."""
        line = self._lines.setdefault(product.sku, OrderLine(product, 0))
        line.quantity = min(line.quantity + quantity, MAX_QUANTITY)
        return line

    def remove(self, sku: str) -> None:
        self._lines.pop(sku, None)

    def lines(self) -> list[OrderLine]:
        return list(self._lines.values())

    def total_cents(self) -> int:
        return sum(line.total_cents() for line in self.lines())

    def is_empty(self) -> bool:
        return not self._lines
