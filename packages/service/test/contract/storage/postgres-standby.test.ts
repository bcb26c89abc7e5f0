import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../../src/storage/open-postgres.js";
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

  test("is refused by name to who writes, and read by an api", async () => {
    const name = (await postgres.withPast(Date.now())).pathname.slice(1);
    const there = async () => {
      const [row] = await standby.ask(name, "select count(*)::int as links from links").catch(() => []);
      return Number(row?.["links"]) > 5000 || undefined;
    };
    await eventually("the copy", there);

    await expect(openPostgres(standby.address(name))).rejects.toThrow(
      `${name} on ${standby.address(name).host} is a standby, which only reads: name the primary`,
    );
    const api = await startedService({ DATABASE_URL: standby.address(name).href, DATA_DIR: tempFolder(), ROLE: "api" });
    await api.until200("/api/public/nhci/history");
    expect(api.log.lines.filter(({ level }) => level === "error")).toEqual([]);
    await api.end();
  });
});
