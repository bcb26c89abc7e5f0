import { startChild } from "./child.js";
import type { Installation } from "./installation.js";
import { expectNothingElse } from "./lanes.js";
import type { LoadOrder, LoadResult } from "./load-order.js";
import { residentMb } from "./proc.js";
import { type Row, row } from "./row.js";
import { startService } from "./service.js";

const LOAD_MS = 20_000;
const CONNECTIONS = 200;
/** Two: the second request of a client is what takes an exact log, so that all the limiter's memory is in use. */
const ASKS = 2;
const PATHS = ["/api/public/nhci", "/api/public/nhci/history"];
const ENCODINGS = ["br", "gzip", "identity"];

/** Resident memory of the whole service, jobs included, under load on both endpoints from some 400,000 addresses. */
export async function memoryRows(installation: Installation): Promise<Row[]> {
  const load = (await startChild("load")).child;
  const service = await startService({ ...installation.settings, TRUSTED_PROXIES: "127.0.0.1" });
  try {
    await service.until("/readyz");
    const { port, pid } = service;
    const targets = PATHS.flatMap((path) =>
      ENCODINGS.map((encoding) => ({ path, lines: [`Accept-Encoding: ${encoding}`], status: 200 })),
    );
    const order: LoadOrder = {
      port,
      pid,
      targets,
      connections: CONNECTIONS,
      asks: ASKS,
      warmMs: 500,
      countMs: LOAD_MS,
    };
    const { now: before, peak: start } = residentMb(pid);
    const result = await load.ask<LoadResult>(order);
    expectNothingElse("the service", result);
    const { now, peak } = residentMb(pid);
    return [
      row({
        name: "resident memory under load",
        unit: "MB",
        samples: [peak],
        goal: { most: 150 },
        raw: { "before the load": [before], "at its end": [now], "the most at the start": [start] },
        note:
          `the most from the start of the process to the end of the load; ${start.toFixed(0)} at most before it, ` +
          `${now.toFixed(0)} at its end, after ${requests(result)} requests on ${CONNECTIONS} connections`,
      }),
    ];
  } finally {
    await service.stop();
    await load.end();
  }
}

function requests({ perSecond }: LoadResult): string {
  return Math.round((perSecond * LOAD_MS) / 1000).toLocaleString("en-US");
}
