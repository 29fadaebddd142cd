"""Charging cards. The real gateway speaks HTTP; this one keeps a ledger for tests and demos."""


class PaymentRefused(Exception):
    """The bank said no."""


class PaymentGateway:
    def charge(self, card_token: str, amount_cents: int) -> str:
        """Takes the money and returns a receipt number."""
        raise NotImplementedError


class LedgerGateway(PaymentGateway):
    REFUSED_TOKEN = "tok_refused"

    def __init__(self):
        self.charges: list[tuple[str, int]] = []

    def charge(self, card_token: str, amount_cents: int) -> str:
        if card_token == self.REFUSED_TOKEN:
            raise PaymentRefused(card_token)
        self.charges.append((card_token, amount_cents))
        return f"receipt-{len(self.charges)}"
