import { describe, expect, test } from "vitest";
import { ask, freshClient } from "../../packages/service/test/support/ask.js";
import { publicContract } from "./contract/public-contract.js";
import { origin } from "./support/peak.js";

describe("one process keeps the public contract:", () => publicContract(() => ({ origin: origin() })));

describe.skipIf(process.env["PEAK_ORIGIN"] !== undefined)("a site on a simulated market", () => {
  const textOf = async (path: string) => (await ask(origin() + path, { from: freshClient() })).text;

  test.each([
    "/embed/nhci",
    "/embed/nhci-badge.svg",
    "/embed/nhci-chart.svg",
    "/embed/nhci-badge.js",
    "/embed/nhci-chart.js",
    "/feed.atom",
  ])("%s names the index as simulated", async (path) => {
    expect(await textOf(path)).toContain("Peak Cycle Index (simulated)");
  });

  test("says so on its pages, which name every source in use", async () => {
    expect(await textOf("/")).toContain("Simulated market");
    const text = await textOf("/attribution");
    expect(text).toContain("Simulated market");
    for (const name of ["Kraken", "Bitstamp", "alternative.me", "Coin Metrics", "CC BY-NC 4.0", "Peak Cycle Index"])
      expect(text).toContain(name);
  });
});
