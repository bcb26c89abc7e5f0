import { SOURCE_NAMES } from "../../dist/src/sources/all.js";
import { type Baseline, copyAnswer, laneOf, startServer } from "./baseline.js";
import { type Child, startChild } from "./child.js";
import { againstBare, cpuRatio, unchangedRows } from "./comparison.js";
import type { Installation } from "./installation.js";
import { alternate } from "./lanes.js";
import { entityTag } from "./recorded.js";
import { type Row, row } from "./row.js";
import { startService } from "./service.js";
import { quantile } from "./statistics.js";
import { figure } from "./table.js";

const ENDPOINTS = [
  { name: "nhci", path: "/api/public/nhci" },
  { name: "history", path: "/api/public/nhci/history" },
] as const;

const ROUNDS = { rounds: 10, connections: 32, countMs: 1000 };

/** A start may be slow for the life of its process: what V8 has optimized depends on when it collects garbage. */
const STARTS = 10;
/** Many short rounds: the noise of a shared machine lasts for seconds, and then falls on both servers of a pair. */
const START_ROUNDS = { rounds: 20, connections: 32, countMs: 100 };

/** Load before a start is measured: V8 compiles for some seconds, and the bare server has done so long ago. */
const COMPILE_MS = 3000;

/** Without sources the figures stand still: a new price would change the bytes and the tag under the baseline. */
const STILL = { UPSTREAMS_DISABLED: SOURCE_NAMES.join(",") };

interface Equipment extends Baseline {
  readonly load: Child;
}

type Endpoint = (typeof ENDPOINTS)[number];

/** Both hot endpoints against a bare server that writes the same bytes, and 304 against 200. */
export async function httpRows({ settings }: Installation): Promise<Row[]> {
  const load = (await startChild("load")).child;
  const equipment = { load, bare: await startServer("bare-server"), twin: await startServer("bare-server") };
  const rows: Row[] = [];
  try {
    for (const endpoint of ENDPOINTS) rows.push(...(await behindProxy(equipment, settings, endpoint)));
    rows.push(await worstStart(equipment, settings, ENDPOINTS[0]));
    for (const endpoint of ENDPOINTS) rows.push(...(await withoutProxy(equipment, settings, endpoint)));
    return rows;
  } finally {
    const { bare, twin } = equipment;
    await Promise.all([load, bare.child, twin.child].map((child) => child.end()));
  }
}

/** The whole service behind a trusted proxy: it reads `X-Forwarded-For` of every request. */
async function behindProxy(
  { load, ...baseline }: Equipment,
  settings: Installation["settings"],
  { name, path }: Endpoint,
): Promise<Row[]> {
  const service = await startService({ ...settings, ...STILL, TRUSTED_PROXIES: "127.0.0.1" });
  try {
    await service.until("/readyz");
    const tag = `If-None-Match: ${entityTag(await copyAnswer(baseline, service.port, path))}`;
    const whole = { path, lines: [], status: 200 };
    const lanes = {
      bare: laneOf(baseline.bare, whole),
      twin: laneOf(baseline.twin, whole),
      peak: { ...service, target: whole },
      unchanged: { ...service, target: { path, lines: [tag], status: 304 } },
    };
    const results = await alternate(load, lanes, ROUNDS);
    return [...againstBare(`${name} / bare, behind a proxy`, results), ...unchangedRows(name, results)];
  } finally {
    await service.stop();
  }
}

/** The worst of several starts, each by the median of its rounds in turns with the bare server. */
async function worstStart(
  { load, ...baseline }: Equipment,
  settings: Installation["settings"],
  { name, path }: Endpoint,
): Promise<Row> {
  const starts: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const service = await startService({ ...settings, ...STILL, TRUSTED_PROXIES: "127.0.0.1" });
    try {
      await service.until("/readyz");
      await copyAnswer(baseline, service.port, path);
      const whole = { path, lines: [], status: 200 };
      const lanes = { bare: laneOf(baseline.bare, whole), peak: { ...service, target: whole } };
      await alternate(load, { peak: lanes.peak }, { ...START_ROUNDS, rounds: 1, countMs: COMPILE_MS });
      starts.push(cpuRatio(await alternate(load, lanes, START_ROUNDS)));
    } finally {
      await service.stop();
    }
  }
  return row({
    name: `${name} / bare, worst of ${STARTS} starts, by CPU time`,
    unit: "ratio",
    samples: [Math.min(...starts)],
    goal: { least: 0.9 },
    raw: { starts },
    note: `behind a proxy; the median start is at ${figure(quantile(starts, 0.5))}`,
  });
}

/** The service's HTTP side alone, without trusted proxies. */
async function withoutProxy(
  { load, ...baseline }: Equipment,
  settings: Installation["settings"],
  { name, path }: Endpoint,
): Promise<Row[]> {
  const server = await startServer("direct-server", [settings["DATA_DIR"] ?? ""]);
  try {
    await copyAnswer(baseline, server.port, path);
    const whole = { path, lines: [], status: 200 };
    const lanes = { bare: laneOf(baseline.bare, whole), peak: laneOf(server, whole) };
    return againstBare(`${name} / bare, no proxy`, await alternate(load, lanes, ROUNDS));
  } finally {
    await server.child.end();
  }
}
