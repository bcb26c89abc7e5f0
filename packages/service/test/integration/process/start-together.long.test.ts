import { expect, test } from "vitest";
import { nextHolder, openMarket, sameAnswers } from "../../support/instances.js";
import { eventually, logOf } from "../../support/service-process.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";

const INSTANCES = 5;
/** What is promised after a kill. */
const TAKE_OVER_MS = 5000;

describePostgres("five instances that start together on an empty database", () => {
  const postgres = tempPostgres();

  test("one fetches the past; killed, it is followed by another, and the rest wait", async () => {
    const address = await postgres.empty();
    const market = await openMarket();
    const settings = { DATABASE_URL: address.href };
    const all = await Promise.all(Array.from({ length: INSTANCES }, () => market.start(settings)));
    const fetching = await nextHolder(all, [], 60_000);
    for (const each of all) {
      const reply = await each.get("/api/public/nhci");
      expect([reply.status, reply.headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
    const stored = async () => {
      const text = "select count(*)::int as n from observations";
      return Number((await postgres.server.ask(address.pathname.slice(1), text))[0]?.["n"]);
    };
    await eventually("the first figures", async () => (await stored()) > 0 || undefined, 60_000);
    const before = all.map((each) => each.turns());
    expect(before.reduce((sum, each) => sum + each, 0)).toBe(1);
    await fetching.process.kill();
    const left = all.filter((each) => each !== fetching);
    const beforeLeft = left.map((each) => each.turns());
    const next = await nextHolder(left, beforeLeft, TAKE_OVER_MS);
    await sameAnswers(left, 150_000);
    for (const each of left) {
      expect(logOf(each.process).filter(({ level }) => level === "error")).toEqual([]);
    }
    expect(left.map((each) => each.turns())).toEqual(left.map((each) => (each === next ? 1 : 0)));
    const days = "select count(*)::int as rows, max(day) - min(day) + 1 as days from ledger where kind = 'day'";
    const [found] = await postgres.server.ask(address.pathname.slice(1), days);
    expect(found?.["rows"]).toBe(found?.["days"]);
  }, 300_000);
});
