import { readFileSync } from "node:fs";
import type { CurrentReply, JsonFeedReply, MetaReply } from "peak-cycle-client";
import { describe, expect, test } from "vitest";
import { SCENES } from "../../../src/http/scenes.js";
import { sampleSite } from "../../support/sample-site.js";

const CURRENT = "/api/public/nhci";
const UNLIMITED = { limit: { take: () => 0 } };

/** The responses of one instance at 07:06:10. */
async function instance(site = sampleSite(UNLIMITED)) {
  await site.clock.advance(10_000);
  const ask = async (target: string) => {
    const { status, headers, bytes } = await site.get(`/sandbox/${target}`);
    return { status, headers, text: bytes.toString() };
  };
  return { ask, json: async (target: string) => JSON.parse((await ask(target)).text) };
}

const { scenes: LISTED, paths: PATHS } = await (await sampleSite().ask("/sandbox")).json();
const NAMES = SCENES.map(({ name }) => name);
const SCORED = NAMES.filter((name) => !["waiting", "limited"].includes(name));

test("every scene is listed with the prefix of its paths, and documented", () => {
  expect(LISTED.map(({ name }: { name: string }) => name)).toEqual(NAMES);
  expect(LISTED[0].url).toMatch(/^https?:\/\/.+\/sandbox\/fondo$/);
  const docs = readFileSync(new URL("../../../../../docs/api.md", import.meta.url), "utf8");
  const [, section = ""] = /^## Sandbox\n(.*?)^## /ms.exec(docs) ?? [];
  expect(NAMES.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

describe("a scene with a score", async () => {
  const { ask, json } = await instance();

  test.each([
    ["fondo", 10, "FONDO", null, null, false],
    ["acum", 30, "ACUM", null, null, false],
    ["bull", 50, "BULL", null, null, false],
    ["hot", 70, "HOT", null, null, false],
    ["peak", 90, "PEAK", null, null, false],
    ["descent", 50, "BULL", "BEAR_DESCENT", null, false],
    ["top-risk", 70, "HOT", null, "TOP_DISTRIBUTION", false],
    ["both", 70, "HOT", "BEAR_DESCENT", "TOP_DISTRIBUTION", false],
    ["stale", 50, "BULL", null, null, true],
    ["crossed", 58, "BULL", null, null, false],
  ])("is in the state of its name: %s", async (name, score, phase_key, descent_guard, top_risk, stale) => {
    const { btc } = await json(name + CURRENT);
    expect(btc).toMatchObject({ score, phase_key, context: { descent_guard, top_risk }, stale });
  });

  test("has another phase than the settled one if it is named crossed", async () => {
    expect((await json(`crossed${CURRENT}/meta`)).settled.key).toBe("HOT");
  });

  test("lacks inputs if it is named partial", async () => {
    expect((await json(`partial${CURRENT}/meta`)).coverage).toBe(0.7);
  });

  test("has one source that fails, and its replacement, if it is named failing-source", async () => {
    const { inputs, sources } = await json(`failing-source${CURRENT}/meta`);
    expect(inputs[0]).toMatchObject({ key: "btc_price", state: "replaced", silent: [{ source: "kraken" }] });
    expect(sources[0]).toMatchObject({ name: "kraken", health: "failing", fault: "unreachable" });
    expect(sources.filter(({ health }: { health: string }) => health === "failing")).toHaveLength(1);
  });

  test("has a correction only if it is named corrected", async () => {
    const revisionsOf = async (name: string) => (await json(`${name}${CURRENT}/revisions`)).revisions;
    expect(await revisionsOf("corrected")).toMatchObject([{ number: 1, date: "2026-11-18" }]);
    expect(await revisionsOf("hot")).toEqual([]);
  });

  test("has everything that the service publishes, and obviously made-up prices", async () => {
    const missing = (value: unknown, path = ""): readonly string[] => {
      if (value === null) return [path];
      if (typeof value !== "object") return [];
      return Object.entries(value).flatMap(([name, each]) => missing(each, `${path}.${name}`));
    };
    for (const name of SCORED) {
      const meta = await json(`${name}${CURRENT}/meta`);
      expect([name, missing(meta).filter((path) => !/\.(fault|unsure|\w+_since)$/.test(path))]).toEqual([name, []]);
      const { data } = await json(`${name}${CURRENT}/history`);
      expect(new Set(data.map((row: { btc_price_usd: number }) => row.btc_price_usd))).toEqual(new Set([12_345.67]));
      expect(data.at(-1).date).toBe("2026-11-21");
      const { turns, year_after, hindsight } = await json(`${name}${CURRENT}/record`);
      expect([turns.length, year_after.length, hindsight.days]).toEqual([4, 5, 916]);
    }
  });

  test.each(["hot", "crossed", "stale"])("has the same content in all forms of %s, marked as sandbox", async (name) => {
    const { btc } = await json(name + CURRENT);
    const score = btc.score.toFixed(1);
    expect((await json(`${name}${CURRENT}/meta`)).btc.score).toBe(btc.score);
    expect((await json(`${name}/embed/nhci.json`)).btc).toEqual(btc);
    expect((await ask(`${name}${CURRENT}/score.txt`)).text).toContain(score);
    for (const path of ["/embed/nhci", "/embed/nhci-badge.svg", "/embed/nhci-chart.svg", "/embed/nhci-chart.png"]) {
      const { text } = await ask(name + path);
      expect([path, text.includes(`>${score}<`), text.includes(btc.phase)]).toEqual([path, true, true]);
      expect(text).toContain(`(sandbox: ${name})`);
    }
    expect((await ask(`${name}/feed.atom`)).text).toContain(`(sandbox: ${name})`);
  });

  test("names itself in its headers, and may be cached to the end of the minute", async () => {
    const { headers } = await ask(`hot${CURRENT}`);
    expect(headers).toMatchObject({ sandbox: "hot", "x-robots-tag": "noindex", "cache-control": "public, max-age=50" });
  });

  test("names the limit of the two endpoints, as the site does", async () => {
    for (const path of [CURRENT, `${CURRENT}/history`]) {
      expect((await ask(`hot${path}`)).headers["ratelimit-policy"]).toBe('"public";q=20;w=60');
    }
    expect((await ask(`hot${CURRENT}/meta`)).headers).not.toHaveProperty("ratelimit-policy");
  });

  test("has its flags, the resulting signal and the phase changes of its rows in its feed", async () => {
    const titles = async (name: string): Promise<string[]> =>
      (await json(`${name}/feed.json`)).items.map(({ title }: { title: string }) => title);
    expect((await titles("both")).slice(0, 3)).toEqual([
      "Bitcoin settled signal: Reduce, was Caution (score 70.0)",
      "Bitcoin cycle-top warning: up (score 70.0)",
      "Bitcoin bear-market warning: up (score 70.0)",
    ]);
    const all = await Promise.all(SCORED.map(titles));
    expect(all.flat().join("\n")).toContain("Bitcoin settled phase: ");
  });
});

test("every URL in a scene works", async () => {
  const { ask } = await instance();
  const base = "http://127.0.0.1:8080/sandbox/";
  const addresses = new Set<string>();
  const collect = (text: string) => {
    for (const [address] of text.replaceAll("\\/", "/").matchAll(/https?:\/\/[^\s"'<>)&?#]+/g)) {
      if (address.startsWith(base)) addresses.add(address.slice(base.length));
    }
  };
  for (const name of ["hot", "corrected"]) {
    for (const path of PATHS) collect((await ask(name + path)).text);
  }
  expect(addresses.size).toBeGreaterThan(4);
  for (const path of addresses) expect([200, 308], path).toContain((await ask(path)).status);
});

test("an instance that has run for hours returns the same bytes as one that has just started", async () => {
  const old = sampleSite(UNLIMITED);
  const asked = ["hot", "stale"].flatMap((name) => PATHS.map((path: string) => `/sandbox/${name}${path}`));
  const answers = async (site: typeof old) => {
    const all = await Promise.all(asked.map((path) => site.get(path)));
    return all.map(({ status, headers, bytes }) => [status, headers["etag"], headers["cache-control"], bytes.length]);
  };
  for (const seconds of [20, 61 * 60]) {
    await answers(old);
    await old.clock.advance(seconds * 1000);
    const young = sampleSite(UNLIMITED);
    await young.clock.advance(old.clock.now() - young.clock.now());
    expect(await answers(old)).toEqual(await answers(young));
  }
});

test("one address may request everything but the PNGs of every scene once, and 120 pictures a minute", async () => {
  const { ask } = sampleSite();
  const all = SCORED.flatMap((name) => PATHS.map((path: string) => `/sandbox/${name}${path}`));
  const isPng = (path: string) => path.endsWith(".png");
  const usual = await Promise.all(all.filter((path) => !isPng(path)).map(async (path) => (await ask(path)).status));
  for (const [i, path] of all.filter(isPng).entries()) {
    usual.push((await ask(path, {}, `127.0.1.${i % 200}`)).status); // one quota may not suffice
  }
  expect(new Set(usual)).toEqual(new Set([200, 308]));
  let refused = await ask("/sandbox/hot/embed/nhci-badge.svg");
  for (let i = 0; i < 120 && refused.status === 200; i++) refused = await ask("/sandbox/hot/embed/nhci-badge.svg");
  expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([429, '"sandbox";q=120;w=60']);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  for (const path of ["/api/public/nhci/meta", "/embed/nhci.json?x=1", "/embed/nhci-chart.js"]) {
    expect([path, (await ask(`/sandbox/peak${path}`)).status]).toEqual([path, 200]);
  }
  expect((await ask("/sandbox/hot/embed/nhci-badge.svg", {}, "127.0.0.2")).status).toBe(200);
});

test.each([CURRENT, `${CURRENT}/history`, `${CURRENT}/meta`, `${CURRENT}/record`, "/embed/nhci.json"])(
  "%s is 503 in the scene waiting, which has no score yet",
  async (path) => {
    expect((await (await instance()).ask(`waiting${path}`)).status).toBe(503);
  },
);

describe("the scene limited", async () => {
  const { ask, json } = await instance();

  test.each([CURRENT, `${CURRENT}/history`])("answers %s with 429 and Retry-After", async (path) => {
    const { status, headers } = await ask(`limited${path}`);
    expect([status, headers["retry-after"]]).toEqual([429, "50"]);
  });

  test("has a score in the response without a limit", async () => {
    expect(await json("limited/embed/nhci.json")).toMatchObject({ btc: { score: 50 }, days: 30 });
  });
});

test.each(["moon/api/public/nhci", "bull/other", "bull/openapi.json", "constructor/api/public/nhci"])(
  "/sandbox/%s is 404 and says where the scenes are listed",
  async (target) => {
    const { status, text } = await (await instance()).ask(target);
    expect([status, JSON.parse(text).detail]).toEqual([404, expect.stringContaining("See /sandbox for the list")]);
  },
);

describe("the scene that changes", () => {
  /** The feed, newest first, and the current state, at each of the next minutes. */
  async function minutes(count: number) {
    const site = sampleSite(UNLIMITED);
    const { json } = await instance(site);
    const seen = [];
    for (let i = 0; i < count; i += 1) {
      const { items } = (await json("changing/feed.json")) as JsonFeedReply;
      const { settled } = (await json(`changing${CURRENT}/meta`)) as MetaReply;
      const { btc } = (await json(`changing${CURRENT}`)) as CurrentReply;
      seen.push({ items, settled, btc });
      await site.clock.advance(60_000);
    }
    return seen;
  }

  test("changes something every minute, and the newest entry of its feed has the current state", async () => {
    const seen = await minutes(10);
    for (const { items, settled, btc } of seen) {
      expect(items[0]?._peak).toMatchObject({ settled_phase_key: settled?.key, settled_signal: settled?.signal });
      expect([settled?.key, settled?.signal]).toEqual([btc.phase_key, btc.signal]);
    }
    const states = seen.map(({ btc: { phase_key, signal, context } }) => JSON.stringify([phase_key, signal, context]));
    expect(states.filter((state, i) => state === states[i - 1])).toEqual([]);
  });

  test("has entries of every kind, with the previous and the new value", async () => {
    const seen = await minutes(10);
    const kinds = new Set<string>();
    for (const [i, { items, btc }] of seen.slice(1).entries()) {
      const before = seen[i];
      const known = new Set(before?.items.map(({ id }) => id));
      for (const { _peak: facts } of items.filter(({ id }) => !known.has(id))) {
        kinds.add(facts.flag ?? facts.kind);
        const { key, signal } = before?.settled ?? {};
        expect([key, null]).toContain(facts.previous_phase_key);
        expect([signal, null]).toContain(facts.previous_signal);
        expect(facts.is_up).toBe(facts.flag && btc.context[facts.flag] !== null);
      }
    }
    expect([...kinds].sort()).toEqual(["descent_guard", "settled_phase", "settled_signal", "top_risk"]);
  });

  test("keeps the id, the URL and the time of every entry for an hour", async () => {
    const [first, second] = await minutes(2);
    const unchanged = second!.items.slice(-first!.items.length + 3);
    expect(first!.items).toEqual(expect.arrayContaining(unchanged));
    for (const field of ["id", "url", "date_published"] as const)
      expect(new Set(second!.items.map((item) => item[field])).size).toBe(second!.items.length);
    const moments = second!.items.map(({ date_published }) => date_published);
    expect(moments).toEqual(moments.toSorted().reverse());
    expect(first!.items.length).toBeGreaterThan(60);
  });

  test("has the same entries on every instance", async () => {
    const [one, other] = await Promise.all([minutes(1), minutes(1)]);
    expect(one).toEqual(other);
  });
});
