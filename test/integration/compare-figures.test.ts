import { describe, expect, test } from "vitest";
import { grownLife, never, type SimulatedLife } from "../support/simulated-life.js";

/** A month of figures before this moment is stored as it was first stated; see `GROWN_AT`. */
const MORNING = "2026-11-19T12:10:00Z";

const SENTENCES = ["settled figures restated", "sources differ on MVRV"];

function said(life: SimulatedLife) {
  return life.log.lines.filter(({ sentence }) => SENTENCES.includes(sentence));
}

function asked(life: SimulatedLife, source: "coin-metrics" | "brk"): number {
  return life.simulator.requests.read().sources[source]?.total ?? 0;
}

describe("the daily comparison of figures", () => {
  test("says nothing on a sound day, and asks three questions a day", async () => {
    const life = await grownLife(MORNING);
    for (const time of [MORNING, "2026-11-19T20:00:00Z"]) {
      life.moveTo(time);
      await life.worker.tasks.compareFigures(never);
      expect([asked(life, "coin-metrics"), asked(life, "brk")]).toEqual([2, 1]);
    }
    life.moveTo("2026-11-20T09:10:00Z");
    await life.worker.tasks.compareFigures(never);
    expect([asked(life, "coin-metrics"), asked(life, "brk")]).toEqual([4, 2]);
    expect(life.log.lines.filter(({ level }) => level !== "info")).toEqual([]);
  });

  test("names a source that restates settled days, while what is frozen and shown stays", async () => {
    const life = await grownLife(MORNING);
    const before = { rows: life.shown.rows, days: await life.stores.days.closedDays() };
    life.simulator.faults.set("coin-metrics", "revised-history", { factor: 1.03 });
    await life.worker.tasks.compareFigures(never);
    expect(said(life)).toMatchObject([
      { sentence: SENTENCES[0], facts: { source: "coin-metrics", metric: "mvrv", last: "2026-11-11", most: 0.03 } },
      {
        sentence: SENTENCES[0],
        facts: { source: "coin-metrics", metric: "btc-close", last: "2026-11-11", most: 0.03 },
      },
    ]);
    await life.restart();
    expect({ rows: life.shown.rows, days: await life.stores.days.closedDays() }).toEqual(before);
  });

  test("says that Coin Metrics and BRK differ on MVRV by more than 5 %, and that is all", async () => {
    const life = await grownLife(MORNING);
    life.simulator.faults.set("brk", "revised-history", { factor: 1.1 });
    await life.worker.tasks.compareFigures(never);
    expect(said(life)).toMatchObject([
      { sentence: SENTENCES[1], facts: { sources: ["coin-metrics", "brk"], most: expect.closeTo(0.1, 1) } },
    ]);
  });

  test("comes later when the source is silent, and does without the second one", async () => {
    const life = await grownLife(MORNING);
    life.simulator.faults.set("*", "500");
    await life.worker.tasks.compareFigures(never);
    expect(asked(life, "brk")).toBe(0);
    life.simulator.faults.clear("*");
    life.simulator.faults.set("coin-metrics", "revised-history");
    life.simulator.faults.set("brk", "500");
    await life.worker.tasks.compareFigures(never);
    expect(said(life)).toHaveLength(2);
  });
});
