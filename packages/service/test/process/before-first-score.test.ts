import { expect, test } from "vitest";
import { liveService } from "../support/live-service.js";
import { eventually } from "../support/service-process.js";

const CURRENT = "/api/public/nhci";
const FIRST_START_MS = 150_000;

test("a first start answers 503, shows how far it is, becomes ready by itself, and logs JSON lines", async () => {
  const service = await liveService();
  for (const path of [CURRENT, "/api/public/nhci/history", "/readyz"]) {
    const { status, headers } = await service.get(path);
    expect([path, status]).toEqual([path, 503]);
    expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
  }
  const page = async () => (await service.get("/")).text;
  const shares: number[] = [];
  const score = async () => {
    const share = /<b>(\d+)%<\/b>\s*<progress/.exec(await page())?.[1];
    if (share !== undefined) shares.push(Number(share));
    return (await service.get("/readyz")).status === 200 || undefined;
  };
  await eventually("a score", score, FIRST_START_MS);
  expect(new Set(shares).size).toBeGreaterThan(3);
  expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
  expect(await page()).toContain('<section class="hero"');
  // It goes on loading itself until there is a record, which ends that.
  await eventually("the long chart", async () => !(await page()).includes("http-equiv") || undefined, FIRST_START_MS);
  expect(await page()).toContain('<div class="plot');
  expect((await service.get(CURRENT)).status).toBe(200);
  expect(service.process.err).toEqual([]);
  const log = service.log();
  const logged = log.filter(({ msg }) => msg === "first fetch");
  expect(logged.at(-1)).toMatchObject({ part: "history", share: 1 });
  expect(log.map(({ msg }) => msg)).toEqual(expect.arrayContaining(["listening", "score computed"]));
  for (const { time, level } of log) {
    expect(new Date(time).toISOString()).toBe(time);
    expect(["info", "warn"]).toContain(level);
  }
}, 180_000);
