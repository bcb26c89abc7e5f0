import { describe, expect, test } from "vitest";
import { MetaReply } from "../../../src/http/routes/meta.js";
import { ProofReply } from "../../../src/http/routes/proof.js";
import { showHistory } from "../../support/show-history.js";
import { STATES } from "./sample-extras.js";
import { sampleSite } from "./sample-site.js";
import { publishSample, sampleRows } from "./samples.js";

const HOUR_MS = 3_600_000;

describe("the answer about what the score stands on", () => {
  test("turns stale with the score, to the millisecond, and no copy of it outlives that moment", async () => {
    const { ask, clock } = sampleSite();
    const read = async () => {
      const answer = await ask("/api/public/nhci/meta");
      const { stale } = MetaReply.parse(await answer.json());
      return [stale, answer.headers.get("cache-control"), answer.headers.get("etag")] as const;
    };
    await clock.advance(2 * HOUR_MS - 60_000 - 20_000 + 250); // 20 s before 09:05:00.250
    expect((await read()).slice(0, 2)).toEqual([false, "public, max-age=19"]);
    await clock.advance(20_000);
    const [fresh, kept, tag] = await read();
    expect([fresh, kept]).toEqual([false, "public, max-age=0"]);
    await clock.advance(1);
    const [stale, , newTag] = await read();
    expect(stale).toBe(true);
    expect(newTag).not.toBe(tag);
    expect(await (await ask("/api/public/nhci/score.txt")).text()).toBe("47.3 (stale)\n");
  });

  test("counts ages anew after 30 s, and before that only when something is shown", async () => {
    const { ask, clock, published } = sampleSite();
    const age = async () =>
      MetaReply.parse(await (await ask("/api/public/nhci/meta")).json()).market.btc_price_usd.age_seconds;
    expect(await age()).toBe(90);
    await clock.advance(29_000);
    expect(await age()).toBe(90);
    await clock.advance(1000);
    expect(await age()).toBe(120);
    await clock.advance(5000);
    published.show({ sources: [...STATES] });
    expect(await age()).toBe(125);
    publishSample(published);
    await clock.advance(5000);
    expect(await age()).toBe(130);
  });

  test("needs no more than the score", async () => {
    const { ask, published } = sampleSite({ isEmpty: true });
    publishSample(published);
    const meta = MetaReply.parse(await (await ask("/api/public/nhci/meta")).json());
    expect(meta.btc).toMatchObject({ phase_since: null, days_in_phase: null, change: { "1d": null, "30d": null } });
    expect(meta.next).toEqual({ score_at: null, history_at: "2026-11-22T06:00:00.000Z" });
    expect(meta.sources).toMatchObject([{ name: "kraken", health: "idle", answered_at: null, fault: null }]);
  });
});

test("the proof names where its keys and leaves are", async () => {
  const { ask } = sampleSite();
  const proof = ProofReply.parse(await (await ask("/api/public/nhci/proof")).json());
  expect([proof.keys_url, proof.leaves_url]).toEqual([
    "http://127.0.0.1:8080/.well-known/peak-keys.json",
    "http://127.0.0.1:8080/api/public/nhci/proof/leaves",
  ]);
});

describe("the feeds", () => {
  test("are found from every page", async () => {
    const { ask } = sampleSite();
    for (const page of ["/", "/es", "/docs", "/record", "/fr/embed"]) {
      const text = await (await ask(page)).text();
      const links = [...text.matchAll(/<link rel="alternate" type="application\/(\w+)\+\w+" href="([^"]*feed[^"]*)"/g)];
      expect(links.map(([, type, href]) => [type, href])).toEqual([
        ["atom", "http://127.0.0.1:8080/feed.atom"],
        ["feed", "http://127.0.0.1:8080/feed.json"],
      ]);
    }
  });
});

describe("for spreadsheets", () => {
  test("the history may be kept until the next row, and is kept as shortly as it while that row is late", async () => {
    const { ask, clock, published } = sampleSite();
    const both = async () => {
      const kept = async (path: string) => (await ask(path)).headers.get("cache-control");
      const [csv, json] = [await kept("/api/public/nhci/history.csv"), await kept("/api/public/nhci/history")];
      expect(csv).toBe(json);
      return csv;
    };
    await clock.advance(22 * HOUR_MS + 50 * 60_000); // 05:56 of the next day
    expect(await both()).toBe("public, max-age=240, stale-if-error=86400");
    await clock.advance(240_000);
    expect(await both()).toBe("public, max-age=30, stale-if-error=86400");
    showHistory(published, { rows: sampleRows("2026-11-22", 31) });
    expect(await both()).toBe("public, max-age=3600, stale-if-error=86400");
  });
});
