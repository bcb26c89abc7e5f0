import { expect, test } from "vitest";
import { liveService } from "../support/live-service.js";
import { eventually } from "../support/service-process.js";

const CURRENT = "/api/public/nhci";
const FIRST_START_MS = 150_000;

test("a first start answers 503 with Retry-After, and becomes ready by itself", async () => {
  const service = await liveService();
  for (const path of [CURRENT, "/api/public/nhci/history", "/readyz"]) {
    const { status, headers } = await service.get(path);
    expect([path, status]).toEqual([path, 503]);
    expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
  }
  await service.until200("/readyz", FIRST_START_MS);
  expect((await service.get(CURRENT)).status).toBe(200);
}, 180_000);

test("the front page shows how far a first start is, then the score, and at last the long chart", async () => {
  const service = await liveService();
  const page = async () => (await service.get("/")).text;
  const shares: number[] = [];
  const score = async () => {
    const text = await page();
    const share = /<b>(\d+)%<\/b>\s*<progress/.exec(text)?.[1];
    if (share !== undefined) shares.push(Number(share));
    return text.includes('<section class="hero"') || undefined;
  };
  await eventually("a score", score, FIRST_START_MS);
  expect(new Set(shares).size).toBeGreaterThan(3);
  expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
  // It goes on loading itself until there is a record, which ends that.
  await eventually("the long chart", async () => !(await page()).includes("http-equiv") || undefined, FIRST_START_MS);
  expect(await page()).toContain('<div class="plot');
}, 180_000);

test("a first start logs JSON lines with UTC times, without an error, up to the first score", async () => {
  const service = await liveService();
  await service.untilSaid("score computed", FIRST_START_MS);
  expect(service.process.err).toEqual([]);
  const log = service.log();
  expect(log.filter(({ msg }) => msg === "first fetch").at(-1)).toMatchObject({ part: "history", share: 1 });
  expect(log.map(({ msg }) => msg)).toContain("listening");
  for (const { time, level } of log) {
    expect(new Date(time).toISOString()).toBe(time);
    expect(["info", "warn"]).toContain(level);
  }
}, 180_000);
