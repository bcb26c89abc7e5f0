/** A PostgreSQL server on the loopback, fast and small. */
import { execFileSync } from "node:child_process";
import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "./loopback.js";
import { TestServer } from "./test-server.js";

const PASSWORD = "tell-nobody";

/** These include the commit setting that Peak must override. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
full_page_writes = off
autovacuum = off
shared_buffers = 32MB
max_connections = 60
synchronous_commit = off
`;

export class PostgresServer extends TestServer {
  /** The address of the database `postgres`, as the superuser. */
  readonly address: URL;
  protected readonly command: readonly [string, ...string[]];
  protected readonly lastSignal = "SIGQUIT";
  protected override readonly owner = unprivileged();

  constructor(bin: string, port: number, settings: string) {
    super("postgres");
    const at = (name: string) => join(this.folder, name);
    this.address = new URL(`postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`);
    this.command = [join(bin, "postgres"), "-D", at("data"), "-c", `config_file=${at("settings")}`];
    const place = `port = ${port}\nhba_file = '${at("data/pg_hba.conf")}'\n`;
    writeFileSync(at("settings"), SETTINGS + place + settings);
    writeFileSync(at("password"), PASSWORD);
    // With a strict umask the server could not read them.
    if (this.owner !== undefined)
      for (const path of [this.folder, at("settings"), at("password")]) chownSync(path, this.owner.uid, this.owner.gid);
    const words = ["-D", at("data"), "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"];
    const login = ["-A", "scram-sha-256", `--pwfile=${at("password")}`];
    execFileSync(join(bin, "initdb"), [...words, ...login], {
      ...this.owner,
      cwd: this.folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
  }

  protected look(): Promise<unknown> {
    return askPostgres(this.address, "select 1");
  }

  /** A fast shutdown, as at an operator's restart. */
  stop = () => this.signal("SIGINT");
}

/** @param bin as found by `findPostgres` @param settings further lines of postgresql.conf */
export async function startPostgres(bin: string, settings = ""): Promise<PostgresServer> {
  const server = new PostgresServer(bin, await freePort(), settings);
  await server.start();
  return server;
}

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Runs statements one by one. @returns the rows of the last one */
export async function askPostgres(address: URL, ...statements: readonly string[]): Promise<Rows> {
  const client = new Client({ connectionString: address.href });
  client.on("error", () => {}); // the query also rejects, or nothing waits for it
  try {
    await client.connect();
    let rows: Rows = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: string) => Number(execFileSync("id", [kind, "postgres"]));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
