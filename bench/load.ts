import { startChild } from "./processes.js";

/** One round of load on one server, by `child/load-generator.ts`. */
export interface LoadOrder {
  readonly port: number;
  /** The server's process, to read its CPU time. */
  readonly pid: number;
  /** Sent in turn on every connection; each must get a 200. */
  readonly requests: readonly { readonly path: string; readonly headers: readonly string[] }[];
  readonly connections: number;
  /** Requests a client makes before the next one takes over. */
  readonly requestsPerClient: number;
  readonly countMs: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** The server's CPU time per response, in microseconds. */
  readonly cpuMicros: number;
  /** Responses with a status other than 200. */
  readonly failures: number;
}

export interface Load {
  readonly pid: number;
  /** @throws Error if any response was not a 200 */
  run(order: LoadOrder): Promise<LoadResult>;
  end(): void;
}

export async function startLoad(): Promise<Load> {
  const { child } = await startChild<string>("load-generator");
  return {
    pid: child.pid ?? 0,
    run: (order) =>
      new Promise((resolve, reject) => {
        child.once("message", (result: LoadResult) =>
          result.failures > 0 ? reject(new Error(`${result.failures} responses were not 200`)) : resolve(result),
        );
        child.send(order);
      }),
    end: () => void child.kill(),
  };
}
