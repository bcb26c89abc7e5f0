/** One round of load on one server. */
export interface LoadOrder {
  readonly port: number;
  /** The server's process, whose processor time is read. */
  readonly pid: number;
  /** Asked one after the other on every connection. */
  readonly targets: readonly LoadTarget[];
  readonly connections: number;
  /** Requests a client makes before the next one takes over: under the limit of 20. */
  readonly asks: number;
  /** Before counting starts: connections are made and the code is compiled. */
  readonly warmMs: number;
  readonly countMs: number;
}

export interface LoadTarget {
  readonly path: string;
  /** Full lines, without line ends; `Host` and `X-Forwarded-For` are added. */
  readonly lines: readonly string[];
  readonly status: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Processor time of the server for one request, in microseconds; NaN when there was none. */
  readonly cpuMicros: number;
  /** Share of one core that the server used: under 0.8 the load was too small to measure the server. */
  readonly cpuShare: number;
  /** Answers with a status that was not expected, by status. */
  readonly unexpected: Readonly<Record<string, number>>;
}
