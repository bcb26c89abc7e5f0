/** What one connection may take from the service. An honest request is under 1 kB and arrives in one piece. */
export const CONNECTION_LIMITS = {
  /** Request line and headers. Browsers send about 1 kB; cookies of a shared domain and proxies add some. */
  headerBytes: 8 * 1024,
  /** Header lines beyond this are dropped; proxies add a dozen. */
  headerLines: 100,
  /** Longer targets are answered with 414. No path of ours is over 30 signs and queries are ignored. */
  targetLength: 2048,
  /** Nobody has to send a body. One up to this size is skipped; a longer one ends the connection, unread. */
  bodyBytes: 16 * 1024,
  /** From the first byte, or the connection, to the end of the headers: a phone on a bad line needs 2 or 3 s. */
  headersMs: 10_000,
  /** To the end of the whole request; little more, since there is nothing worth sending. */
  requestMs: 15_000,
  /** How often the two above are checked: the latest cut is at 12 s and 17 s. */
  checkMs: 2000,
  /** An idle connection stays open this long: widgets ask twice at once and then not for a minute. */
  keepAliveMs: 5000,
  /** Without any byte in either direction, for instance of a client that does not read its answers. */
  silenceMs: 30_000,
  /** Then a connection is closed, so that those behind a balancer spread again after a restart. */
  requestsPerSocket: 10_000,
  /** More are closed at once. An idle one takes about 10 kB: 4,000 are 40 MB. */
  connections: 4000,
  /** How long a refused client may go on sending while it reads why; closing at once would lose the answer. */
  lingerMs: 500,
} as const;

export type ConnectionLimits = Readonly<Record<keyof typeof CONNECTION_LIMITS, number>>;
