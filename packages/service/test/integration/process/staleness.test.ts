import { describe, expect, test } from "vitest";
import type { CurrentReply } from "../../../src/http/endpoints/current.js";
import { type ShiftedLife, shiftedLife } from "./shifted-life.js";

const CURRENT = "/api/public/nhci";
const HOUR_MS = 3_600_000;

async function current(life: ShiftedLife): Promise<CurrentReply> {
  return JSON.parse((await life.get(CURRENT)).text) as CurrentReply;
}

/** Moves time to so long before the score turns two hours old, or after it when negative. */
async function passUntil(life: ShiftedLife, leftMs: number): Promise<void> {
  const { btc } = await current(life);
  life.pass(Date.parse(btc.updated_at) + 2 * HOUR_MS - leftMs - life.now());
}

/** Requests take some milliseconds; the moments looked at lie this far from the flip. */
const MARGIN_MS = 5000;

describe("a service whose sources all fail after its first score", () => {
  test("keeps its numbers, and is stale exactly when the score is older than two hours, also after a restart", async () => {
    const life = await shiftedLife("2026-11-19T12:40:00Z");
    life.simulator.faults.set("*", "reset");
    const first = await current(life);
    await life.restart();
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
});
