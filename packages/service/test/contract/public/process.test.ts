import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LiveService, settledService } from "../../integration/process/live-service.js";
import { ask } from "../../support/ask.js";
import { publicContract } from "./contract.suite.js";

let service: LiveService;
beforeAll(async () => {
  service = await settledService({ pictures: "drawn" });
});
afterAll(() => service.end());

describe("one process keeps the public contract:", () => publicContract(() => service));

describe("a process on a simulated market", () => {
  const textOf = async (path: string) => (await ask(service.origin + path)).text;

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
