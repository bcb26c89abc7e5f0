import { execFileSync } from "node:child_process";
import { chownSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import { appendDays, storedDays } from "../../support/sample-ledger.js";
import { describePostgres, ownPostgres } from "../../support/temp-postgres.js";
import { closedDays, historyRows } from "./samples.js";

describePostgres("PostgreSQL, when it is away", () => {
  const postgres = ownPostgres();

  test("and comes back, the next query finds it again", async () => {
    const address = await postgres.prepared();
    const database = await openPostgres(address);
    const stores = openStores(database);
    await Promise.all([stores.newest(), stores.newest(), stores.newest()]);
    await postgres.server.stop();
    await expect(stores.newest()).rejects.toThrow(StorageError);
    await expect(stores.newest()).rejects.toThrow(/^the database could not answer: nobody answers there \(/);
    await postgres.server.start();
    await stores.newest();
    await appendDays(stores, closedDays(0, 1), historyRows(1, 1));
    expect(await storedDays(stores)).toEqual(closedDays(0, 1));
    await database.close();
  });

  test("or does not answer at all, opening it ends within seconds", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as { port: number };
    const opening = openPostgres(new URL(`postgres://peak:s3cret@127.0.0.1:${port}/peak`));
    await expect(opening).rejects.toThrow(/^cannot open the database peak on 127\.0\.0\.1:\d+: .*timeout/);
    silent.close();
  });

  test("in the middle of a statement, without a word, the term of this instance is over, and closing does not wait", async () => {
    const database = await openPostgres(await postgres.prepared());
    const term = await database.beginTerm("one");
    if (term === undefined) throw new Error("nobody leads");
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(term.connection.queries);
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    onTestFinished(() => void process.kill(pid, "SIGCONT"));
    const storing = openStores(term.connection).state.put("a", 1);
    const failing = expect(storing).rejects.toThrow(/^the database could not store its state: /);
    await term.end("enough");
    await failing;
    await database.close();
  });

  test("the connection is encrypted as sslmode says, and a certificate of somebody else is refused", async () => {
    const good = await postgres.prepared();
    const { server } = postgres;
    const [key, certificate] = [join(server.folder, "key"), join(server.folder, "certificate")];
    const words =
      "req -new -x509 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout".split(" ");
    execFileSync("/usr/bin/openssl", [...words, key, "-out", certificate], { stdio: "ignore" });
    const { uid, gid } = statSync(server.folder);
    for (const file of [key, certificate]) chownSync(file, uid, gid); // under a umask of 077 it could read neither
    await server.ask(
      "postgres",
      `alter system set ssl_key_file = '${key}'`,
      `alter system set ssl_cert_file = '${certificate}'`,
    );
    await server.ask("postgres", "alter system set ssl = on", "select pg_reload_conf()");
    const connectionIs = async (search: string, host = "localhost") => {
      const address = new URL(good);
      [address.search, address.hostname] = [search, host];
      const database = await openPostgres(address);
      const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database.queries);
      await database.close();
      return rows;
    };
    await expect.poll(() => connectionIs("sslmode=require").catch(() => "not yet")).toEqual([{ ssl: true }]);
    expect(await connectionIs("")).toEqual([{ ssl: false }]);
    expect(await connectionIs(`sslmode=verify-full&sslrootcert=${certificate}`)).toEqual([{ ssl: true }]);
    expect(await connectionIs(`sslmode=verify-ca&sslrootcert=${certificate}`, "127.0.0.1")).toEqual([{ ssl: true }]);
    await expect(connectionIs("sslmode=verify-full")).rejects.toThrow("self-signed certificate");
  });
});
