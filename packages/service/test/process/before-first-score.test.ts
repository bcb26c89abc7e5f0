import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { type LiveService, startLive } from "../support/live-service.js";
import { eventually } from "../support/service-process.js";

const CURRENT = "/api/public/nhci";
const FIRST_START_MS = 280_000;
/** Requesting the page more often than readers do would slow down the first start on a busy machine. */
const LOOK_MS = 200;

let service: LiveService | undefined;
afterAll(() => service?.end());

/** A first start, watched until the front page has its long chart. */
async function watchStart() {
  service = await startLive();
  const get = (path: string) => (service as LiveService).get(path);
  const early = await Promise.all([CURRENT, "/api/public/nhci/history", "/readyz"].map(get));
  const page = async () => (await get("/")).text;
  const shares: number[] = [];
  const score = async () => {
    const share = /<b>(\d+)%<\/b>\s*<progress/.exec(await page())?.[1];
    if (share !== undefined) shares.push(Number(share));
    await pause(LOOK_MS);
    return (await get("/readyz")).status === 200 || undefined;
  };
  await eventually("a score", score, FIRST_START_MS);
  const late = await Promise.all([CURRENT, "/readyz"].map(get));
  // It keeps reloading until there is a record.
  const whole = async () => {
    await pause(LOOK_MS);
    const text = await page();
    return text.includes("http-equiv") ? undefined : text;
  };
  return { early, shares, late, whole: await eventually("the long chart", whole, FIRST_START_MS), service };
}

let watched: ReturnType<typeof watchStart> | undefined;

/** Watched once, by the first test that needs it. */
function start(): ReturnType<typeof watchStart> {
  watched ??= watchStart();
  return watched;
}

describe("a first start", () => {
  test("responds with 503 and Retry-After before its first score", async () => {
    const { early } = await start();
    expect(early.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { headers } of early) expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
  }, 600_000);

  test("becomes ready without help", async () => {
    const { late } = await start();
    expect(late.map(({ status }) => status)).toEqual([200, 200]);
  });

  test("shows its progress on the front page, never less than before", async () => {
    const { shares } = await start();
    expect(new Set(shares).size).toBeGreaterThan(3);
    expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
  });

  test("ends with the long chart on the front page", async () => {
    expect((await start()).whole).toContain('<div class="plot');
  });

  test("logs JSON lines with UTC times and without an error", async () => {
    const { service: started } = await start();
    expect(started.process.err).toEqual([]);
    const log = started.log();
    expect(log.filter(({ msg }) => msg === "first fetch").at(-1)).toMatchObject({ part: "history", share: 1 });
    expect(log.map(({ msg }) => msg)).toEqual(expect.arrayContaining(["listening", "score computed"]));
    for (const { time, level } of log) {
      expect(new Date(time).toISOString()).toBe(time);
      expect(["info", "warn"]).toContain(level);
    }
  });
});
