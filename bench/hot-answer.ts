/** Measures the CPU time of a prepared response, compared with a bare `node:http` server. */
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { availableParallelism } from "node:os";
import { SOURCE_NAMES } from "../packages/service/src/sources/order.js";
import type { Settings } from "../packages/service/test/support/service-process.js";
import { type Figure, median, quantile } from "./figure.js";
import { type LoadResult, load } from "./load.js";
import { startService } from "./processes.js";

const PATH = "/api/public/nhci";
const ROUNDS = 10;

/** V8 keeps compiling for several seconds under load. */
const WARM_UP_MS = 3000;
const COUNT_MS = 1000;
const CONNECTIONS = 32;

/** Below the limit of 20, so no client is refused. */
const REQUESTS_PER_CLIENT = 16;

/** The recorded response that the bare server writes. */
export interface RecordedAnswer {
  readonly headers: readonly string[];
  readonly body: string;
}

const WRITTEN_BY_NODE = ["date", "connection", "keep-alive"];

/**
 * Compares the current score with a bare `node:http` server that writes the same bytes. Both are measured in turn
 * (A B A B) and share one core, with the load on the other, so if the machine slows down, both are affected.
 */
export async function hotAnswer(settings: Settings): Promise<Figure> {
  // Without sources the response stays the same throughout.
  const quiet = { ...settings, UPSTREAMS_DISABLED: SOURCE_NAMES.join(","), TRUSTED_PROXIES: "127.0.0.1" };
  const service = await startService(quiet);
  const bare = fork(new URL("bare-server.ts", import.meta.url), { execArgv: ["--import", "tsx"] });
  try {
    const [barePort] = (await once(bare, "message")) as [number];
    bare.send(await record(service.port));
    const servers = [
      { port: service.port, pid: service.pid, results: [] as LoadResult[] },
      { port: barePort, pid: bare.pid ?? 0, results: [] as LoadResult[] },
    ] as const;
    if (availableParallelism() > 1) {
      for (const { pid } of servers) keepOn(0, pid);
      keepOn(1, process.pid);
    }
    const requests = [{ path: PATH, headers: [] }];
    const order = { requests, connections: CONNECTIONS, requestsPerClient: REQUESTS_PER_CLIENT };
    for (const { port, pid } of servers) await load({ ...order, port, pid, countMs: WARM_UP_MS });
    for (let round = 0; round < ROUNDS; round++)
      for (const { port, pid, results } of servers)
        results.push(await load({ ...order, port, pid, countMs: COUNT_MS }));
    return compared(servers[0].results, servers[1].results);
  } finally {
    await service.stop();
    bare.kill();
  }
}

function compared(peak: readonly LoadResult[], bare: readonly LoadResult[]): Figure {
  const ratios = peak.map(({ perSecond }, i) => perSecond / (bare[i]?.perSecond ?? Number.NaN));
  const micros = (results: readonly LoadResult[]) => median(results.map(({ cpuMicros }) => cpuMicros));
  const [ours, theirs] = [micros(peak), micros(bare)];
  return {
    name: "hot response / bare node:http server, CPU per response",
    value: (ours / theirs).toFixed(2),
    goal: "at most 1.5",
    note:
      `${ours.toFixed(1)} and ${theirs.toFixed(1)} µs; ` +
      `${median(ratios).toFixed(2)} times as many responses per second, ` +
      `${quantile(ratios, 0).toFixed(2)} to ${quantile(ratios, 1).toFixed(2)} in ${ROUNDS} rounds`,
  };
}

function record(port: number): Promise<RecordedAnswer> {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path: PATH }, async (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${PATH} answered ${response.statusCode}`));
      const body = (await response.setEncoding("latin1").toArray()).join("");
      const isOurs = (_: string, i: number, all: readonly string[]) =>
        !WRITTEN_BY_NODE.includes((all[i - (i % 2)] ?? "").toLowerCase());
      resolve({ headers: response.rawHeaders.filter(isOurs), body });
    }).on("error", reject);
  });
}

function keepOn(core: number, pid: number): void {
  spawnSync("taskset", ["-acp", `${core}`, `${pid}`], { stdio: "ignore" });
}
