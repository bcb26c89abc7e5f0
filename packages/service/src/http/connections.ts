/** Limits on the size and duration of requests, and on connections per address. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { HEADER_BYTES, TARGET_BYTES } from "../domain/limits.js";
import type { Disconnection } from "../metrics/meters.js";
import { addressKey, type TrustedProxies } from "./client-address.js";

/** A typical request is under 1 kB and arrives in one piece. */
export const CONNECTION_LIMITS = {
  /** Request line and headers. Browsers send about 1 kB; cookies of a shared domain and proxies add more. */
  headerBytes: HEADER_BYTES,
  /** Longer targets get a 414. None of our paths exceeds 60 characters, and most queries are ignored. */
  targetLength: TARGET_BYTES,
  /** Only `/mcp` reads a body. The connection is closed after a longer one. */
  bodyBytes: 16 * 1024,
  /** From the connection or the first byte to the end of the headers; a phone on a bad line needs 2 or 3 s. */
  headersMs: 10_000,
  /** To the end of the request: only a little more, because hardly any endpoint reads a body. */
  requestMs: 15_000,
  /** How often the two above are checked; connections are cut after at most 12 s and 17 s. */
  checkMs: 2000,
  /**
   * Load balancers keep idle connections for 60 s and must close them first; otherwise a request can hit a closed one.
   */
  keepAliveMs: 72_000,
  /** Without a byte in either direction during a response: a client that does not read. */
  silenceMs: 30_000,
  /** Connections beyond these are closed at once. An idle one takes about 10 kB, so 8,000 take 80 MB. */
  connections: 8000,
  /** Per address: a browser opens six, an office behind one address many. */
  connectionsPerClient: 400,
} as const;

export type ConnectionLimits = Readonly<Record<keyof typeof CONNECTION_LIMITS, number>>;

/**
 * Counts connections per address. A connection over the limit closes the oldest one, so nobody is locked out, not even
 * by idle connections from the same address. Trusted proxies are not counted, because they serve many clients.
 *
 * @param onClose called when a connection is closed to make room for others
 */
export function countConnections(
  server: Server,
  most: number,
  proxies: TrustedProxies,
  onClose: (reason: Disconnection) => void,
): void {
  const socketsOf = new Map<string, Set<Socket>>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    const client = addressKey(remoteAddress);
    if (client === undefined || proxies.has(remoteAddress)) return;
    const sockets = socketsOf.get(client) ?? new Set();
    socketsOf.set(client, sockets.add(socket));
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0 && socketsOf.get(client) === sockets) socketsOf.delete(client);
    });
    const [oldest] = sockets;
    if (oldest === undefined || sockets.size <= most) return;
    sockets.delete(oldest);
    oldest.resetAndDestroy(); // a plain close would leave up to 4 MB of unread data in socket buffers
    onClose("address");
  });
  server.on("drop", () => onClose("full"));
}
