/** Databases on PostgreSQL for single tests: on the server that all files of a run share, or on a file's own server. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject, onTestFinished } from "vitest";
import type { Db } from "../../src/storage/database.js";
import { openPostgres } from "../../src/storage/open-postgres.js";
import { findPostgres } from "./find-programs.js";
import { newFolder } from "./made-once.js";
import { askPostgres, type PostgresServer, type Rows, startPostgres } from "./postgres-server.js";
import type { Settings } from "./service-process.js";
import { storePast } from "./simulated-past.js";
import { writePastKey } from "./test-signer.js";

const bin = findPostgres();
if (bin === undefined)
  process.stderr.write("PostgreSQL is missing: its suites are skipped (apt-get install postgresql)\n");

/** `describe` if PostgreSQL is installed, otherwise a visible skip; `tools/prepare-tests.ts` then says so. */
export const describePostgres = describe.skipIf(bin === undefined);

/** A database that is created once per server; copying it takes a third of the time of the migrations. */
const TEMPLATE = "peak_template";

class TempPostgres {
  readonly #root: () => URL;

  /** @param root address of the server, which exists only during tests */
  constructor(root: () => URL) {
    this.#root = root;
  }

  /** Queries the server as the superuser. */
  ask(...statements: readonly string[]): Promise<Rows> {
    return askPostgres(this.#root(), ...statements);
  }

  /** The path of one of PostgreSQL's own programs, e.g. `pg_dump`. */
  program(name: string): string {
    return join(bin ?? "", name);
  }

  /** A database without tables, dropped after the test. */
  empty(): Promise<URL> {
    return this.#create("template1");
  }

  /** A database with empty tables, dropped after the test. */
  prepared(): Promise<URL> {
    return this.#create(TEMPLATE);
  }

  /** The same, open; closed after the test. */
  async open(): Promise<Db> {
    const { db, close } = await openPostgres(await this.prepared());
    onTestFinished(close);
    return db;
  }

  /** A database with what an old installation has stored by an instant, dropped after the test. */
  async withPast(at: number): Promise<URL> {
    const address = await this.prepared();
    const { db, close } = await openPostgres(address);
    await storePast(db, at);
    await close();
    return address;
  }

  async #create(template: string): Promise<URL> {
    const name = `peak_${randomBytes(6).toString("hex")}`;
    await this.ask(`create database ${name} template ${template} strategy file_copy`);
    onTestFinished(async () => void (await this.ask(`drop database ${name} with (force)`)));
    return new URL(`/${name}`, this.#root());
  }
}

/** Settings of a service that continues the past of `withPast`. @param address of its database */
export function pastSettings(address: URL): Settings {
  const SIGNING_KEY_FILE = join(newFolder(), "signing-key.pem");
  writePastKey(SIGNING_KEY_FILE);
  return { DATABASE_URL: address.href, SIGNING_KEY_FILE };
}

/** Creates the template of `prepared`. */
export async function prepareTemplate({ address }: PostgresServer): Promise<void> {
  await askPostgres(address, `create database ${TEMPLATE}`);
  await (await openPostgres(new URL(`/${TEMPLATE}`, address))).close();
}

/** On the server that all files of a run share, for tests that do not change the server itself. */
export function tempPostgres(): TempPostgres {
  return new TempPostgres(() => new URL(inject("postgres") ?? ""));
}

/** On a server that runs from the file's first test to the last. */
class OwnPostgres extends TempPostgres {
  readonly #running: () => PostgresServer;

  constructor(running: () => PostgresServer) {
    super(() => running().address);
    this.#running = running;
  }

  get server(): PostgresServer {
    return this.#running();
  }
}

/** @param settings of postgresql.conf */
export function ownPostgres(settings?: string): OwnPostgres {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (bin === undefined) return;
    server = await startPostgres(bin, settings);
    await prepareTemplate(server);
  });
  afterAll(() => server?.end());
  return new OwnPostgres(() => {
    if (server === undefined) throw new Error("the server runs only during tests");
    return server;
  });
}
