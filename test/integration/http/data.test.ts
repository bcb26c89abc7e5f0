import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { HistoryReply } from "../../../src/http/endpoints/history.js";
import { MetaReply } from "../../../src/http/endpoints/meta.js";
import { KeysReply, ProofReply } from "../../../src/http/endpoints/proof.js";
import { RevisionsReply } from "../../../src/http/endpoints/revisions.js";
import { ProblemReply } from "../../../src/http/problems.js";
import { publicData } from "../../../src/http/public-data.js";
import { fakeClock } from "../../support/fake-clock.js";
import { ANNOUNCEMENTS, STATES, showSampleExtras } from "../../unit/http/sample-extras.js";
import { sampleRows, sampleSnapshot } from "../../unit/http/samples.js";
import { run } from "./running.js";

const HOUR_MS = 3_600_000;

/** Paths, the type of each, and how long each may be kept at 07:06 UTC. */
const DATA = [
  ["/api/public/nhci/meta", "application/json; charset=utf-8", "public, max-age=60"],
  ["/api/public/nhci/proof", "application/json; charset=utf-8", "public, max-age=300"],
  ["/api/public/nhci/proof/leaves", "text/plain; charset=utf-8", "public, max-age=300"],
  ["/.well-known/peak-keys.json", "application/jwk-set+json", "public, max-age=300"],
  ["/api/public/nhci/revisions", "application/json; charset=utf-8", "public, max-age=300"],
  ["/feed.atom", "application/atom+xml; charset=utf-8", "public, max-age=300"],
  ["/feed.json", "application/feed+json; charset=utf-8", "public, max-age=300"],
  ["/api/public/nhci/history.csv", "text/csv; charset=utf-8", "public, max-age=3600, stale-if-error=86400"],
  [
    "/api/public/nhci/score.txt",
    "text/plain; charset=utf-8",
    "public, max-age=60, stale-while-revalidate=30, stale-if-error=300",
  ],
] as const;

describe.each(DATA)("%s", (path, type, cacheControl) => {
  test("is kept as long as is true", async () => {
    const { ask } = await run();
    const { status, headers } = await ask(path);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([200, type, cacheControl]);
  });

  test("is 503 with Retry-After before there is anything, and is never kept then", async () => {
    const { ask } = await run({ isEmpty: true });
    const answer = await ask(path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([503, "application/problem+json"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(ProblemReply.safeParse(await answer.json()).success).toBe(true);
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([503, ""]);
  });
});

describe("the answer about what the score stands on", () => {
  test("agrees with its schema and with the score", async () => {
    const { ask } = await run();
    const meta = MetaReply.parse(await (await ask("/api/public/nhci/meta")).json());
    const { btc } = (await (await ask("/api/public/nhci")).json()) as { btc: Record<string, unknown> };
    expect([meta.btc.score, meta.btc.phase, meta.btc.phase_key]).toEqual([
      btc["score"],
      btc["phase"],
      btc["phase_key"],
    ]);
    expect([meta.updated_at, meta.stale]).toEqual([btc["updated_at"], btc["stale"]]);
  });

  test("turns stale with the score, to the millisecond, and no copy of it outlives that moment", async () => {
    const { ask, clock } = await run();
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
    const { ask, clock, data } = await run();
    const age = async () =>
      MetaReply.parse(await (await ask("/api/public/nhci/meta")).json()).market.btc_price_usd.age_seconds;
    expect(await age()).toBe(90);
    await clock.advance(29_000);
    expect(await age()).toBe(90);
    await clock.advance(1000);
    expect(await age()).toBe(120);
    await clock.advance(5000);
    data.showSources([...STATES]);
    expect(await age()).toBe(125);
    data.showSnapshot(sampleSnapshot());
    await clock.advance(5000);
    expect(await age()).toBe(130);
  });

  test("needs no more than the score", async () => {
    const { ask, data } = await run({ isEmpty: true });
    data.showSnapshot(sampleSnapshot());
    const meta = MetaReply.parse(await (await ask("/api/public/nhci/meta")).json());
    expect(meta.btc).toMatchObject({ phase_since: null, days_in_phase: null, change: { "1d": null, "30d": null } });
    expect(meta.next).toEqual({ score_at: null, history_at: "2026-11-22T06:00:00.000Z" });
    expect(meta.sources).toMatchObject([{ name: "kraken", health: "idle", answered_at: null, fault: null }]);
  });
});

describe("the proof", () => {
  test("can be followed from the hash before its links to its head, and to the leaves of all", async () => {
    const { ask } = await run();
    const proof = ProofReply.parse(await (await ask("/api/public/nhci/proof")).json());
    const leaves = (await (await ask("/api/public/nhci/proof/leaves")).text()).split("\n").slice(0, -1);
    const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
    let hash = proof.previous;
    for (const link of proof.links) {
      expect(link.leaf).toBe(hashOf(link.entry));
      expect(leaves[link.position]).toBe(link.leaf);
      hash = hashOf(hash + link.leaf);
      expect(link.hash).toBe(hash);
    }
    expect(proof.links).toHaveLength(30);
    expect(leaves).toHaveLength(proof.head.position + 1);
    expect(leaves.reduce((before, leaf) => hashOf(before + leaf), "0".repeat(64))).toBe(proof.head.hash);
    expect(proof.head).toEqual({ position: 39, date: "2026-11-21", closed: "2026-11-20", hash });
    expect([proof.keys, proof.leaves]).toEqual([
      "http://127.0.0.1:8080/.well-known/peak-keys.json",
      "http://127.0.0.1:8080/api/public/nhci/proof/leaves",
    ]);
  });

  test("is signed with one of the keys, in the order in which they were added", async () => {
    const { ask } = await run();
    const { key_id } = ProofReply.parse(await (await ask("/api/public/nhci/proof")).json());
    const { keys } = KeysReply.parse(await (await ask("/.well-known/peak-keys.json")).json());
    expect(keys.map(({ kid }) => kid)).toContain(key_id);
    expect(keys.map(({ endorsed_by }) => endorsed_by)).toEqual([null, keys[0]?.kid]);
  });
});

describe("the corrections", () => {
  test("are listed with their reasons, and an empty list says that there are none", async () => {
    const { ask, data } = await run();
    const { revisions } = RevisionsReply.parse(await (await ask("/api/public/nhci/revisions")).json());
    expect(revisions).toMatchObject([{ number: 1, date: "2026-11-19", phase: "Bull Active", btc_price_usd: 79_000 }]);
    data.showRevisions([]);
    expect(await (await ask("/api/public/nhci/revisions")).json()).toEqual({ ok: true, revisions: [] });
  });
});

describe("the feeds", () => {
  test("are empty without a change, and both have each change once it comes", async () => {
    const { ask, data } = await run({ isEmpty: true });
    data.showAnnouncements([]);
    expect(await (await ask("/feed.atom")).text()).not.toContain("<entry>");
    expect(await (await ask("/feed.json")).json()).toMatchObject({ items: [] });
    data.showAnnouncements(ANNOUNCEMENTS);
    expect((await (await ask("/feed.atom")).text()).match(/<entry>/g)).toHaveLength(ANNOUNCEMENTS.length);
    expect(((await (await ask("/feed.json")).json()) as { items: unknown[] }).items).toHaveLength(ANNOUNCEMENTS.length);
  });

  test("are the same to the byte after a restart", async () => {
    const texts = async () => {
      const { ask } = await run();
      return [await (await ask("/feed.atom")).text(), await (await ask("/feed.json")).text()];
    };
    expect(await texts()).toEqual(await texts());
  });

  test("are found from every page", async () => {
    const { ask } = await run();
    for (const page of ["/", "/es", "/de/docs", "/record", "/fr/status"]) {
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
  test("the history has the numbers of the JSON and the settled phase, line by line", async () => {
    const { ask } = await run();
    const { data } = HistoryReply.parse(await (await ask("/api/public/nhci/history")).json());
    const [header, ...lines] = (await (await ask("/api/public/nhci/history.csv")).text()).split("\r\n");
    expect(header?.split(",")).toEqual([...Object.keys(data[0] ?? {}), "settled_phase_key"]);
    expect(lines.pop()).toBe("");
    expect(lines).toEqual(data.map((row) => [...Object.values(row), "BULL"].join(",")));
  });

  test("the history may be kept until the next row, and is kept as shortly as it while that row is late", async () => {
    const { ask, clock, data } = await run();
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
    data.showHistory(sampleRows("2026-11-22"));
    expect(await both()).toBe("public, max-age=3600, stale-if-error=86400");
  });

  test("the score is one number, and the first line of it is all there is", async () => {
    const { ask } = await run();
    expect(await (await ask("/api/public/nhci/score.txt")).text()).toBe("47.3\n");
  });
});

test("nothing that was shown before is lost when something else is shown", () => {
  const data = publicData(fakeClock("2026-11-21T07:06:00Z"));
  showSampleExtras(data);
  data.showChanges([]);
  expect(data.changes()).toEqual([]);
  expect(data.proof()?.links).toHaveLength(30);
  expect(data.revisions()).toHaveLength(1);
  expect(data.historyContext()?.minute).toBe(5);
  expect(data.record()).toBeDefined();
});
