/** Current score and history against a bare server that writes the same bytes: behind a proxy, and over ten starts. */

import { SOURCE_NAMES } from "../../packages/service/src/sources/all.js";
import { type Baseline, copyResponse, entityTag, measured, startServer } from "../bare-server.js";
import { type Child, startChild } from "../child-process.js";
import { type LoadResult, measureInTurn } from "../load.js";
import { type PreparedData, startService } from "../service.js";
import { noiseOf, pairedRatios, quantile } from "../statistics.js";
import { formatFigure, type Row, row } from "../table.js";

const ENDPOINTS = [
  { name: "nhci", path: "/api/public/nhci" },
  { name: "history", path: "/api/public/nhci/history" },
] as const;

const GOAL = { min: 0.95 };
const ROUNDS = { rounds: 10, connections: 32, countMs: 1000 };

/** A start may be slow for the life of its process: what V8 has optimized depends on when it collects garbage. */
const STARTS = 10;
/** Many short rounds: the noise of a shared machine lasts for seconds, and then falls on both servers of a pair. */
const START_ROUNDS = { rounds: 20, connections: 32, countMs: 100 };
const START_GOAL = { min: 0.9 };

/** Load before a start is measured: V8 compiles for some seconds, and the bare server has done so long ago. */
const COMPILE_MS = 3000;

/** Without sources the figures stand still: a new price would change the bytes and the tag under the baseline. */
const NO_SOURCES = { UPSTREAMS_DISABLED: SOURCE_NAMES.join(",") };

interface Processes extends Baseline {
  readonly load: Child;
}

type Endpoint = (typeof ENDPOINTS)[number];

/** The results of one server, one a round. */
type Results = readonly LoadResult[];

const perSecond = (result: LoadResult) => result.perSecond;
const cpuMicros = (result: LoadResult) => result.cpuMicros;
const cpuShare = (result: LoadResult) => result.cpuShare;

/** Both hot endpoints against a bare server that writes the same bytes, and 304 against 200. */
export async function hotEndpointRows({ settings }: PreparedData): Promise<Row[]> {
  const load = (await startChild("load-generator")).child;
  const processes = { load, bare: await startServer("bare-server"), twin: await startServer("bare-server") };
  const rows: Row[] = [];
  try {
    for (const endpoint of ENDPOINTS) rows.push(...(await behindProxy(processes, settings, endpoint)));
    rows.push(await worstStart(processes, settings, ENDPOINTS[0]));
    return rows;
  } finally {
    const { bare, twin } = processes;
    await Promise.all([load, bare.child, twin.child].map((child) => child.end()));
  }
}

/** The whole service behind a trusted proxy: it reads `X-Forwarded-For` of every request. */
async function behindProxy(
  { load, ...baseline }: Processes,
  settings: PreparedData["settings"],
  { name, path }: Endpoint,
): Promise<Row[]> {
  const service = await startService({ ...settings, ...NO_SOURCES, TRUSTED_PROXIES: "127.0.0.1" });
  try {
    await service.until("/readyz");
    const tag = `If-None-Match: ${entityTag(await copyResponse(baseline, service.port, path))}`;
    const whole = { path, headers: [], status: 200 };
    const servers = {
      bare: measured(baseline.bare, whole),
      twin: measured(baseline.twin, whole),
      peak: { ...service, request: whole },
      unchanged: { ...service, request: { path, headers: [tag], status: 304 } },
    };
    const results = await measureInTurn(load, servers, ROUNDS);
    return [...againstBare(`${name} / bare, behind a proxy`, results), ...unchangedRows(name, results)];
  } finally {
    await service.stop();
  }
}

/** The worst of several starts, each by the median of its rounds in turns with the bare server. */
async function worstStart(
  { load, ...baseline }: Processes,
  settings: PreparedData["settings"],
  { name, path }: Endpoint,
): Promise<Row> {
  const starts: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const service = await startService({ ...settings, ...NO_SOURCES, TRUSTED_PROXIES: "127.0.0.1" });
    try {
      await service.until("/readyz");
      await copyResponse(baseline, service.port, path);
      const whole = { path, headers: [], status: 200 };
      const servers = { bare: measured(baseline.bare, whole), peak: { ...service, request: whole } };
      await measureInTurn(load, { peak: servers.peak }, { ...START_ROUNDS, rounds: 1, countMs: COMPILE_MS });
      const { bare, peak } = await measureInTurn(load, servers, START_ROUNDS);
      starts.push(quantile(pairedRatios(bare.map(cpuMicros), peak.map(cpuMicros)), 0.5));
    } finally {
      await service.stop();
    }
  }
  return row({
    name: `${name} / bare, worst of ${STARTS} starts, by CPU time`,
    unit: "ratio",
    samples: [Math.min(...starts)],
    goal: START_GOAL,
    raw: { starts },
    note: `behind a proxy; the median start is at ${formatFigure(quantile(starts, 0.5))}`,
  });
}

/** The same comparison twice: by answers a second, and by what a server's process spends on one. */
function againstBare(name: string, { peak, bare }: Readonly<Record<"peak" | "bare", Results>>): Row[] {
  const share = Math.min(median(peak, cpuShare), median(bare, cpuShare));
  return [
    row({
      name,
      unit: "ratio",
      samples: speedRatios(peak, bare),
      goal: GOAL,
      raw: { bare: bare.map(perSecond), peak: peak.map(perSecond) },
      note:
        `${formatFigure(median(peak, perSecond))} / ${formatFigure(median(bare, perSecond))} answers a second; ` +
        `the less busy server had ${(100 * share).toFixed(0)} % of a core`,
    }),
    row({
      name: `${name}, by CPU time`,
      unit: "ratio",
      samples: pairedRatios(bare.map(cpuMicros), peak.map(cpuMicros)),
      goal: GOAL,
      raw: { bare: finite(bare, cpuMicros), peak: finite(peak, cpuMicros) },
      note:
        `${formatFigure(median(bare, cpuMicros))} us of CPU for an answer of the bare server, ` +
        `${formatFigure(median(peak, cpuMicros))} us for one of the service`,
    }),
  ];
}

/** 304 against 200, and the noise that is allowed for. */
function unchangedRows(
  name: string,
  { bare, twin, peak, unchanged }: Readonly<Record<"bare" | "twin" | "peak" | "unchanged", Results>>,
): Row[] {
  const noise = noiseOf(speedRatios(twin, bare));
  return [
    row({
      name: `${name} 304 / 200`,
      unit: "ratio",
      samples: speedRatios(unchanged, peak),
      goal: { min: 1 },
      allowance: noise,
      raw: { 304: unchanged.map(perSecond), 200: peak.map(perSecond) },
      note:
        `${formatFigure(median(unchanged, cpuMicros))} us of CPU for a 304, ` +
        `${formatFigure(median(peak, cpuMicros))} us for a 200; ` +
        `met also when short by the noise, ${noise.toFixed(3)}: the middle half of the row below`,
    }),
    row({
      name: `noise: bare / bare (${name})`,
      unit: "ratio",
      samples: speedRatios(twin, bare),
      note: "two processes of the same bare server, measured like the others",
    }),
  ];
}

function speedRatios(numerators: Results, denominators: Results): number[] {
  return pairedRatios(numerators.map(perSecond), denominators.map(perSecond));
}

function median(results: Results, read: (each: LoadResult) => number): number {
  return quantile(finite(results, read), 0.5);
}

function finite(results: Results, read: (each: LoadResult) => number): number[] {
  return results.map(read).filter(Number.isFinite);
}
