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
  /** Without any byte in either direction, for instance of a client that does not read its answers. */
  silenceMs: 30_000,
  /** A connection is closed after so many requests, so that load balancers spread connections again after a restart. */
  requestsPerSocket: 10_000,
  /** More are closed at once. An idle one takes about 10 kB: 4,000 are 40 MB. */
  connections: 4000,
  /** How long a refused client may keep sending while it reads the answer; closing at once would lose it. */
  lingerMs: 500,
} as const;

export type ConnectionLimits = Readonly<Record<keyof typeof CONNECTION_LIMITS, number>>;
