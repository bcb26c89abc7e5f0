import { HOUR_MS, startOf, utcDay } from "peak-cycle-model";
import { expect, test } from "vitest";
import { fetchPart, PARTS } from "../../../src/jobs/first-fetch-parts.js";
import { FirstFetchProgress } from "../../../src/jobs/first-fetch-progress.js";
import { fakeSource } from "../../support/fake-source.js";
import { observation, youngInstallation } from "../../support/young-installation.js";

const MIDNIGHT = startOf(utcDay("2011-11-10"));

test.each([
  ["of 00:00, goes on with 06:00 of that day", 0, 6],
  ["of 06:00, goes on with 06:00 of the next", 6, 30],
  ["of 18:00, goes on with 06:00 of the next", 18, 30],
])("a fetch of hourly closes, killed when the newest stored one was that %s", async (_name, stored, asked) => {
  const bitstamp = fakeSource("bitstamp", ({ kind }) => (kind === "hourly" ? [] : undefined));
  const { context, upstreams, stores } = await youngInstallation(utcDay("2010-07-18"), "2011-11-20T12:00:00Z", [
    bitstamp,
  ]);
  await stores.observations.add([observation("btc-hour-close", "bitstamp", MIDNIGHT + stored * HOUR_MS, 3)]);
  const candles = PARTS.filter(({ metric }) => metric === "btc-hour-close");
  for (const part of candles) {
    await fetchPart(context, upstreams, part, new FirstFetchProgress(context, candles), new AbortController().signal);
  }
  expect(bitstamp.asked).toMatchObject([{ from: MIDNIGHT + asked * HOUR_MS }]);
});
