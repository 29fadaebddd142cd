import { useState } from "react";
import * as api from "../api";
import { session } from "../state/session";
import { formatPrice } from "./price";

interface Props {
  lines: api.CartLine[];
  cardToken: string;
}

export function Checkout({ lines, cardToken }: Props) {
  const [message, setMessage] = useState("");
  const total = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);

  async function pay() {
    // The session may be older than the account, so ask getUserInfo again before charging.
    const user = await api.getUserInfo(session.user.id);
    if (user.guest) {
      setMessage("Please sign in first");
      return;
    }
    const order = await api.checkout(user.id, lines, cardToken);
    setMessage(`Thank you, order ${order.id} is on its way`);
  }

  return (
    <form>
      <button type="button" onClick={pay}>
        Pay {formatPrice(total)}
      </button>
      <p>{message}</p>
    </form>
  );
}
