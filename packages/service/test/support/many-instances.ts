/** Several instances of the built service behind a real nginx, on one PostgreSQL and one Redis. */
import { isDeepStrictEqual } from "node:util";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { describe } from "vitest";
import { openPostgres } from "../../src/storage/open-postgres.js";
import { findNginx, findPostgres, findRedis } from "./find-programs.js";
import { LiveService } from "./live-service.js";
import { freePort } from "./loopback.js";
import { type Nginx, startNginx } from "./nginx.js";
import { startPostgres } from "./postgres-server.js";
import { type RedisServer, startRedis } from "./redis-server.js";
import { eventually } from "./service-process.js";
import { storePast } from "./simulated-past.js";
import { pastSettings } from "./temp-postgres.js";

const [nginx = "", postgres = "", redis = ""] = [findNginx(), findPostgres(), findRedis()];
const isMissing = [nginx, postgres, redis].includes("");
if (isMissing)
  process.stderr.write("nginx, PostgreSQL or Redis is missing: the suites of many instances are skipped\n");

/** `describe` if all of these are installed, otherwise a visible skip; `tools/prepare-tests.ts` then says so. */
export const describeMany = describe.skipIf(isMissing);

export interface ManyInstances {
  /** The address of nginx, for clients. */
  readonly origin: string;
  readonly nginx: Nginx;
  readonly redis: RedisServer;
  readonly market: Simulator;
  /** As many as docs/operations.md starts, each with a fixed port. */
  readonly instances: readonly LiveService[];
  end(): Promise<void>;
}

/** Begins with the past of an old installation; resolves when all instances serve current data. */
export async function startMany(): Promise<ManyInstances> {
  const [database, limits, market] = await Promise.all([startPostgres(postgres), startRedis(redis), startSimulator()]);
  const { address } = database;
  const opened = await openPostgres(address);
  await storePast(opened.db, Date.now());
  await opened.close();
  const settings = {
    ...pastSettings(address),
    REDIS_URL: limits.url.href,
    TRUSTED_PROXIES: "127.0.0.1/32", // nginx; clients of the tests are 127.1.x.y
    BASE_URL: "https://peak.example",
  };
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const instances = ports.map((port) => new LiveService({ ...settings, PORT: `${port}` }, market));
  await Promise.all(instances.map(begin));
  const proxy = await startNginx(nginx, ports);
  return {
    origin: proxy.origin,
    nginx: proxy,
    redis: limits,
    market,
    instances,
    async end() {
      await proxy.end();
      await Promise.all(instances.map((each) => each.end()));
      await Promise.all([database.end(), limits.end()]);
    },
  };
}

/** Starts an instance; resolves when it shows a score and all rows, computed by any instance. */
export async function begin(instance: LiveService): Promise<void> {
  await instance.start();
  await instance.until200("/readyz");
}

/**
 * Repeats a test that needs a shared limit, each time with a new client, until no instance counted on its own
 * meanwhile. On a machine that stalls for 75 ms, any instance may.
 */
export async function whileShared<T>({ instances }: ManyInstances, attempt: () => Promise<T>): Promise<T> {
  return eventually("limits that stay shared", async () => {
    const before = instances.map(limitsOf);
    if (!instances.every(isSharing)) return undefined;
    const result = await attempt();
    return isDeepStrictEqual(instances.map(limitsOf), before) ? result : undefined;
  });
}

/** Whether an instance shares its limits, by its log. */
export function isSharing(instance: LiveService): boolean {
  return limitsOf(instance).at(-1) === "limits are shared";
}

function limitsOf(instance: LiveService): readonly string[] {
  return instance.log().flatMap(({ msg }) => (msg.startsWith("limits are ") ? [msg] : []));
}
