import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "./loopback.js";
import { KeptServer } from "./server-keeper.js";

/** A running PostgreSQL server, as whoever uses its databases sees it. */
export interface PostgresClient {
  /** As the superuser. */
  address(database: string): URL;
  /** Runs statements one by one, as the superuser. @returns the rows of the last one */
  ask(database: string, ...statements: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** A PostgreSQL server of our own in a folder of its own, on the loopback. */
export interface PostgresServer extends PostgresClient {
  /** What it has logged since it was started last, line by line. */
  log(): readonly string[];
  /** A fast shutdown, as an operator's restart begins; resolves when the server is gone. */
  stop(): Promise<void>;
  /** Ends it at once, without writing down what it has in memory. */
  crash(): Promise<void>;
  /** Starts it again; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it for good and removes its folder. */
  end(): Promise<void>;
}

const PASSWORD = "tell-nobody";

/** Fast and small, and with the commit setting that Peak must not put up with. */
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

/** @param bin as found by `findPostgres` @param settings further lines of postgresql.conf */
export async function startPostgres(bin: string, settings = ""): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "peak-postgres-"));
  const owner = unprivileged();
  writeFileSync(join(folder, "password"), PASSWORD);
  const port = await freePort();
  const place = `port = ${port}\nhba_file = '${folder}/data/pg_hba.conf'\n`;
  writeFileSync(join(folder, "settings"), SETTINGS + place + settings);
  if (owner !== undefined)
    for (const path of [folder, join(folder, "password"), join(folder, "settings")])
      chownSync(path, owner.uid, owner.gid); // a strict umask would keep them from the server
  const words = ["-D", join(folder, "data"), "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"];
  const login = ["-A", "scram-sha-256", `--pwfile=${join(folder, "password")}`];
  execFileSync(join(bin, "initdb"), [...words, ...login], {
    ...owner,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const client = postgresClient(new URL(`postgres://postgres:${PASSWORD}@127.0.0.1:${port}/`));
  const server = new KeptServer({
    folder,
    program: join(bin, "postgres"),
    args: ["-D", join(folder, "data"), "-c", `config_file=${join(folder, "settings")}`],
    lastSignal: "SIGQUIT",
    look: () => client.ask("postgres", "select 1"),
    owner,
  });
  await server.start();
  return {
    ...client,
    log: () => server.log,
    stop: () => server.signal("SIGINT"),
    crash: () => server.signal("SIGQUIT"),
    start: () => server.start(),
    end: () => server.end(),
  };
}

/** @param server its address with any database, as the superuser */
export function postgresClient(server: URL): PostgresClient {
  const address = (database: string) => new URL(`/${database}`, server);
  return {
    address,
    async ask(database, ...statements) {
      const client = new Client({ connectionString: address(database).href });
      client.on("error", () => {}); // the query rejects too, or nobody waits for it
      try {
        await client.connect();
        let rows: readonly Readonly<Record<string, unknown>>[] = [];
        for (const statement of statements) rows = (await client.query(statement)).rows;
        return rows;
      } finally {
        await client.end();
      }
    },
  };
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: string) => Number(execFileSync("id", [kind, "postgres"]));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
