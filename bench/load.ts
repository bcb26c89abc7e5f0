import { type Child, shareOneCore } from "./child-process.js";
import { REQUESTS_PER_CLIENT, type RequestSpec } from "./wire.js";

/** Load on servers in turn, by the generator of `child/load-generator.ts`. */

/** One of the servers that are measured in turn. */
export interface MeasuredServer {
  readonly port: number;
  /** The server's process, whose CPU time is read. */
  readonly pid: number;
  readonly request: RequestSpec;
}

/** One round of load on one server. */
export interface LoadOrder {
  readonly port: number;
  readonly pid: number;
  /** Sent one after the other on every connection. */
  readonly requests: readonly RequestSpec[];
  readonly connections: number;
  /** Requests a client makes before the next one takes over: under the limit of 20. */
  readonly requestsPerClient: number;
  /** Before counting starts: connections are made and the code is compiled. */
  readonly warmUpMs: number;
  readonly countMs: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** CPU time of the server for one request, in microseconds; NaN when there was none. */
  readonly cpuMicros: number;
  /** Share of one core that the server used: under 0.8 the load was too small to measure the server. */
  readonly cpuShare: number;
  /** Responses with a status that was not expected, by status. */
  readonly unexpected: Readonly<Record<string, number>>;
}

export interface Rounds {
  readonly rounds: number;
  readonly connections: number;
  readonly countMs: number;
}

const WARM_UP_MS = 150;

/**
 * Every server once a round, each round beginning with another one: the servers on one core, the load on another, where the
 * machine allows it.
 *
 * @returns the results of each server, one a round
 * @throws Error when a server gave another status than it should
 */
export async function measureInTurn<Name extends string>(
  load: Child,
  servers: Readonly<Record<Name, MeasuredServer>>,
  { rounds, connections, countMs }: Rounds,
): Promise<Readonly<Record<Name, readonly LoadResult[]>>> {
  const names = Object.keys(servers) as Name[];
  shareOneCore(
    Object.values<MeasuredServer>(servers).map(({ pid }) => pid),
    load.pid,
  );
  const results = Object.fromEntries(names.map((name) => [name, [] as LoadResult[]])) as Record<Name, LoadResult[]>;
  // One round that does not count: the first seconds of a process are its slowest.
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + 1 + turn) % names.length] as Name;
      const { port, pid, request } = servers[name];
      const result = await runLoad(load, name, {
        port,
        pid,
        requests: [request],
        connections,
        requestsPerClient: REQUESTS_PER_CLIENT,
        warmUpMs: WARM_UP_MS,
        countMs,
      });
      if (round >= 0) results[name].push(result);
    }
  }
  return results;
}

/** @throws Error when the server, which the message calls `name`, gave another status than it should */
export async function runLoad(load: Child, name: string, order: LoadOrder): Promise<LoadResult> {
  const result = await load.request<LoadResult>(order);
  const { unexpected } = result;
  if (Object.keys(unexpected).length > 0) throw new Error(`${name} gave other answers: ${JSON.stringify(unexpected)}`);
  return result;
}
