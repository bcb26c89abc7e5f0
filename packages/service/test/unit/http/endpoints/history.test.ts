import { FIRST_DAY, startOf } from "peak-cycle-model";
import { nextLink } from "peak-cycle-verify";
import { expect, test } from "vitest";
import { presentHistory } from "../../../../src/http/endpoints/history.js";
import { sampleRows } from "../samples.js";

test("the numbers of a row are those that are chained, to the byte", () => {
  const [sample] = sampleRows();
  const closed = { day: FIRST_DAY, closedAt: startOf(FIRST_DAY), price: 1, majors: {}, sources: "{}" };
  const missing = { mvrv: undefined, fearGreed: undefined, dominance: undefined };
  for (const smoothed of [0, 0.05, 44.949999999999996, 45, 99.95]) {
    const row = { ...sample!, smoothed, btcPriceUsd: smoothed * 1000.0049 };
    const shown = JSON.stringify(presentHistory([row]).data[0]).replace(/"phase":"[^"]*",/, "");
    const { entry } = nextLink(undefined, { ...closed, ...missing, row });
    expect(entry).toContain(`"row":${shown.slice(0, -1)},`);
  }
});
