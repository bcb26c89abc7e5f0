import { describe, expect, test } from "vitest";
import type { CurrentReply } from "../../../src/http/endpoints/current.js";
import { type ShiftedLife, shiftedLife } from "./shifted-life.js";

const CURRENT = "/api/public/nhci";
const HOUR_MS = 3_600_000;

async function current(life: ShiftedLife): Promise<CurrentReply> {
  return JSON.parse((await life.get(CURRENT)).text) as CurrentReply;
}

async function directive(life: ShiftedLife, name: string): Promise<number> {
  const text = (await life.get(CURRENT)).headers["cache-control"] ?? "";
  return Number(new RegExp(`(?:^|, )${name}=(\\d+)`).exec(text)?.[1]);
}

/** Moves time to so long before the score turns two hours old, or after it when negative. */
async function passUntil(life: ShiftedLife, leftMs: number): Promise<void> {
  const { btc } = await current(life);
  life.pass(Date.parse(btc.updated_at) + 2 * HOUR_MS - leftMs - life.now());
}

/** Requests take some milliseconds; the moments looked at lie this far from the flip. */
const MARGIN_MS = 5000;

describe("a service whose sources all fail after its first score", () => {
  test("keeps its numbers, and is stale exactly when the score is older than two hours", async () => {
    const life = await shiftedLife("2026-11-19T12:40:00Z");
    life.simulator.faults.set("*", "reset");
    const first = await current(life);
    for (const leftMs of [HOUR_MS, 60_000, MARGIN_MS]) {
      await passUntil(life, leftMs);
      expect(await current(life)).toEqual(first);
      expect((await life.get("/readyz")).status).toBe(200);
    }
    await passUntil(life, -1);
    expect(await current(life)).toEqual({ ...first, btc: { ...first.btc, stale: true } });
    const ready = await life.get("/readyz");
    expect([ready.status, JSON.parse(ready.text).detail]).toEqual([503, "The score is older than 2 hours."]);
    life.pass(20 * HOUR_MS);
    expect(await current(life)).toEqual({ ...first, btc: { ...first.btc, stale: true } });
    expect((await life.get("/healthz")).status).toBe(200);
  });

  test("lets no cache keep a fresh answer beyond the flip", async () => {
    const life = await shiftedLife("2026-11-19T12:40:00Z");
    life.simulator.faults.set("*", "503");
    expect(await directive(life, "max-age")).toBe(60);
    await passUntil(life, 30_000);
    expect(await directive(life, "max-age")).toBeGreaterThanOrEqual(20);
    for (const leftMs of [30_000, 15_000, MARGIN_MS]) {
      await passUntil(life, leftMs);
      const kept = (await directive(life, "max-age")) + (await directive(life, "stale-if-error"));
      expect(kept * 1000).toBeLessThanOrEqual(leftMs);
    }
    await passUntil(life, -1);
    expect(await directive(life, "max-age")).toBe(60);
  });

  test("gives the stale answer another ETag, so that nobody's 304 keeps it fresh", async () => {
    const life = await shiftedLife("2026-11-19T12:40:00Z");
    life.simulator.faults.set("*", "429 bare");
    const { etag = "" } = (await life.get(CURRENT)).headers;
    await passUntil(life, MARGIN_MS);
    const again = () => life.get(CURRENT, { headers: { "if-none-match": etag, "cache-control": "no-cache" } });
    expect((await again()).status).toBe(304);
    await passUntil(life, -1);
    expect((await again()).status).toBe(200);
  });

  test("shows the same after a restart", async () => {
    const life = await shiftedLife("2026-11-19T12:40:00Z");
    life.simulator.faults.set("*", "dns-fail");
    const first = await current(life);
    await life.restart();
    expect(await current(life)).toEqual(first);
    await passUntil(life, -1);
    expect((await current(life)).btc.stale).toBe(true);
  });
});
