import { findRedis } from "../../test/support/find-redis.js";
import { type RedisServer, startRedis } from "../../test/support/redis-server.js";
import { type Child, startChild } from "./child.js";
import type { Installation } from "./installation.js";
import { alternate } from "./lanes.js";
import type { LoadResult } from "./load-order.js";
import { type Row, row } from "./row.js";
import { type Service, startService } from "./service.js";
import { pairwise, quantile } from "./statistics.js";
import { figure } from "./table.js";

const PATH = "/api/public/nhci/history";
const ROUNDS = { rounds: 10, connections: 32, countMs: 1000 };
/** One at a time: nothing can share a round trip. */
const SINGLE = { rounds: 3, connections: 1, countMs: 500 };

/** One instance with its limits in Redis against the same with its limits in memory. Nothing without a Redis. */
export async function sharedLimitRows({ copy }: Installation): Promise<Row[]> {
  const program = findRedis();
  if (program === undefined) return [];
  const redis = await startRedis(program);
  const ends: (() => Promise<void>)[] = [() => redis.end()];
  const started = async (settings: Readonly<Record<string, string>>): Promise<Service> => {
    const service = await startService({ ...copy(), TRUSTED_PROXIES: "127.0.0.1", ...settings });
    ends.push(() => service.stop());
    await service.until(PATH);
    return service;
  };
  try {
    const { child: load } = await startChild("load");
    ends.push(() => load.end());
    const memory = await started({});
    const shared = await started({ REDIS_URL: redis.url.href });
    return [...(await throughput(load, { memory, shared })), await roundTrips(load, shared, redis)];
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function throughput(load: Child, services: Readonly<Record<"memory" | "shared", Service>>): Promise<Row[]> {
  const { memory, shared } = services;
  const results = await alternate(load, { memory: laneOf(memory), shared: laneOf(shared) }, ROUNDS);
  const perSecond = (name: "memory" | "shared") => results[name].map((each) => each.perSecond);
  return [
    row({
      name: "limits in Redis / in memory",
      unit: "ratio",
      samples: pairwise(perSecond("shared"), perSecond("memory")),
      raw: { memory: perSecond("memory"), shared: perSecond("shared") },
      note:
        `${figure(middle(results.shared, "perSecond"))} / ${figure(middle(results.memory, "perSecond"))} answers a second ` +
        `of one instance, on 32 connections; ${figure(middle(results.shared, "cpuMicros"))} / ` +
        `${figure(middle(results.memory, "cpuMicros"))} us of its CPU for an answer`,
    }),
  ];
}

/** By Redis's own count of calls, one connection and many. */
async function roundTrips(load: Child, service: Service, redis: RedisServer): Promise<Row> {
  const samples: number[] = [];
  for (const rounds of [SINGLE, { ...SINGLE, connections: 32 }]) {
    await redis.ask(["CONFIG", "RESETSTAT"]);
    await alternate(load, { shared: laneOf(service) }, rounds);
    const stats = String(await redis.ask(["INFO", "commandstats"]));
    samples.push((callsOf(stats, "evalsha") + callsOf(stats, "eval")) / callsOf(stats, "get"));
  }
  return row({
    name: "Redis round trips a request",
    unit: "trips",
    samples: samples.slice(0, 1),
    goal: { most: 1 },
    raw: { "32 connections": samples.slice(1) },
    note: `on one connection; on 32 connections ${figure(samples[1] ?? Number.NaN)}, since requests of one moment share a trip`,
  });
}

/** The script reads one key a request, so reads are requests. */
function callsOf(stats: string, command: string): number {
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
}

function laneOf(service: Service) {
  return { ...service, target: { path: PATH, lines: [], status: 200 } };
}

function middle(results: readonly LoadResult[], name: "perSecond" | "cpuMicros"): number {
  return quantile(results.map((each) => each[name]).filter(Number.isFinite), 0.5);
}
