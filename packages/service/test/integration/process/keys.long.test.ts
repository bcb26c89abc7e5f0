import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getWith, KNOWN_MS, peakKeys, untilStatus } from "../../support/keyed.js";
import { eventually, logOf } from "../../support/service-process.js";
import { type LiveService, settledService } from "./live-service.js";

const CURRENT = "/api/public/nhci";
const PRO = "/api/pro/nhci/history";

const on = { API_PRO: "yes" };

describe("keys of a service on SQLite", () => {
  let service: LiveService;
  beforeAll(async () => {
    service = await settledService({ settings: on });
  });
  afterAll(() => service.end());

  test("are added, used and revoked while it runs, and stand in no log", async () => {
    const { origin, settings } = service;
    const key = await peakKeys(settings, "add", "ada", "--per-minute", "3");
    expect((await getWith(origin, CURRENT, key)).status).toBe(401);
    await untilStatus(origin, key, 200);
    const { status, text } = await getWith(origin, `${PRO}?from=2026-01-01`, key);
    expect([status, JSON.parse(text).ok]).toEqual([200, true]);
    const today = new Date().toISOString().slice(0, 10);
    await eventually(
      "the day of use",
      async () => (await peakKeys(settings, "list")).includes(`used ${today}`) || undefined,
      KNOWN_MS,
    );
    await peakKeys(settings, "revoke", "ada");
    await untilStatus(origin, key, 401);
    expect((await getWith(origin, CURRENT, key)).headers["www-authenticate"]).toContain('error="revoked"');
    const lines = [...service.process.out, ...service.process.err].join("\n");
    expect(lines).not.toContain(key.slice(10, 16));
    expect(logOf(service.process).filter(({ level }) => level === "error")).toEqual([]);
  });

  test("are revoked under load, and nothing is answered meanwhile but the score and refusals", async () => {
    const { origin, settings } = service;
    const key = await peakKeys(settings, "add", "busy", "--per-minute", "6000");
    await untilStatus(origin, key, 200);
    let isOver = false;
    const seen: number[] = [];
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) seen.push((await getWith(origin, CURRENT, key)).status);
    });
    const revoking = peakKeys(settings, "revoke", "busy");
    await revoking;
    await eventually("a refusal", () => seen.at(-1) === 401 || undefined, KNOWN_MS);
    isOver = true;
    await Promise.all(load);
    expect(seen.filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
    expect(seen.slice(seen.indexOf(401) + 4).filter((status) => status !== 401)).toEqual([]);
  });
});
