import { startSimulator } from "peak-cycle-simulator";
import { expect, test } from "vitest";
import { cutLine } from "../support/cut-line.js";
import { type LiveService, liveService } from "../support/live-service.js";
import { askPostgres } from "../support/postgres-server.js";
import { sameAnswers } from "../support/same-answers.js";
import { eventually } from "../support/service-process.js";
import { describePostgres, pastSettings, tempPostgres } from "../support/temp-postgres.js";

/** The longest time that may pass until another instance leads. */
const TAKE_OVER_MS = 60_000;
const FOLLOW_MS = 60_000;
/** A start on a busy machine. */
const START_MS = 60_000;
const LONG = 180_000;
const [LED, LOST] = ["leadership gained", "leadership lost"];

describePostgres("two instances on one PostgreSQL", () => {
  const postgres = tempPostgres();

  const asked = async (address: URL, text: string) => (await askPostgres(address, text))[0];
  /** The newest price in the database. */
  const priceTime = async (address: URL) => {
    const text = "select body::jsonb #>> '{market,btcPrice,fetchedAt}' as at from state where name = 'now'";
    return Number((await asked(address, text))?.["at"] ?? 0);
  };
  const untilNewPrice = async (address: URL, withinMs: number) => {
    const then = await priceTime(address);
    await eventually("a new price", async () => (await priceTime(address)) > then || undefined, withinMs);
  };
  const scoresAreWhole = async (address: URL) => {
    const text = "select count(*)::int as rows, ((max(hour) - min(hour)) / 3600000 + 1)::int as hours from scores";
    const found = await asked(address, text);
    expect(found?.["rows"]).toBe(found?.["hours"]);
    expect(found?.["rows"]).toBeGreaterThan(0);
  };
  /** A leader with its own connection to the database, and another instance that waits. */
  const both = async (address: URL, way: URL) => {
    const market = await startSimulator();
    const settings = pastSettings(address);
    const first = await liveService({ ...settings, DATABASE_URL: way.href }, market);
    await first.untilSaid(LED, START_MS);
    const second = await liveService(settings, market);
    await sameAnswers([first, second], START_MS);
    return [first, second] as const;
  };
  const turns = (all: readonly LiveService[]) => all.map((each) => each.said(LED));

  test(
    "continue if the leader is cut off; it keeps serving, and follows once it is back",
    async () => {
      const address = await postgres.withPast(Date.now());
      const line = await cutLine(address);
      const [cut, other] = await both(address, line.address);
      line.cut();
      const newPrice = untilNewPrice(address, 2 * TAKE_OVER_MS);
      await other.untilSaid(LED, TAKE_OVER_MS);
      await cut.untilSaid(LOST, TAKE_OVER_MS);
      for (const path of ["/api/public/nhci", "/api/public/nhci/history"])
        expect((await cut.get(path)).status).toBe(200);
      await newPrice;
      line.mend();
      await sameAnswers([cut, other], TAKE_OVER_MS);
      expect(turns([cut, other])).toEqual([1, 1]);
      await scoresAreWhole(address);
    },
    LONG,
  );

  test(
    "continue if the leader is paused; it stores nothing when it resumes, and follows",
    async () => {
      const address = await postgres.withPast(Date.now());
      const [paused, other] = await both(address, address);
      const pid = paused.process.child.pid ?? 0;
      process.kill(pid, "SIGSTOP");
      await other.untilSaid(LED, TAKE_OVER_MS);
      process.kill(pid, "SIGCONT");
      await paused.untilSaid(LOST, TAKE_OVER_MS);
      await untilNewPrice(address, START_MS);
      await sameAnswers([paused, other], FOLLOW_MS);
      expect(turns([paused, other])).toEqual([1, 1]);
      await scoresAreWhole(address);
    },
    LONG,
  );
});
