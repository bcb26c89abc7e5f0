import { join } from "node:path";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import type { OpenDatabase } from "../../src/storage/database.js";
import { openPostgres } from "../../src/storage/open-postgres.js";
import { findPostgres } from "./find-postgres.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";

const bin = findPostgres();
if (bin === undefined)
  process.stderr.write("PostgreSQL is missing: its suites are skipped (apt-get install postgresql)\n");

/** `describe` where PostgreSQL is installed, else a visible skip. In continuous integration the house test of needs fails then. */
export const describePostgres = describe.skipIf(bin === undefined);

/** Made once a server; a copy of it takes a third of the time that migrations take. */
const TEMPLATE = "peak_template";

/** One server for all tests of a file, and databases on it for single tests. */
export interface TempPostgres {
  readonly server: PostgresServer;
  /** The path of one of PostgreSQL's own programs, e.g. `pg_dump`. */
  program(name: string): string;
  /** A database without any table, dropped after the test. */
  empty(): Promise<URL>;
  /** A database with empty tables, dropped after the test. */
  prepared(): Promise<URL>;
  /** The same, open; closed after the test. */
  open(): Promise<OpenDatabase>;
}

/** Called at the top of a file: the server runs from the first test to the last. @param settings of postgresql.conf */
export function tempPostgres(settings?: string): TempPostgres {
  let server: PostgresServer | undefined;
  let count = 0;
  const running = () => {
    if (server === undefined) throw new Error("the server runs in tests only");
    return server;
  };
  beforeAll(async () => {
    if (bin === undefined) return;
    server = await startPostgres(bin, settings);
    await server.ask("postgres", `create database ${TEMPLATE}`);
    await (await openPostgres(server.address(TEMPLATE))).close();
  });
  afterAll(() => server?.end());
  const create = async (template: string) => {
    const [here, name] = [running(), `peak_${++count}`];
    await here.ask("postgres", `create database ${name} template ${template} strategy file_copy`);
    onTestFinished(async () => {
      await here.ask("postgres", `drop database ${name} with (force)`);
    });
    return here.address(name);
  };
  const opened = async (address: URL) => {
    const database = await openPostgres(address);
    onTestFinished(() => database.close());
    return database;
  };
  return {
    get server() {
      return running();
    },
    program: (name) => join(bin ?? "", name),
    empty: () => create("template1"),
    prepared: () => create(TEMPLATE),
    open: async () => opened(await create(TEMPLATE)),
  };
}
