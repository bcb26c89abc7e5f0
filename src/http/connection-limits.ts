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
  /** Requests that were sent before the answer to the former one was taken; a client that sends more is closed. */
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
