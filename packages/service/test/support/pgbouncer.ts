/** A pgbouncer, the usual pooler, in front of a PostgreSQL server of the tests. */
import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { findPgbouncer } from "./find-programs.js";
import { freePort } from "./loopback.js";
import { askPostgres, unprivileged } from "./postgres-server.js";
import { TestServer } from "./test-server.js";

class Pgbouncer extends TestServer {
  /** The address of the same database behind the pooler. */
  readonly address: URL;
  protected readonly command: readonly [string, ...string[]];
  protected readonly lastSignal = "SIGINT";
  protected override readonly owner = unprivileged();

  constructor(program: string, behind: URL, port: number, mode: "session" | "transaction") {
    super("pgbouncer");
    const at = (name: string) => join(this.folder, name);
    this.address = new URL(behind);
    this.address.port = `${port}`;
    this.command = [program, at("settings")];
    writeFileSync(at("users"), `"${behind.username}" "${behind.password}"\n`);
    writeFileSync(
      at("settings"),
      `[databases]
* = host=${behind.hostname} port=${behind.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${at("users")}
pool_mode = ${mode}
`,
    );
    if (this.owner === undefined) return;
    for (const path of [this.folder, at("settings"), at("users")]) chownSync(path, this.owner.uid, this.owner.gid);
  }

  protected look(): Promise<unknown> {
    return askPostgres(this.address, "select 1");
  }
}

/** Runs until the test ends. @param behind a database @returns its address through the pooler */
export async function pooled(behind: URL, mode: "session" | "transaction"): Promise<URL> {
  const pooler = new Pgbouncer(findPgbouncer() ?? "", behind, await freePort(), mode);
  await pooler.start();
  onTestFinished(() => pooler.end());
  return pooler.address;
}
