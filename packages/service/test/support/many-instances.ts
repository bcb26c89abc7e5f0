import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { openSigner } from "../../src/platform/signing-key.js";
import { openPostgres } from "../../src/storage/open-postgres.js";
import { openStores } from "../../src/storage/stores.js";
import { findNginx, findPostgres, findRedis } from "./find-programs.js";
import { type Nginx, startNginx } from "./nginx.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";
import { fillStores } from "./prepared-folder.js";
import { type RedisServer, startRedis } from "./redis-server.js";
import { type Ending, eventually, logOf, originOf, type ServiceProcess, startPeak } from "./service-process.js";
import { simulatorSettings } from "./simulated-life.js";

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

/** PostgreSQL with the past of an old installation, Redis, and a simulated market. */
export interface Backing {
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly simulator: Simulator;
  /** What an instance needs to use them. */
  readonly settings: Readonly<Record<string, string>>;
  rows(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  end(): Promise<void>;
}

/** Its name on the server. */
const DATABASE = "peak";

/** @param at the moment up to which the past is stored, in ms since 1970 */
async function startBacking(programs: Programs, at: number): Promise<Backing> {
  const [postgres, redis, simulator] = await Promise.all([
    startPostgres(programs.postgres),
    startRedis(programs.redis),
    startSimulator(),
  ]);
  await postgres.ask("postgres", `create database ${DATABASE}`);
  const address = postgres.address(DATABASE);
  const stores = openStores(await openPostgres(address));
  const signingKeyFile = join(postgres.folder, "signing-key.pem");
  await fillStores(stores, at, await openSigner({ signingKeyFile }));
  await stores.close();
  return {
    postgres,
    redis,
    simulator,
    settings: {
      DATABASE_URL: address.href,
      REDIS_URL: redis.url.href,
      TRUSTED_PROXIES: "127.0.0.1/32", // nginx; clients of the tests are 127.1.x.y
      SIMULATED_MARKET: "yes",
      BASE_URL: "https://peak.example",
      SIGNING_KEY_FILE: signingKeyFile,
      ...simulatorSettings(simulator),
    },
    rows: (sql) => postgres.ask(DATABASE, sql),
    async end() {
      await Promise.all([postgres.end(), redis.end(), simulator.close()]);
    },
  };
}

/** One of several built processes behind nginx; a later process at its port takes its place. */
export interface Instance {
  readonly port: number;
  process: ServiceProcess;
}

/** Several instances of the built service behind a real nginx. */
export interface ManyInstances extends Backing {
  /** Of nginx: where clients ask. */
  readonly origin: string;
  readonly nginx: Nginx;
  readonly instances: readonly Instance[];
  /**
   * Starts one at the port of an instance that has ended; resolves when it gives a current answer.
   */
  begin(instance: Instance): Promise<void>;
  /** SIGTERM, then `begin`. @returns how the old one ended */
  replace(instance: Instance): Promise<Ending>;
}

/** As many as docs/operations.md starts. */
const INSTANCES = 3;

/** Resolves when all of them give a current answer. */
export async function startMany(programs: Programs): Promise<ManyInstances> {
  const backing = await startBacking(programs, Date.now());
  const start = (port: number) => startPeak(["serve"], { ...backing.settings, PORT: String(port) });
  const processes = Array.from({ length: INSTANCES }, () => start(0));
  const instances = await Promise.all(processes.map(begun));
  const nginx = await startNginx({
    program: programs.nginx,
    instancePorts: instances.map(({ port }) => port),
  });
  await Promise.all(instances.map(({ port }) => untilReady(port)));
  const begin = async (instance: Instance) => {
    instance.process = start(instance.port);
    await originOf(instance.process);
    await untilReady(instance.port);
  };
  return {
    ...backing,
    origin: nginx.origin,
    nginx,
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
      await backing.end();
    },
  };
}

/**
 * Repeats what needs one limit for all, with another client each time, until no instance had to limit by itself
 * meanwhile: on a machine that stands still for 75 ms they all may.
 */
export async function whileShared<T>(many: ManyInstances, attempt: () => Promise<T>): Promise<T> {
  const turns = () => many.instances.map(({ process }) => limitTurns(process));
  return eventually("limits that stay shared", async () => {
    const before = turns();
    if (!before.every((each) => each.at(-1) === "limits are shared")) return undefined;
    const result = await attempt();
    return isDeepStrictEqual(turns(), before) ? result : undefined;
  });
}

/** Whether an instance's limits are those of all, as its log tells it. */
export function isSharing({ process }: Instance): boolean {
  return limitTurns(process).at(-1) === "limits are shared";
}

function limitTurns(process: ServiceProcess): readonly string[] {
  return logOf(process)
    .map(({ msg }) => msg)
    .filter((msg) => msg.startsWith("limits are "));
}

/** The instance that does the jobs, by its own word. */
export function holderOf<T extends Pick<Instance, "process">>(instances: readonly T[]): T | undefined {
  return instances.find(({ process }) => {
    const turns = logOf(process).filter(({ msg }) => msg === "leadership gained" || msg === "leadership lost");
    return turns.at(-1)?.msg === "leadership gained" && process.child.exitCode === null && !process.child.killed;
  });
}

async function begun(process: ServiceProcess): Promise<Instance> {
  return { port: Number(new URL(await originOf(process)).port), process };
}

/** Until an instance shows a score and all rows, whoever has computed them. */
function untilReady(port: number): Promise<true> {
  return eventually(`instance ${port} with a score`, async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
    return status === 200 || undefined;
  });
}
