import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { parseDatabase } from "../../../src/settings.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import { findPostgres } from "../../support/find-programs.js";
import { type PostgresServer, startPostgres } from "../../support/postgres-server.js";
import { eventually } from "../../support/service-process.js";
import { startedService } from "../../support/started-service.js";
import { describePostgres, ownPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";

describePostgres("a standby", () => {
  const postgres = ownPostgres();
  let standby: PostgresServer;
  beforeAll(async () => {
    standby = await startPostgres(findPostgres() ?? "", "", postgres.server);
  });
  afterAll(() => standby?.end());

  const both = (name: string, kind: string) => {
    const [first, second] = [standby.address(name), postgres.server.address(name)];
    const text = `postgres://postgres:${first.password}@${first.host},${second.host}/${name}?target_session_attrs=${kind}`;
    const { databaseUrl } = parseDatabase("DATABASE_URL", text);
    if (databaseUrl === undefined) throw new Error("refused");
    return { text, databaseUrl };
  };

  test("is refused by name to who writes, read by an api, and followed when it takes over", async () => {
    const name = (await postgres.withPast(Date.now())).pathname.slice(1);
    const there = async () => {
      const [row] = await standby.ask(name, "select count(*)::int as links from links").catch(() => []);
      return Number(row?.["links"]) > 5000 || undefined;
    };
    await eventually("the copy", there);

    await expect(openPostgres(standby.address(name))).rejects.toThrow(
      `${name} on ${standby.address(name).host} is a standby, which only reads: name the primary, or all servers and`,
    );
    await expect(openPostgres(both(name, "any").databaseUrl)).rejects.toThrow("is a standby");
    const api = await startedService({ DATABASE_URL: standby.address(name).href, DATA_DIR: tempFolder(), ROLE: "api" });
    await api.until200("/api/public/nhci/history");
    expect(api.log.lines.filter(({ level }) => level === "error")).toEqual([]);
    await api.end();

    const stores = openStores(await openPostgres(both(name, "read-write").databaseUrl));
    onTestFinished(() => stores.close());
    await stores.installation.put("written", "before");
    await eventually(
      "its copy",
      async () => (await standby.ask(name, "select 1 from installation where key = 'written'"))[0],
    );
    await postgres.server.crash();
    await expect(stores.installation.put("written", "meanwhile")).rejects.toThrow("the database could not");
    await standby.ask("postgres", "select pg_promote()");
    await eventually("a write", () =>
      stores.installation.put("written", "after").then(
        () => true,
        () => undefined,
      ),
    );
    expect(await stores.installation.get("written")).toBe("after");
    const database = await openPostgres(standby.address(name), "read");
    onTestFinished(() => database.close());
    const { rows } = await sql`select value from installation where key = 'written'`.execute(database.queries);
    expect(rows).toEqual([{ value: "after" }]);
    await postgres.server.start();
  });
});
