/** What limits in Redis cost, compared with limits in memory. */

import { findRedis } from "../../packages/service/test/support/find-programs.js";
import { type RedisServer, startRedis } from "../../packages/service/test/support/redis-server.js";
import { type Child, startChild } from "../child-process.js";
import { type LoadResult, type MeasuredServer, measureInTurn } from "../load.js";
import { type PreparedData, type Service, startService } from "../service.js";
import { pairedRatios, quantile } from "../statistics.js";
import { formatFigure, type Row, row } from "../table.js";

const PATH = "/api/public/nhci/history";
const ROUNDS = { rounds: 10, connections: 32, countMs: 1000 };
/** One at a time: nothing can share a round trip. */
const ONE_CONNECTION = { rounds: 3, connections: 1, countMs: 500 };

/** One instance with its limits in Redis against the same with its limits in memory. Nothing without a Redis. */
export async function sharedLimitRows({ copy }: PreparedData): Promise<Row[]> {
  const program = findRedis();
  if (program === undefined) return [];
  const redis = await startRedis(program);
  const ends: (() => Promise<void>)[] = [() => redis.end()];
  const start = async (settings: Readonly<Record<string, string>>): Promise<Service> => {
    const service = await startService({ ...copy(), TRUSTED_PROXIES: "127.0.0.1", ...settings });
    ends.push(() => service.stop());
    await service.until(PATH);
    return service;
  };
  try {
    const { child: load } = await startChild("load-generator");
    ends.push(() => load.end());
    const memory = await start({});
    const shared = await start({ REDIS_URL: redis.url.href });
    return [...(await throughput(load, { memory, shared })), await roundTrips(load, shared, redis)];
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function throughput(load: Child, services: Readonly<Record<"memory" | "shared", Service>>): Promise<Row[]> {
  const { memory, shared } = services;
  const results = await measureInTurn(load, { memory: measured(memory), shared: measured(shared) }, ROUNDS);
  const perSecond = (name: "memory" | "shared") => results[name].map((each) => each.perSecond);
  return [
    row({
      name: "limits in Redis / in memory",
      unit: "ratio",
      samples: pairedRatios(perSecond("shared"), perSecond("memory")),
      raw: { memory: perSecond("memory"), shared: perSecond("shared") },
      note:
        `${formatFigure(median(results.shared, "perSecond"))} / ${formatFigure(median(results.memory, "perSecond"))} answers a second ` +
        `of one instance, on 32 connections; ${formatFigure(median(results.shared, "cpuMicros"))} / ` +
        `${formatFigure(median(results.memory, "cpuMicros"))} us of its CPU for an answer`,
    }),
  ];
}

/** By Redis's own count of calls, one connection and many. */
async function roundTrips(load: Child, service: Service, redis: RedisServer): Promise<Row> {
  const samples: number[] = [];
  for (const rounds of [ONE_CONNECTION, { ...ONE_CONNECTION, connections: 32 }]) {
    await redis.ask(["CONFIG", "RESETSTAT"]);
    await measureInTurn(load, { shared: measured(service) }, rounds);
    const stats = String(await redis.ask(["INFO", "commandstats"]));
    samples.push((callsOf(stats, "evalsha") + callsOf(stats, "eval")) / callsOf(stats, "get"));
  }
  return row({
    name: "Redis round trips a request",
    unit: "trips",
    samples: samples.slice(0, 1),
    goal: { max: 1 },
    raw: { "32 connections": samples.slice(1) },
    note: `on one connection; on 32 connections ${formatFigure(samples[1] ?? Number.NaN)}, one a request as well`,
  });
}

/** The script reads one key a request, so reads are requests. */
function callsOf(stats: string, command: string): number {
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
}

function measured(service: Service): MeasuredServer {
  return { ...service, request: { path: PATH, headers: [], status: 200 } };
}

function median(results: readonly LoadResult[], name: "perSecond" | "cpuMicros"): number {
  return quantile(results.map((each) => each[name]).filter(Number.isFinite), 0.5);
}
