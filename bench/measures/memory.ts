/** How much memory the service takes under load. */

import { residentMb, startChild } from "../child-process.js";
import { type LoadResult, runLoad } from "../load.js";
import { type PreparedData, startService } from "../service.js";
import { type Row, row } from "../table.js";

const LOAD_MS = 20_000;
const CONNECTIONS = 200;
/** So few that the limiter keeps as many addresses as it can. */
const REQUESTS_PER_CLIENT = 2;
const PATHS = ["/api/public/nhci", "/api/public/nhci/history"];
const ENCODINGS = ["br", "gzip", "identity"];

/** Resident memory of the whole service, jobs included, under load on both endpoints from some 400,000 addresses. */
export async function memoryRows({ settings }: PreparedData): Promise<Row[]> {
  const load = (await startChild("load-generator")).child;
  const service = await startService({ ...settings, TRUSTED_PROXIES: "127.0.0.1" });
  try {
    await service.until("/readyz");
    const { port, pid } = service;
    const requests = PATHS.flatMap((path) =>
      ENCODINGS.map((encoding) => ({ path, headers: [`Accept-Encoding: ${encoding}`], status: 200 })),
    );
    const { now: before, peak: start } = residentMb(pid);
    const result = await runLoad(load, "the service", {
      port,
      pid,
      requests,
      connections: CONNECTIONS,
      requestsPerClient: REQUESTS_PER_CLIENT,
      warmUpMs: 500,
      countMs: LOAD_MS,
    });
    const { now, peak } = residentMb(pid);
    return [
      row({
        name: "resident memory under load",
        unit: "MB",
        samples: [peak],
        goal: { max: 150 },
        raw: { "before the load": [before], "at its end": [now], "the most at the start": [start] },
        note:
          `the most from the start of the process to the end of the load; ${start.toFixed(0)} at most before it, ` +
          `${now.toFixed(0)} at its end, after ${requestCount(result)} requests on ${CONNECTIONS} connections`,
      }),
    ];
  } finally {
    await service.stop();
    await load.end();
  }
}

function requestCount({ perSecond }: LoadResult): string {
  return Math.round((perSecond * LOAD_MS) / 1000).toLocaleString("en-US");
}
