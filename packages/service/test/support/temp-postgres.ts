import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject, onTestFinished } from "vitest";
import type { Database } from "../../src/storage/database.js";
import { openPostgres } from "../../src/storage/open-postgres.js";
import { findPostgres } from "./find-programs.js";
import { newFolder } from "./made-once.js";
import { type PostgresClient, type PostgresServer, postgresClient, startPostgres } from "./postgres-server.js";
import type { Settings } from "./service-process.js";
import { storePast } from "./simulated-past.js";
import { writePastKey } from "./test-signer.js";

const bin = findPostgres();
if (bin === undefined)
  process.stderr.write("PostgreSQL is missing: its suites are skipped (apt-get install postgresql)\n");

/** `describe` where PostgreSQL is installed, else a visible skip; `tools/prepare-tests.ts` says so. */
export const describePostgres = describe.skipIf(bin === undefined);

/** Made once a server; a copy of it takes a third of the time that migrations take. */
const TEMPLATE = "peak_template";

/** Databases for single tests, on a server. */
class TempPostgres<Server extends PostgresClient> {
  readonly #running: () => Server;

  /** @param running the server, which is there in tests only */
  constructor(running: () => Server) {
    this.#running = running;
  }

  get server(): Server {
    return this.#running();
  }

  /** The path of one of PostgreSQL's own programs, e.g. `pg_dump`. */
  program(name: string): string {
    return join(bin ?? "", name);
  }

  /** A database without any table, dropped after the test. */
  empty(): Promise<URL> {
    return this.#create("template1");
  }

  /** A database with empty tables, dropped after the test. */
  prepared(): Promise<URL> {
    return this.#create(TEMPLATE);
  }

  /** The same, open; closed after the test. */
  async open(): Promise<Database> {
    const { queries, close } = await openPostgres(await this.prepared());
    onTestFinished(close);
    return queries;
  }

  /** A database with what an installation that began long ago has stored by a moment, dropped after the test. */
  async withPast(at: number): Promise<URL> {
    const address = await this.prepared();
    const { queries, close } = await openPostgres(address);
    await storePast(queries, at);
    await close();
    return address;
  }

  async #create(template: string): Promise<URL> {
    const name = `peak_${randomBytes(6).toString("hex")}`;
    await this.server.ask("postgres", `create database ${name} template ${template} strategy file_copy`);
    onTestFinished(async () => void (await this.server.ask("postgres", `drop database ${name} with (force)`)));
    return this.server.address(name);
  }
}

/** Settings of a service that goes on with the past of `withPast`. @param address of its database */
export function pastSettings(address: URL): Settings {
  const SIGNING_KEY_FILE = join(newFolder(), "signing-key.pem");
  writePastKey(SIGNING_KEY_FILE);
  return { DATABASE_URL: address.href, SIGNING_KEY_FILE };
}

/** Makes the template of `prepared`. */
export async function prepareTemplate(server: PostgresClient): Promise<void> {
  await server.ask("postgres", `create database ${TEMPLATE}`);
  await (await openPostgres(server.address(TEMPLATE))).close();
}

/** Databases on the server that all files of a run share, for tests that leave it alone. */
export function tempPostgres(): TempPostgres<PostgresClient> {
  return new TempPostgres(() => postgresClient(new URL(inject("postgres") ?? "")));
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
  return new TempPostgres(() => {
    if (server === undefined) throw new Error("the server runs in tests only");
    return server;
  });
}
