import { FIRST_DAY, startOf } from "peak-cycle-model";
import { expect, test } from "vitest";
import { presentHistory } from "../../../../src/http/routes/history.js";
import { bodiesOf } from "../../../support/sample-ledger.js";
import { sampleRows } from "../samples.js";

test("the numbers of a row are those in the ledger, to the byte", () => {
  const [sample] = sampleRows();
  const closed = { day: FIRST_DAY, closedAt: startOf(FIRST_DAY), price: 1, majors: {}, sources: {} };
  const missing = { mvrv: undefined, fearGreed: undefined, dominance: undefined };
  for (const smoothed of [0, 0.05, 44.949999999999996, 45, 99.95]) {
    const row = { ...sample!, day: (FIRST_DAY + 1) as never, smoothed, btcPriceUsd: smoothed * 1000.0049 };
    const shown = JSON.stringify(presentHistory([row]).data[0]).replace(/"phase":"[^"]*",/, "");
    const [body] = bodiesOf([{ ...closed, ...missing }], [row]);
    expect(JSON.stringify(body)).toContain(`"row":${shown.slice(0, -1)},`);
  }
});
