import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Instant } from "peak-cycle-model";
import { afterAll, beforeAll, describe, inject, onTestFinished } from "vitest";
import { newestRowDay } from "../../src/domain/history.js";
import type { OpenDatabase } from "../../src/storage/database.js";
import { openPostgres } from "../../src/storage/open-postgres.js";
import { findPostgres } from "./find-programs.js";
import { newFolder } from "./made-once.js";
import { type PostgresClient, type PostgresServer, postgresClient, startPostgres } from "./postgres-server.js";
import { fillStores } from "./prepared-folder.js";
import type { Settings } from "./service-process.js";
import { writePastKey } from "./test-signer.js";

const bin = findPostgres();
if (bin === undefined)
  process.stderr.write("PostgreSQL is missing: its suites are skipped (apt-get install postgresql)\n");

/** `describe` where PostgreSQL is installed, else a visible skip; `tools/prepare-tests.ts` says so. */
export const describePostgres = describe.skipIf(bin === undefined);

/** Made once a server; a copy of it takes a third of the time that migrations take. */
const TEMPLATE = "peak_template";

/** Databases for single tests, on a server. */
interface TempPostgres<Server extends PostgresClient> {
  readonly server: Server;
  /** The path of one of PostgreSQL's own programs, e.g. `pg_dump`. */
  program(name: string): string;
  /** A database without any table, dropped after the test. */
  empty(): Promise<URL>;
  /** A database with empty tables, dropped after the test. */
  prepared(): Promise<URL>;
  /** The same, open, for tests that change no table itself: it is emptied after the test and serves the next one. */
  open(): Promise<OpenDatabase>;
  /** A database with what an installation that began long ago has stored by a moment, dropped after the test. */
  withPast(at: number): Promise<URL>;
}

/** Settings of a service that goes on with the past of `withPast`. @param address of its database */
export function pastSettings(address: URL): Settings {
  const SIGNING_KEY_FILE = join(newFolder(), "signing-key.pem");
  writePastKey(SIGNING_KEY_FILE);
  return { DATABASE_URL: address.href, SIGNING_KEY_FILE };
}

/** Makes the template of `prepared` and `open`. */
export async function prepareTemplate(server: PostgresClient): Promise<void> {
  await server.ask("postgres", `create database ${TEMPLATE}`);
  await (await openPostgres(server.address(TEMPLATE))).close();
}

/** Databases on the server that all files of a run share, for tests that leave it alone. */
export function tempPostgres(): TempPostgres<PostgresClient> {
  return databasesOn(() => postgresClient(new URL(inject("postgres") ?? "")));
}

/** A server of the file's own, from its first test to the last. @param settings of postgresql.conf */
export function ownPostgres(settings?: string): TempPostgres<PostgresServer> {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (bin === undefined) return;
    server = await startPostgres(bin, settings);
    await prepareTemplate(server);
  });
  afterAll(() => server?.end());
  return databasesOn(() => {
    if (server === undefined) throw new Error("the server runs in tests only");
    return server;
  });
}

function databasesOn<S extends PostgresClient>(running: () => S): TempPostgres<S> {
  const templates = new Map<string, Promise<void>>();
  const emptied: URL[] = [];
  const createFrom = async (template: string) => {
    const [server, name] = [running(), `peak_${randomBytes(6).toString("hex")}`];
    await server.ask("postgres", `create database ${name} template ${template} strategy file_copy`);
    return server.address(name);
  };
  const create = async (template: string) => {
    const address = await createFrom(template);
    onTestFinished(async () => {
      await running().ask("postgres", `drop database ${address.pathname.slice(1)} with (force)`);
    });
    return address;
  };
  return {
    get server() {
      return running();
    },
    program: (name) => join(bin ?? "", name),
    empty: () => create("template1"),
    prepared: () => create(TEMPLATE),
    async open() {
      const address = emptied.pop() ?? (await createFrom(TEMPLATE));
      const database = await openPostgres(address);
      onTestFinished(async () => {
        await database.close();
        await empty(running(), address);
        emptied.push(address);
      });
      return database;
    },
    async withPast(at) {
      const name = `peak_past_${newestRowDay(at as Instant)}`;
      const template = templates.get(name) ?? makePast(running(), name, at);
      templates.set(name, template);
      await template;
      return create(name);
    },
  };
}

/** Removes every row. */
async function empty(server: PostgresClient, address: URL): Promise<void> {
  await server.ask(
    address.pathname.slice(1),
    "set session_replication_role = replica", // no foreign keys
    // Of few rows this takes a tenth of the time that a truncate takes, which makes new files.
    `do $$ declare name text; begin
       for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
         execute format('delete from %I', name);
       end loop; end $$`,
  );
}

/** Filled by the first test that needs it, for all files that use the server: a copy takes a tenth of the time. */
async function makePast(server: PostgresClient, name: string, at: number): Promise<void> {
  const isThere = async () =>
    (await server.ask("postgres", `select 1 from pg_database where datname = '${name}'`)).length > 0;
  if (await isThere()) return;
  const draft = `${name}_${process.pid}`;
  await server.ask("postgres", `create database ${draft} template ${TEMPLATE}`);
  const opened = await openPostgres(server.address(draft));
  await fillStores(opened.queries, at);
  await opened.close();
  try {
    await server.ask("postgres", `alter database ${draft} rename to ${name}`);
  } catch (error) {
    if (!(await isThere())) throw error;
    await server.ask("postgres", `drop database ${draft}`); // another file was quicker
  }
}
