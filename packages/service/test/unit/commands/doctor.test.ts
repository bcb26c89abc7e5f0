import { createServer } from "node:http";
import { HOUR_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/platform/clock.js";
import { SOURCE_NAMES } from "../../../src/sources/order.js";
import { urlSetting } from "../../../src/sources/sources.js";
import { putState } from "../../../src/storage/state.js";
import { listening } from "../../support/loopback.js";
import { runPeak } from "../../support/run-peak.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";

test("peak doctor warns of an unsure input, but does not fail because of it", async () => {
  const folder = tempFolder();
  const { db, close } = await tempSqlite(folder);
  const since = systemClock.now() - 5 * HOUR_MS;
  const unsure = { since, kind: "tie", why: "kraken says 90000, bitstamp 60000" };
  const btcPrice = { metric: "btc-price", notedAt: since, agreeing: 1, enabled: 4, refused: [], silent: [], unsure };
  await putState(db, "now", { inputs: [btcPrice] });
  await close();
  const { code, out } = await runPeak(["doctor"], { DATA_DIR: folder, UPSTREAMS_DISABLED: SOURCE_NAMES.join() });
  expect(out).toMatch(/^input: Bitcoin price +warning +unsure for 5 h, kraken says 90000, bitstamp 60000$/m);
  expect(out).toMatch(/^input: MVRV +ok +unknown$/m);
  expect(code).toBe(0);
});

test("peak doctor prints each source's result as it arrives, and names data that no source has", async () => {
  let isHanging = false;
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/kraken")) return void response.end("{}");
    isHanging = true;
    response.on("close", () => {
      isHanging = false;
    });
  });
  const port = await listening(server);
  const asked = ["kraken", "coinpaprika"];
  const env = {
    DATA_DIR: tempFolder(),
    UPSTREAM_SPACING_MS: "0",
    UPSTREAMS_DISABLED: SOURCE_NAMES.filter((name) => !asked.includes(name)).join(),
    ...Object.fromEntries(asked.map((name) => [urlSetting(name), `http://127.0.0.1:${port}/${name}`])),
  };
  let [out, wasHanging] = ["", false];
  const { code } = await runPeak(["doctor"], env, {
    out: (text) => {
      out += text;
      wasHanging ||= text.startsWith("coinpaprika: dominance") && isHanging;
    },
  });
  expect([code, wasHanging]).toEqual([1, true]);
  expect(out).toMatch(/^coinpaprika: dominance +warning +coinpaprika: .* \(malformed\)$/m);
  expect(out).toMatch(/^kraken: price +warning +kraken: no response in time \(unreachable\)$/m);
  expect(out).toMatch(/^price +failed +no source provides this$/m);
});
