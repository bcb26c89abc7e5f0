import type { Server } from "node:http";

/** How often connections whose last answer has gone out are closed meanwhile. */
const LOOK_MS = 25;

/**
 * Stops accepting, closes idle connections, lets requests under way finish, and cuts off what is left in the end.
 *
 * @param withinMs how long requests under way may take
 */
export async function drain(server: Server, withinMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), withinMs);
  const look = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  await closed;
  clearTimeout(cut);
  clearInterval(look);
}
