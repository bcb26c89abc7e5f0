import { describe, expect, test } from "vitest";
import { CurrentReply } from "../../../src/http/endpoints/current.js";
import { HistoryReply } from "../../../src/http/endpoints/history.js";
import { get } from "./raw-answer.js";
import { run } from "./running.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";

describe("the two public answers", () => {
  test("agree with their schemas", async () => {
    const { ask } = await run();
    const current = await ask(CURRENT);
    expect(current.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(CurrentReply.safeParse(await current.json()).error).toBeUndefined();
    expect(HistoryReply.safeParse(await (await ask(HISTORY)).json()).error).toBeUndefined();
  });

  test("do not change with query strings", async () => {
    const { ask } = await run();
    const plain = await (await ask(CURRENT)).text();
    for (const query of ["?", "?days=5", "?cachebuster=1&lang=es", "?/../../x", "?%zz"]) {
      const answer = await ask(`${CURRENT}${query}`);
      expect([answer.status, await answer.text()]).toEqual([200, plain]);
    }
  });

  test("answer clients of every kind: no agent, no Accept, an API key", async () => {
    const { send, ask } = await run();
    const bare = await send(`GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nUser-Agent:\r\nConnection: close\r\n\r\n`);
    expect(bare).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await send(`GET ${CURRENT} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    for (const headers of [{ "user-agent": "curl/8.5.0" }, { "user-agent": "python-requests/2.31" }]) {
      expect((await ask(CURRENT, { headers })).status).toBe(200);
    }
    const keyed = await ask(CURRENT, { headers: { "X-NHCI-API-Key": "peak_live_nonsense" } });
    expect(await keyed.text()).toBe(await (await ask(CURRENT)).text());
  });

  test("come compressed as the client likes", async () => {
    const { url } = await run();
    const seen = new Set<unknown>();
    for (const coding of ["br", "gzip", "identity"]) {
      const answer = await get(`${url}${HISTORY}`, { "accept-encoding": coding });
      expect(answer.headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding);
      expect(answer.headers["content-length"]).toBe(String(answer.bytes.length));
      expect(answer.headers["vary"]).toBe("Accept-Encoding");
      seen.add(answer.headers["etag"]);
    }
    expect(seen.size).toBe(3);
  });

  test("answer HEAD with the headers of GET and no body", async () => {
    const { url } = await run();
    for (const path of [CURRENT, HISTORY, "/", "/attribution", "/healthz"]) {
      const whole = await get(`${url}${path}`, { "accept-encoding": "gzip" });
      const head = await get(`${url}${path}`, { "accept-encoding": "gzip" }, "HEAD");
      expect(head.status).toBe(200);
      expect(head.bytes.length).toBe(0);
      expect({ ...head.headers, date: "" }).toEqual({ ...whole.headers, date: "" });
      expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
    }
  });

  test("are 304 for who has them, with all it takes to keep them, also beside no-cache and as HEAD", async () => {
    const { url } = await run();
    for (const path of [CURRENT, HISTORY]) {
      const { headers } = await get(`${url}${path}`);
      const tag = String(headers["etag"]);
      for (const method of ["GET", "HEAD"]) {
        const again = await get(
          `${url}${path}`,
          { "if-none-match": `"x", W/${tag}`, "cache-control": "no-cache" },
          method,
        );
        expect([again.status, again.bytes.length]).toEqual([304, 0]);
        for (const name of ["etag", "cache-control", "vary", "ratelimit-policy", "access-control-allow-origin"]) {
          expect(again.headers[name]).toBe(headers[name]);
        }
      }
    }
  });

  test("turn stale while the same server runs", async () => {
    const { ask, clock } = await run();
    const before = await ask(CURRENT);
    expect(CurrentReply.parse(await before.json()).btc.stale).toBe(false);
    await clock.advance(2 * 3_600_000 - 60_000 + 251);
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

describe("the other paths", () => {
  test("have no twins", async () => {
    const { url } = await run();
    for (const path of [
      `${CURRENT}/`,
      `${HISTORY}/`,
      "/api/public/NHCI",
      "/api/public/%6ehci",
      "//api/public/nhci",
      "/api/public/nhci;x",
      "/attribution/",
      "/healthz/",
      "/index.html",
    ]) {
      expect([path, (await get(`${url}${path}`)).status]).toEqual([path, 404]);
    }
  });

  test("show home and attribution as strict pages with a tag", async () => {
    const { ask } = await run({ config: { simulated: true } });
    for (const path of ["/", "/attribution"]) {
      const page = await ask(path);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(page.headers.get("x-content-type-options")).toBe("nosniff");
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
      expect(page.headers.get("ratelimit-policy")).toBeNull();
      expect(await page.text()).toContain("Simulated market");
      const headers = { "if-none-match": page.headers.get("etag") ?? "" };
      expect((await ask(path, { headers })).status).toBe(304);
    }
  });

  test("show the score that was shown last on the front page", async () => {
    const { ask, clock } = await run();
    expect(await (await ask("/")).text()).not.toContain("Stale: ");
    await clock.advance(3 * 3_600_000);
    expect(await (await ask("/")).text()).toContain("Stale: ");
  });

  test("say healthy without asking anything, and ready as far as it is", async () => {
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

  test("answer 500 without a word about the cause, which goes to the log", async () => {
    const { ask, errors } = await run({ health: () => Promise.reject(new Error("secret in /srv/file.ts")) });
    const answer = await ask("/readyz");
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([500, "*"]);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ ok: false, status: 500 });
    expect(text).not.toMatch(/secret|file|at /);
    expect(errors).toHaveLength(1);
  });
});
