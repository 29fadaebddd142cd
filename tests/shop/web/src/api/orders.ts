import { request } from "./http";

export interface CartLine {
  sku: string;
  quantity: number;
  priceCents: number;
}

export interface Order {
  id: number;
  totalCents: number;
}

export interface Profile {
  id: number;
  name: string;
  orders: Order[];
}

export async function listOrders(userId: number): Promise<Order[]> {
  const profile = await request<Profile>(`/users/${userId}/profile`);
  return profile.orders;
}

export function checkout(userId: number, lines: CartLine[], cardToken: string): Promise<Order> {
  return request<Order>("/checkout", { userId, lines, cardToken });
}
