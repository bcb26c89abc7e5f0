import { sql } from "kysely";
import { instantOf, MINUTE_MS, plus } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { publishNow, putFigure, putNow } from "../../../src/published/publish-now.js";
import { Published } from "../../../src/published/published.js";
import { addScore } from "../../../src/storage/scores.js";
import { getState, putState } from "../../../src/storage/state.js";
import { hourlyScore, quote } from "../../support/sample-rows.js";
import { tempDatabase } from "../../support/temp-sqlite.js";

const SCORED_AT = instantOf("2026-11-21T07:05:00.250Z");
const NOW = plus(SCORED_AT, MINUTE_MS);

describe("the live state", () => {
  test("skips stored figures from the future, and positions of another score", async () => {
    const [db, published] = [await tempDatabase(), new Published()];
    await addScore(db, hourlyScore());
    const btcPrice = quote(91_000, { observedAt: plus(NOW, MINUTE_MS) });
    await putState(db, "now", { measures: { mvrv: 1, thermo: 2, plaw: 3, ma200w: 4 }, market: { btcPrice } });
    await publishNow(db, published, NOW);
    const { positions, market } = published.now.get();
    expect([positions, market]).toEqual([{}, {}]);
  });

  test("loses no figure when several arrive at the same time", async () => {
    const [db, published] = [await tempDatabase(), new Published()];
    await Promise.all([
      putFigure(db, published, "btcPrice", quote(1)),
      putFigure(db, published, "btcDominance", quote(2)),
      putNow(db, published, () => ({ minute: 7 })),
      putFigure(db, published, "fearGreed", quote(3)),
    ]);
    const { market, minute } = published.now.get();
    expect([Object.keys(market), minute]).toEqual([["btcPrice", "btcDominance", "fearGreed"], 7]);
    expect(await getState(db, "now")).toMatchObject({ market, minute });
  });

  test("shows no figure that is older or could not be stored, and shows the next one", async () => {
    const [db, published] = [await tempDatabase(), new Published()];
    const put = (value: number, ms = 0) =>
      putFigure(db, published, "btcPrice", quote(value, { observedAt: plus(SCORED_AT, ms) }));
    const shown = () => published.now.get().market.btcPrice?.value;
    await put(1);
    await put(2, -1);
    const refuse = "create trigger refuse before update on state begin select raise(abort, 'refused'); end";
    await sql.raw(refuse).execute(db);
    await expect(put(3, 1)).rejects.toThrow("refused");
    expect(shown()).toBe(1);
    await sql`drop trigger refuse`.execute(db);
    await put(4, 1);
    expect(shown()).toBe(4);
  });
});
