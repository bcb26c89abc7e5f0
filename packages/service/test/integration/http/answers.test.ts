import { describe, expect, test } from "vitest";
import { CurrentReply } from "../../../src/http/endpoints/current.js";
import { run } from "./running.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";

describe("the two public answers", () => {
  test("answer clients of every kind: no agent, no Accept, HTTP/1.0", async () => {
    const { send, ask } = await run();
    const bare = await send(`GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nUser-Agent:\r\nConnection: close\r\n\r\n`);
    expect(bare).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await send(`GET ${CURRENT} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    for (const headers of [{ "user-agent": "curl/8.5.0" }, { "user-agent": "python-requests/2.31" }]) {
      expect((await ask(CURRENT, { headers })).status).toBe(200);
    }
  });

  test("turn stale while the same server runs, and no cache keeps a fresh one longer", async () => {
    const { ask, clock } = await run();
    await clock.advance(2 * 3_600_000 - 60_000 + 251 - 30_001);
    const before = await ask(CURRENT);
    expect(CurrentReply.parse(await before.json()).btc.stale).toBe(false);
    const cache = "public, max-age=30, stale-while-revalidate=0, stale-if-error=0";
    expect(before.headers.get("cache-control")).toBe(cache);
    await clock.advance(30_001);
    const after = await ask(CURRENT, { headers: { "if-none-match": before.headers.get("etag") ?? "" } });
    expect(after.status).toBe(200);
    expect(CurrentReply.parse(await after.json()).btc.stale).toBe(true);
  });

  test("are 503 with Retry-After before the first score", async () => {
    const { ask } = await run({ isEmpty: true });
    for (const path of [CURRENT, HISTORY]) {
      const answer = await ask(path);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect(answer.headers.get("ratelimit-policy")).toBe('"public";q=20;w=60');
      expect(await answer.json()).toMatchObject({ ok: false, status: 503 });
    }
    expect(await (await ask("/")).text()).toContain("There is no score yet");
  });
});

describe("health", () => {
  test("is told without asking anything, and readiness as far as it goes", async () => {
    let asked = 0;
    const { ask } = await run({
      health: async () => {
        asked++;
        return { ready: false, reason: "There is no score yet." };
      },
    });
    expect(await (await ask("/healthz")).json()).toEqual({ ok: true });
    expect(asked).toBe(0);
    const ready = await ask("/readyz");
    expect([ready.status, ready.headers.get("cache-control")]).toEqual([503, "no-store"]);
    expect(await ready.json()).toMatchObject({ ok: false, detail: "There is no score yet." });
  });
});
