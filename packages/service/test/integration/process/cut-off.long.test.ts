import { expect, test } from "vitest";
import { cutLine } from "../../support/cut-line.js";
import { nextHolder, openMarket, sameAnswers } from "../../support/instances.js";
import { eventually } from "../../support/service-process.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { pastKeyFile } from "../../support/test-signer.js";

/** What is promised. */
const TAKE_OVER_MS = 30_000;
const FOLLOW_MS = 5000;
/** A start on a busy machine. */
const START_MS = 60_000;
const LONG = 180_000;

describePostgres("two instances on one PostgreSQL", () => {
  const postgres = tempPostgres();

  const asked = (address: URL, text: string) => postgres.server.ask(address.pathname.slice(1), text);
  /** Newest price of all, as the database has it. */
  const priceTime = async (address: URL) =>
    Number(
      (
        await asked(address, "select body::jsonb #>> '{market,btcPrice,fetchedAt}' as at from state where name = 'now'")
      )[0]?.["at"] ?? 0,
    );
  const scoresAreWhole = async (address: URL) => {
    const [found] = await asked(
      address,
      "select count(*)::int as rows, ((max(hour) - min(hour)) / 3600000 + 1)::int as hours from scores",
    );
    expect(found?.["rows"]).toBe(found?.["hours"]);
    expect(found?.["rows"]).toBeGreaterThan(0);
  };

  test(
    "go on when the one that works is cut off, which answers on and follows when it is back",
    async () => {
      const address = await postgres.withPast(Date.now());
      const line = await cutLine(address);
      const market = await openMarket();
      const SIGNING_KEY_FILE = pastKeyFile();
      const cut = await market.start({ DATABASE_URL: line.address.href, SIGNING_KEY_FILE });
      await nextHolder([cut], [0], START_MS);
      const other = await market.start({ DATABASE_URL: address.href, SIGNING_KEY_FILE });
      await sameAnswers([cut, other], START_MS);
      line.cut();
      const then = await priceTime(address);
      expect(await nextHolder([cut, other], [1, 0], TAKE_OVER_MS)).toBe(other);
      await eventually("it to stop", () => cut.said("leadership lost") || undefined, TAKE_OVER_MS);
      for (const path of ["/api/public/nhci", "/api/public/nhci/history"])
        expect((await cut.get(path)).status).toBe(200);
      await eventually("a new price", async () => (await priceTime(address)) > then || undefined, TAKE_OVER_MS);
      line.mend();
      await sameAnswers([cut, other], TAKE_OVER_MS);
      expect([cut.turns(), other.turns()]).toEqual([1, 1]);
      await scoresAreWhole(address);
    },
    LONG,
  );

  test(
    "go on when the one that works is paused, which stores nothing when it wakes up, and follows",
    async () => {
      const address = await postgres.withPast(Date.now());
      const market = await openMarket();
      const settings = { DATABASE_URL: address.href, SIGNING_KEY_FILE: pastKeyFile() };
      const paused = await market.start(settings);
      await nextHolder([paused], [0], START_MS);
      const other = await market.start(settings);
      await sameAnswers([paused, other], START_MS);
      const pid = paused.process.child.pid ?? 0;
      process.kill(pid, "SIGSTOP");
      expect(await nextHolder([paused, other], [1, 0], TAKE_OVER_MS)).toBe(other);
      process.kill(pid, "SIGCONT");
      await eventually("it to stop", () => paused.said("leadership lost") || undefined, TAKE_OVER_MS);
      const then = await priceTime(address);
      await eventually("a new price", async () => (await priceTime(address)) > then || undefined, START_MS);
      await sameAnswers([paused, other], FOLLOW_MS);
      expect([paused.turns(), other.turns()]).toEqual([1, 1]);
      await scoresAreWhole(address);
    },
    LONG,
  );
});
