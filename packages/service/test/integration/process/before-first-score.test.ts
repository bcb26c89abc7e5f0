import { describe, expect, onTestFinished, test } from "vitest";
import { SOURCE_NAMES } from "../../../src/sources/order.js";
import { ask, freshClient } from "../../support/ask.js";
import { eventually, logOf } from "../../support/service-process.js";
import { type LiveOptions, liveService } from "./live-service.js";

const CURRENT = "/api/public/nhci";
const FIRST_START_MS = 150_000;

async function started(options: LiveOptions) {
  const service = await liveService(options);
  onTestFinished(() => service.end());
  return { ...service, get: (path: string) => ask(service.origin + path, { from: freshClient() }) };
}

describe("a service without a score", () => {
  test("says once that no source answers, name by name, and nothing on standard error", async () => {
    const UPSTREAMS_DISABLED = SOURCE_NAMES.filter((name) => !["coin-metrics", "brk"].includes(name)).join(",");
    const faults: LiveOptions["faults"] = (all) => all.set("*", "404");
    const { process } = await started({ empty: true, faults, settings: { UPSTREAMS_DISABLED } });
    const waits = () => logOf(process).filter(({ msg }) => msg === "job waits for data");
    await eventually("a wait", () => waits().length > 0 || undefined, FIRST_START_MS);
    const reason = "no source answers, and none has yet: brk is refused, coin-metrics is refused";
    expect(waits()).toEqual([expect.objectContaining({ job: "first fetch", reason })]);
    expect(logOf(process).filter(({ level }) => level === "warn").length).toBeLessThanOrEqual(6);
    expect(process.err).toEqual([]);
  });

  test("answers 503, shows how far the first start is, becomes ready by itself, and logs JSON lines", async () => {
    const { get, process } = await started({ empty: true });
    for (const path of [CURRENT, "/api/public/nhci/history", "/readyz"]) {
      const { status, headers } = await get(path);
      expect([path, status]).toEqual([path, 503]);
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
    }
    const shares: number[] = [];
    const score = async () => {
      const share = /<b>(\d+)%<\/b>\s*<progress/.exec((await get("/")).text)?.[1];
      if (share !== undefined) shares.push(Number(share));
      return (await get("/readyz")).status === 200 || undefined;
    };
    await eventually("a score", score, FIRST_START_MS);
    expect(new Set(shares).size).toBeGreaterThan(3);
    expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
    const page = async () => (await get("/")).text;
    expect(await page()).toContain('<section class="hero"');
    // It goes on loading itself until there is a record, which ends that.
    await eventually("the long chart", async () => !(await page()).includes("http-equiv") || undefined, FIRST_START_MS);
    expect(await page()).toContain('<div class="plot');
    expect((await get(CURRENT)).status).toBe(200);
    expect(process.err).toEqual([]);
    const log = logOf(process);
    const logged = log.filter(({ msg }) => msg === "first fetch");
    expect(logged.at(-1)).toMatchObject({ part: "history", share: 1 });
    expect(log.map(({ msg }) => msg)).toEqual(expect.arrayContaining(["listening", "score computed"]));
    for (const { time, level } of log) {
      expect(new Date(time).toISOString()).toBe(time);
      expect(["info", "warn"]).toContain(level);
    }
  }, 180_000);
});
