import { expect, onTestFinished, test } from "vitest";
import { type Instance, openMarket } from "../../support/instances.js";
import { getWith, KNOWN_MS, peakKeys, untilStatus } from "../../support/keyed.js";
import { pastKeyFile } from "../../support/past-key.js";
import { eventually } from "../../support/service-process.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { describeRedis, tempRedis } from "../../support/temp-redis.js";

const CURRENT = "/api/public/nhci";
const PRO = "/api/pro/nhci/history";

describePostgres("keys of several instances", () => {
  const postgres = tempPostgres();

  describeRedis("that share a Redis", () => {
    const redis = tempRedis();

    test("are known to each without a restart, one limit for all, and go on while the database is silent and the leader is gone", async () => {
      const database = await postgres.withPast(Date.now());
      const market = await openMarket();
      const settings = {
        API_PRO: "yes",
        SIGNING_KEY_FILE: pastKeyFile(),
        DATABASE_URL: database.href,
        REDIS_URL: redis().url.href,
      };
      const instances = [];
      for (let i = 0; i < 3; i++) instances.push(await market.start(settings));
      const [leader, second, third] = instances as [Instance, Instance, Instance];
      await eventually("a score", async () => (await third.get(CURRENT)).status === 200 || undefined, KNOWN_MS);
      const key = await peakKeys(settings, "add", "ada", "--per-minute", "30");
      const doomed = await peakKeys(settings, "add", "eve");
      await leader.process.kill();
      for (const { origin } of [second, third]) await untilStatus(origin, doomed, 200);
      const statuses = [];
      for (let i = 0; i < 40; i++) statuses.push((await getWith([second, third][i % 2]!.origin, CURRENT, key)).status);
      expect(statuses).toEqual([...Array(30).fill(200), ...Array(10).fill(429)]);
      await peakKeys(settings, "revoke", "eve");
      for (const { origin } of [second, third]) await untilStatus(origin, doomed, 401);
      const name = database.pathname.slice(1);
      await postgres.server.ask("postgres", `alter database ${name} allow_connections false`);
      onTestFinished(
        async () => void (await postgres.server.ask("postgres", `alter database ${name} allow_connections true`)),
      );
      await postgres.server.ask(
        "postgres",
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      await eventually("silence", () => second.said("the database is away") || undefined, KNOWN_MS);
      expect((await getWith(second.origin, CURRENT, key)).status).not.toBe(401);
      expect((await getWith(second.origin, PRO, doomed)).status).toBe(401);
    }, 180_000);
  });
});
