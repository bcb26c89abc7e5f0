import type { Server } from "node:http";

/**
 * Stops accepting, closes idle connections, lets requests under way finish, and cuts off what is left in the end.
 *
 * @param withinMs how long requests under way may take
 */
export async function drain(server: Server, withinMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearTimeout(cut);
}
