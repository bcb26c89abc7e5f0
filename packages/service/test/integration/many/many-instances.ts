/** Several instances of the built service behind a real nginx, on one PostgreSQL and one Redis. */
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { openSigner } from "../../../src/platform/signing-key.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import { findNginx, findPostgres, findRedis } from "../../support/find-programs.js";
import { type Nginx, startNginx } from "../../support/nginx.js";
import { startPostgres } from "../../support/postgres-server.js";
import { fillStores } from "../../support/prepared-folder.js";
import { type RedisServer, startRedis } from "../../support/redis-server.js";
import {
  type Ending,
  eventually,
  logOf,
  originOf,
  type ServiceProcess,
  startPeak,
} from "../../support/service-process.js";
import { simulatorSettings } from "../../support/simulated-life.js";

/** What the suites of many instances cannot do without, where all of it is installed. */
export interface Programs {
  readonly nginx: string;
  readonly postgres: string;
  readonly redis: string;
}

/** @returns `undefined` when one is missing: `tools/prepare-tests.ts` says so */
export function findPrograms(): Programs | undefined {
  const [nginx, postgres, redis] = [findNginx(), findPostgres(), findRedis()];
  if (nginx !== undefined && postgres !== undefined && redis !== undefined) return { nginx, postgres, redis };
  process.stderr.write("nginx, PostgreSQL or Redis is missing: the suites of many instances are skipped\n");
  return undefined;
}

/** One of several built processes behind nginx; a later process at its port takes its place. */
export interface Instance {
  readonly port: number;
  process: ServiceProcess;
}

export interface ManyInstances {
  /** Of nginx: where clients ask. */
  readonly origin: string;
  readonly nginx: Nginx;
  readonly redis: RedisServer;
  readonly simulator: Simulator;
  readonly instances: readonly Instance[];
  /** Starts one at the port of an instance that has ended; resolves when it gives a current answer. */
  begin(instance: Instance): Promise<void>;
  /** SIGTERM, then `begin`. @returns how the old one ended */
  replace(instance: Instance): Promise<Ending>;
  end(): Promise<void>;
}

/** As many as docs/operations.md starts. */
const INSTANCES = 3;

/** Begins with the past of an old installation; resolves when all instances give a current answer. */
export async function startMany(programs: Programs): Promise<ManyInstances> {
  const [postgres, redis, simulator] = await Promise.all([
    startPostgres(programs.postgres),
    startRedis(programs.redis),
    startSimulator(),
  ]);
  const database = postgres.address("postgres");
  const signingKeyFile = join(postgres.folder, "signing-key.pem");
  const stores = openStores(await openPostgres(database));
  await fillStores(stores, Date.now(), await openSigner({ signingKeyFile }));
  await stores.close();
  const settings = {
    DATABASE_URL: database.href,
    REDIS_URL: redis.url.href,
    TRUSTED_PROXIES: "127.0.0.1/32", // nginx; clients of the tests are 127.1.x.y
    SIMULATED_MARKET: "yes",
    BASE_URL: "https://peak.example",
    SIGNING_KEY_FILE: signingKeyFile,
    ...simulatorSettings(simulator),
  };
  const start = (port: number) => startPeak(["serve"], { ...settings, PORT: String(port) });
  const processes = Array.from({ length: INSTANCES }, () => start(0));
  const instances = await Promise.all(
    processes.map(async (process) => ({ port: Number(new URL(await originOf(process)).port), process })),
  );
  const nginx = await startNginx({ program: programs.nginx, instancePorts: instances.map(({ port }) => port) });
  await Promise.all(instances.map(untilReady));
  const begin = async (instance: Instance) => {
    instance.process = start(instance.port);
    await originOf(instance.process);
    await untilReady(instance);
  };
  return {
    origin: nginx.origin,
    nginx,
    redis,
    simulator,
    instances,
    begin,
    async replace(instance) {
      instance.process.child.kill("SIGTERM");
      const ending = await instance.process.ended;
      await begin(instance);
      return ending;
    },
    async end() {
      await nginx.end();
      await Promise.all(instances.map(({ process }) => process.kill()));
      await Promise.all([postgres.end(), redis.end(), simulator.close()]);
    },
  };
}

/** Until an instance shows a score and all rows, whoever has computed them. */
function untilReady({ port }: Instance): Promise<true> {
  return eventually(`instance ${port} with a score`, async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
    return status === 200 || undefined;
  });
}

/**
 * Repeats what needs one limit for all, with another client each time, until no instance had to limit by itself
 * meanwhile: on a machine that stands still for 75 ms they all may.
 */
export async function whileShared<T>(many: ManyInstances, attempt: () => Promise<T>): Promise<T> {
  const turns = () => many.instances.map((each) => turnsOf(each, /^limits are /));
  return eventually("limits that stay shared", async () => {
    const before = turns();
    if (!many.instances.every(isSharing)) return undefined;
    const result = await attempt();
    return isDeepStrictEqual(turns(), before) ? result : undefined;
  });
}

/** Whether an instance's limits are those of all, as its log tells it. */
export function isSharing(instance: Instance): boolean {
  return turnsOf(instance, /^limits are /).at(-1) === "limits are shared";
}

/** The instance that does the jobs, by its own word. */
export function holderOf(instances: readonly Instance[]): Instance | undefined {
  return instances.find((each) => {
    const { exitCode, killed } = each.process.child;
    return turnsOf(each, /^leadership /).at(-1) === "leadership gained" && exitCode === null && !killed;
  });
}

/** What its log has told of one thing, in order. */
function turnsOf({ process }: Instance, sentence: RegExp): readonly string[] {
  return logOf(process).flatMap(({ msg }) => (sentence.test(msg) ? [msg] : []));
}
