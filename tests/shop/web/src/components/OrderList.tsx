import { useEffect, useState } from "react";
import { displayName, getUserInfo, listOrders, type Order } from "../api";
import { formatPrice } from "./price";

/** The orders of one customer under their name. */
export function OrderList({ userId }: { userId: number }) {
  const [title, setTitle] = useState("Orders");
  const [orders, setOrders] = useState<Order[]>([]);

  async function load() {
    const user = await getUserInfo(userId);
    setTitle(`Orders of ${displayName(user)}`);
    setOrders(await listOrders(user.id));
  }

  useEffect(() => {
    load().catch((error) => console.warn("getUserInfo or listOrders failed", error));
  }, [userId]);

  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            #{order.id}: {formatPrice(order.totalCents)}
          </li>
        ))}
      </ul>
    </section>
  );
}
