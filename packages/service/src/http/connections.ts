/** How much a connection may send and how long it may take, and how many connections an address may have. */
import type { Server } from "node:http";
import type { BlockList, Socket } from "node:net";
import type { Disconnection } from "../metrics/meters.js";
import { addressKey, isTrusted } from "./client-address.js";
import { HEADER_BYTES, TARGET_BYTES } from "./limit/policy.js";

/** A usual request is under 1 kB and arrives in one piece. */
export const CONNECTION_LIMITS = {
  /** Request line and headers. Browsers send about 1 kB; cookies of a shared domain and proxies add some. */
  headerBytes: HEADER_BYTES,
  /** Longer targets are answered with 414. No path of ours is over 60 characters, and most queries are ignored. */
  targetLength: TARGET_BYTES,
  /** Only `/mcp` reads a body. After a longer one the connection is closed. */
  bodyBytes: 16 * 1024,
  /** From the first byte, or the connection, to the end of the headers: a phone on a bad line needs 2 or 3 s. */
  headersMs: 10_000,
  /** To the end of the whole request; only a little more, because hardly any endpoint reads a body. */
  requestMs: 15_000,
  /** How often the two above are checked: the latest cut is at 12 s and 17 s. */
  checkMs: 2000,
  /**
   * Balancers keep idle connections for 60 s, and must be the ones to close them: else a request meets a closed one.
   */
  keepAliveMs: 72_000,
  /** Without any byte in either direction while an answer is sent: a client that does not read. */
  silenceMs: 30_000,
  /** More are closed at once. An idle one takes about 10 kB: 8,000 are 80 MB. */
  connections: 8000,
  /** Of one address: a browser has six, an office behind one address many. */
  connectionsPerClient: 400,
} as const;

export type ConnectionLimits = Readonly<Record<keyof typeof CONNECTION_LIMITS, number>>;

/**
 * Counts the connections of each address: the oldest gives way to one too many, so that nobody is locked out, not even
 * by idle connections of the own address. A trusted proxy is not counted, since it speaks for many.
 *
 * @param closed called when a connection is closed for the sake of others
 */
export function countConnections(
  server: Server,
  most: number,
  proxies: BlockList,
  closed: (reason: Disconnection) => void,
): void {
  const socketsOf = new Map<string, Set<Socket>>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    const client = addressKey(remoteAddress);
    if (client === undefined || isTrusted(proxies, remoteAddress)) return;
    const sockets = socketsOf.get(client) ?? new Set();
    socketsOf.set(client, sockets.add(socket));
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0 && socketsOf.get(client) === sockets) socketsOf.delete(client);
    });
    const [oldest] = sockets;
    if (oldest === undefined || sockets.size <= most) return;
    sockets.delete(oldest);
    oldest.resetAndDestroy(); // a plain close would leave up to 4 MB with the system that nobody reads
    closed("address");
  });
  server.on("drop", () => closed("full"));
}
