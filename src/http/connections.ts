import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Disconnection } from "../operations/ports.js";
import type { Peer } from "./client-address.js";

/** Limits of one connection. A usual request is under 1 kB and arrives in one piece. */
export const CONNECTION_LIMITS = {
  /** Request line and headers. Browsers send about 1 kB; cookies of a shared domain and proxies add some. */
  headerBytes: 8 * 1024,
  /** Header lines beyond this are dropped; proxies add a dozen. */
  headerLines: 100,
  /** Longer targets are answered with 414. No path of ours is over 60 characters, and most queries are ignored. */
  targetLength: 2048,
  /** No endpoint reads a body. One up to this size is skipped; a longer one closes the connection unread. */
  bodyBytes: 16 * 1024,
  /** From the first byte, or the connection, to the end of the headers: a phone on a bad line needs 2 or 3 s. */
  headersMs: 10_000,
  /** To the end of the whole request; only a little more, because no endpoint needs a body. */
  requestMs: 15_000,
  /** How often the two above are checked: the latest cut is at 12 s and 17 s. */
  checkMs: 2000,
  /** An idle connection stays open this long: widgets ask twice at once and then not for a minute. */
  keepAliveMs: 5000,
  /** Without any byte in either direction. */
  silenceMs: 30_000,
  /** An answer has to be taken in this time, */
  answerMs: 10_000,
  /** and in a second for each of so many bytes: the rate of GPRS. The 390 kB of leaves in 34 s. */
  bytesPerSecond: 16 * 1024,
  /** Bytes of answers that all clients together have not taken: beyond, the slowest readers are closed. */
  unreadBytes: 64 * 1024 * 1024,
  /** Bytes of long answers, 16 kB or more, that one address gets at once: some 300 times the front page with its scripts, */
  burstBytes: 32 * 1024 * 1024,
  /** and in each second. */
  bytesPerClientSecond: 4 * 1024 * 1024,
  /** How often an address is given its bytes of that second. */
  refillMs: 250,
  /** Pipelined requests, sent before the answer to the former one was taken; a client that sends more is closed. */
  waitingRequests: 64,
  /** The same of all connections together. One takes 3 kB. */
  waitingInAll: 1024,
  /** A connection is closed after so many requests, so that load balancers spread connections again after a restart. */
  requestsPerSocket: 10_000,
  /** More are closed at once. An idle one takes about 10 kB: 4,000 are 40 MB. From 3,875 on the idle ones give way. */
  connections: 4000,
  /** Of one address, an IPv6 network (/64) being one: a tenth. A browser has six, an office behind one address many. */
  connectionsPerClient: 400,
  /** How long a refused client may keep sending while it reads the answer; closing at once would lose it. */
  lingerMs: 500,
} as const;

export type ConnectionLimits = Readonly<Record<keyof typeof CONNECTION_LIMITS, number>>;

const CONNECTION = Symbol("connection of a socket");

/** What one connection does. */
export interface Connection {
  readonly socket: ConnectedSocket;
  /** Of its address; `undefined` for a trusted proxy, which speaks for many. */
  readonly share: ClientShare | undefined;
  /** How many requests were begun. */
  requests: number;
  /** The answer that was begun last; it may be finished. */
  response: ServerResponse | undefined;
  /** Pipelined requests, oldest first: they came before the answer to the former one was taken. */
  readonly waiting: WaitingRequest[];
  /** Counts the uses of all connections: the one with the lowest number is unused for the longest time. */
  usedAt: number;
  /** When an answer that a check has found unread has to be taken, in ms of the monotonic clock. */
  deadline: { readonly response: ServerResponse | undefined; readonly at: number } | undefined;
}

/** What one address takes of a server. Its long answers are limited by a token bucket, counted in bytes. */
interface ClientShare {
  readonly client: string;
  readonly connections: Set<Connection>;
  /** Bytes of long answers that may be sent now; negative after a longer one. */
  bytes: number;
  /** Long answers that wait until there are some, oldest first. */
  readonly held: HeldAnswer[];
}

interface HeldAnswer {
  readonly connection: Connection;
  readonly length: number;
  readonly send: () => void;
}

/** Begins an answer, and does not throw. */
export type BeginAnswer = (response: ServerResponse) => void;

/** A pipelined request whose turn has not come. */
interface WaitingRequest {
  readonly response: ServerResponse;
  readonly begin: BeginAnswer;
}

export interface ConnectedSocket extends Socket {
  [CONNECTION]?: Connection;
}

interface ConnectionsDeps {
  readonly limits: ConnectionLimits;
  readonly peerOf: (socket: Socket) => Peer;
  /** Called when a connection is closed for the sake of others. */
  readonly closed: (reason: Disconnection) => void;
}

export type Connections = ReturnType<typeof connections>;

/** All connections of a server. */
export function connections({ limits, peerOf, closed }: ConnectionsDeps) {
  const all = new Set<Connection>();
  const shares = new Map<string, ClientShare>();
  /** How many are closed at once when all are too many: to find the oldest of 4,000 takes 1 ms. */
  const batch = Math.max(1, limits.connections >> 5);
  let uses = 0;

  function shareOf(client: string): ClientShare {
    const share = shares.get(client) ?? { client, connections: new Set(), bytes: limits.burstBytes, held: [] };
    shares.set(client, share);
    return share;
  }

  function forget(connection: Connection): void {
    const { share } = connection;
    all.delete(connection);
    share?.connections.delete(connection);
    if (share?.connections.size === 0) shares.delete(share.client);
  }

  function close(connection: Connection, reason: Disconnection): void {
    closed(reason);
    connection.socket.resetAndDestroy(); // otherwise the system would keep up to 4 MB that nobody reads
    forget(connection);
  }

  /** Closes up to `count` connections other than the newest: idle ones, else stuck ones. @returns whether there was one */
  function makeRoom(among: Iterable<Connection>, newest: Connection, count: number, reason: Disconnection): boolean {
    const others = [...among].filter((each) => each !== newest);
    const idle = others.filter(isIdle);
    const dispensable = idle.length > 0 ? idle : others.filter(isStuck);
    for (const each of dispensable.sort(byUse).slice(0, count)) close(each, reason);
    return dispensable.length > 0;
  }

  return {
    /**
     * Takes a new one in. When its address, or all together, have too many, idle ones are closed for it, the one that is
     * unused for the longest time first; else those whose client does not read; else, beyond the share of its address, itself.
     */
    admit(socket: ConnectedSocket): void {
      const { client, isTrusted } = peerOf(socket);
      const share = isTrusted ? undefined : shareOf(client);
      const connection = connectionAt(socket, share, uses++);
      all.add(connection);
      socket.once("close", () => forget(connection));
      share?.connections.add(connection);
      const isOver = share !== undefined && share.connections.size > limits.connectionsPerClient;
      if (isOver && !makeRoom(share.connections, connection, 1, "address")) close(connection, "address");
      else if (all.size > limits.connections - batch) makeRoom(all, connection, batch, "full");
    },
    /** To be called for each request that is begun; returns how many there were. */
    used(connection: Connection, response: ServerResponse): number {
      connection.response = response;
      connection.usedAt = uses++;
      return ++connection.requests;
    },
    close,
    /**
     * Closes those whose answers were not taken in time, and the slowest when all together have not taken too much.
     *
     * @param now in ms of the monotonic clock
     */
    closeSlowReaders(now: number): void {
      for (const connection of slowReaders(all, now, limits)) close(connection, "slow");
    },
    /** Gives every address the bytes of so many milliseconds, and sends what waited for them. */
    refill(ms: number): void {
      const bytes = (limits.bytesPerClientSecond * ms) / 1000;
      for (const share of shares.values()) {
        share.bytes = Math.min(limits.burstBytes, share.bytes + bytes);
        sendHeld(share);
      }
    },
  };
}

/** @returns `undefined` for a socket that no server of ours has accepted */
export function connectionOf(socket: ConnectedSocket): Connection | undefined {
  return socket[CONNECTION];
}

/** Everything that was asked is answered, or nothing was asked in full. */
export function isIdle({ response, waiting }: Connection): boolean {
  return waiting.length === 0 && (response === undefined || isFinished(response));
}

/** Node takes the socket from a response that is finished, and gives it to the next one. */
function isFinished({ socket, writableFinished }: ServerResponse): boolean {
  return socket === null && writableFinished;
}

/** Whether the head of an answer was sent and its end was not. */
export function isAnswering(connection: Connection | undefined): boolean {
  const response = connection?.response;
  return response !== undefined && response.socket === connection?.socket && response.headersSent;
}

/**
 * Sends a long answer when its address may have it: at once, as long as it has not had too many bytes lately. What a client
 * does not read fills the memory of the system, 3 MB a connection, until nobody's packets go out.
 */
export function sendInShare(socket: ConnectedSocket | null, length: number, send: () => void): void {
  const connection = socket?.[CONNECTION];
  if (connection?.share === undefined) send();
  else {
    connection.share.held.push({ connection, length, send });
    sendHeld(connection.share);
  }
}

function sendHeld(share: ClientShare): void {
  while (share.bytes > 0) {
    const first = share.held.shift();
    if (first === undefined) return;
    if (first.connection.socket.destroyed) continue;
    share.bytes -= first.length;
    first.send();
  }
}

function connectionAt(socket: ConnectedSocket, share: ClientShare | undefined, usedAt: number): Connection {
  const at = { socket, share, requests: 0, response: undefined, waiting: [], usedAt, deadline: undefined };
  socket[CONNECTION] = at;
  return at;
}

/** Who has not taken an answer in time; and, while all together hold too many unread bytes, those unused for the longest time. */
function slowReaders(all: ReadonlySet<Connection>, now: number, limits: ConnectionLimits): readonly Connection[] {
  const unread = [...all].filter(isUnread).sort(byUse);
  let bytes = unread.reduce((sum, { socket }) => sum + socket.writableLength, 0);
  return unread.filter((connection) => {
    const isInTime = now < deadlineOf(connection, now, limits);
    if (isInTime && bytes <= limits.unreadBytes) return false;
    bytes -= connection.socket.writableLength;
    return true;
  });
}

/** The system has no room for the rest of an answer: the client does not read, or not so fast. */
function isUnread({ socket }: Connection): boolean {
  return socket.writableLength > 0;
}

/** It waits for its client, or for the share of its address. */
function isStuck(connection: Connection): boolean {
  return isUnread(connection) || connection.share?.held.some((each) => each.connection === connection) === true;
}

/** When the answer of an unread connection has to be taken. It is set at the first check that finds this answer unread. */
function deadlineOf(connection: Connection, now: number, limits: ConnectionLimits): number {
  const { socket, response, deadline } = connection;
  if (deadline !== undefined && deadline.response === response) return deadline.at;
  const at = now + limits.answerMs + (1000 * socket.writableLength) / limits.bytesPerSecond;
  connection.deadline = { response, at };
  return at;
}

/** The one that is unused for the longest time first. */
function byUse(a: Connection, b: Connection): number {
  return a.usedAt - b.usedAt;
}
