/** How much a connection may send and how long it may take, and how many connections an address may have. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Disconnection } from "../metrics/meters.js";
import type { Peer } from "./client-address.js";
import { HEADER_BYTES, TARGET_BYTES } from "./limit/policy.js";

/** A usual request is under 1 kB and arrives in one piece. Node keeps all of these but the last three. */
export const CONNECTION_LIMITS = {
  /** Request line and headers. Browsers send about 1 kB; cookies of a shared domain and proxies add some. */
  headerBytes: HEADER_BYTES,
  /** Header lines beyond this are dropped; proxies add a dozen. */
  headerLines: 100,
  /** From the first byte, or the connection, to the end of the headers: a phone on a bad line needs 2 or 3 s. */
  headersMs: 10_000,
  /** To the end of the whole request; only a little more, because no endpoint needs a body. */
  requestMs: 15_000,
  /** How often the two above are checked: the latest cut is at 12 s and 17 s. */
  checkMs: 2000,
  /** An idle connection stays open this long: widgets ask twice at once and then not for a minute. */
  keepAliveMs: 5000,
  /** Without any byte in either direction: also of a client that does not read its answer. */
  silenceMs: 30_000,
  /** More are closed at once. An idle one takes about 10 kB: 4,000 are 40 MB. */
  connections: 4000,
  /** Of one address, an IPv6 network (/64) being one: a tenth. A browser has six, an office behind one address many. */
  connectionsPerClient: 400,
  /** Longer targets are answered with 414. No path of ours is over 60 characters, and most queries are ignored. */
  targetLength: TARGET_BYTES,
  /** Only `/mcp` reads a body, up to this size. Any other one of this size is skipped; a longer one closes the connection. */
  bodyBytes: 16 * 1024,
} as const;

export type ConnectionLimits = Readonly<Record<keyof typeof CONNECTION_LIMITS, number>>;

interface CountDeps {
  readonly limits: Pick<ConnectionLimits, "connectionsPerClient">;
  readonly peerOf: (socket: Socket) => Peer;
  /** Called when a connection is closed for the sake of others. */
  readonly closed: (reason: Disconnection) => void;
}

/**
 * Counts the connections of each address: the oldest gives way to one too many, so that nobody is locked out, not even by
 * idle connections of the own address. A trusted proxy is not counted, since it speaks for many.
 */
export function countConnections(server: Server, { limits, peerOf, closed }: CountDeps): void {
  const socketsOf = new Map<string, Set<Socket>>();
  server.on("connection", (socket: Socket) => {
    const { client, isTrusted } = peerOf(socket);
    if (isTrusted) return;
    const sockets = socketsOf.get(client) ?? new Set();
    socketsOf.set(client, sockets.add(socket));
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0 && socketsOf.get(client) === sockets) socketsOf.delete(client);
    });
    const [oldest] = sockets;
    if (oldest === undefined || sockets.size <= limits.connectionsPerClient) return;
    sockets.delete(oldest);
    oldest.resetAndDestroy(); // a plain close would leave up to 4 MB with the system that nobody reads
    closed("address");
  });
  server.on("drop", () => closed("full"));
}
