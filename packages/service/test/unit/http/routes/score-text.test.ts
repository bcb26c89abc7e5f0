import { expect, test } from "vitest";
import { sampleSite } from "../sample-site.js";

test("a fresh score is a number with one decimal and a line end, a stale one no number to any program", async () => {
  const { ask, clock } = sampleSite();
  const text = async () => (await ask("/api/public/nhci/score.txt")).text();
  expect(await text()).toBe("47.3\n");
  await clock.advance(2 * 3_600_000);
  expect(await text()).toBe("47.3 (stale)\n");
});
