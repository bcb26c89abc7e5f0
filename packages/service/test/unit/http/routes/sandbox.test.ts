import { readFileSync } from "node:fs";
import { instantOf, phaseOf, type TrackRecord } from "peak-cycle-model";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CurrentReply } from "../../../../src/http/routes/current.js";
import { HistoryReply } from "../../../../src/http/routes/history.js";
import { MetaReply } from "../../../../src/http/routes/meta.js";
import { RecordReply } from "../../../../src/http/routes/record.js";
import { scenePublisher } from "../../../../src/http/sandbox/scene-values.js";
import { SCENES, type Scene } from "../../../../src/http/sandbox/scenes.js";
import { recordPoints } from "../../../../src/pages/record/record-past.js";
import { sampleSite } from "../sample-site.js";

const CURRENT = "/api/public/nhci";
const API_PAGE = "../../../../../../docs/api.md";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** What one instance answers, 70 s after 07:05. */
function instance(site = sampleSite()) {
  return async (target: string): Promise<Answer> => {
    if (site.clock.now() === SAMPLE_AT) await site.clock.advance(10_000);
    const { status, headers, bytes } = await site.get(`/sandbox/${target}`);
    return { status, headers, text: bytes.toString() };
  };
}

const SAMPLE_AT = instantOf("2026-11-21T07:06:00Z");

const LIST = await (await sampleSite().ask("/sandbox")).json();

/** What every scene answers. */
const PATHS: readonly string[] = LIST.paths;

function bodyOf({ text }: Answer) {
  return JSON.parse(text);
}

test("the high and the low of a scene lie on its curve, of which each point is in the phase of its score", () => {
  const { published, publish } = scenePublisher([]);
  const now = instantOf("2026-11-21T07:06:10Z");
  publish(SCENES[0] as Scene, now);
  const points = recordPoints(published.record.get() as TrackRecord);
  for (const { score, phase } of points) expect(phase).toBe(phaseOf(score ?? Number.NaN).key);
  const steps = points.slice(1).map(({ score = 0 }, i) => Math.abs(score - (points[i]?.score ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(3);
});

describe("a scene with a score", () => {
  const ask = instance();
  const scored = SCENES.filter(({ name }) => !["waiting", "limited"].includes(name));
  const sameEverywhere = scored.filter(({ name }) => name !== "crossed");

  test.each(sameEverywhere.map(({ name }) => name))("%s answers like the service itself", async (name) => {
    const [current, history, meta, record] = await Promise.all(
      ["", "/history", "/meta", "/record"].map((path) => ask(name + CURRENT + path)),
    );
    const { btc, market } = CurrentReply.parse(bodyOf(current as Answer));
    const { data } = HistoryReply.parse(bodyOf(history as Answer));
    expect(data.at(-1)).toMatchObject({ date: "2026-11-21", score: btc.score, phase_key: btc.phase_key });
    expect([market.btc_price_usd, ...data.map((row) => row.btc_price_usd)]).toEqual(Array(31).fill(12345.67));
    expect(MetaReply.parse(bodyOf(meta as Answer)).btc.score).toBe(btc.score);
    const { to, turns, flags } = RecordReply.parse(bodyOf(record as Answer));
    expect([to, ...turns.map(({ price_usd }) => price_usd)]).toEqual(["2026-11-20", 12345.67, 12345.67]);
    expect([flags.top_risk.missed, flags.descent_guard.missed]).toEqual([1, 1]);
  });

  test("is in the state that its name says", async () => {
    const stateOf = async (name: string) => {
      const { score, phase_key, context, stale } = bodyOf(await ask(name + CURRENT)).btc;
      return [score, phase_key, context.descent_guard, context.top_risk, stale];
    };
    expect(await Promise.all(["fondo", "acum", "bull", "hot", "peak"].map(stateOf))).toEqual([
      [10, "FONDO", null, null, false],
      [30, "ACUM", null, null, false],
      [50, "BULL", null, null, false],
      [70, "HOT", null, null, false],
      [90, "PEAK", null, null, false],
    ]);
    expect((await stateOf("descent")).slice(2)).toEqual(["BEAR_DESCENT", null, false]);
    expect((await stateOf("top-risk")).slice(2)).toEqual([null, "TOP_DISTRIBUTION", false]);
    expect((await stateOf("both")).slice(2)).toEqual(["BEAR_DESCENT", "TOP_DISTRIBUTION", false]);
    expect((await stateOf("stale")).slice(2)).toEqual([null, null, true]);
  });

  test("says everything in meta that the service says", async () => {
    const fields = (value: unknown, path = ""): readonly string[] => {
      if (value === null) return [path];
      if (typeof value !== "object") return [];
      return Object.entries(value as object).flatMap(([name, each]) => fields(each, `${path}.${name}`));
    };
    for (const { name } of scored) {
      const meta = bodyOf(await ask(`${name}${CURRENT}/meta`));
      expect(
        fields(meta).filter((path) => !path.endsWith(".fault")),
        name,
      ).toEqual([]);
      expect(
        meta.sources.map(({ health }: { health: string }) => health === "ok"),
        name,
      ).toEqual(meta.sources.map((_: unknown, i: number) => !(name === "failing-source" && i === 0)));
      const figures: readonly { source: string }[] = Object.values(meta.market);
      expect(figures.map(({ source }) => source)).toEqual(Array(3).fill(meta.sources.at(-1).name));
      const record = bodyOf(await ask(`${name}${CURRENT}/record`));
      expect([record.year_after.length, record.hindsight.days], name).toEqual([5, 730]);
    }
  });

  test("has states that are rare: a source away, a part without data, a correction, a settled phase that is another one", async () => {
    expect(bodyOf(await ask(`failing-source${CURRENT}/meta`)).sources[0]).toMatchObject({
      health: "failing",
      fault: "unreachable",
    });
    expect(bodyOf(await ask(`partial${CURRENT}/meta`)).coverage).toBe(0.7);
    expect(bodyOf(await ask(`corrected${CURRENT}/revisions`)).revisions).toMatchObject([
      { number: 1, date: "2026-11-18" },
    ]);
    expect(bodyOf(await ask(`hot${CURRENT}/revisions`)).revisions).toEqual([]);
    const { btc, settled } = bodyOf(await ask(`crossed${CURRENT}/meta`));
    expect([btc.score, btc.phase_key, settled.key]).toEqual([58, "BULL", "HOT"]);
  });

  test.each(["feed.atom", "feed.json", "embed/nhci", "embed/nhci-badge.svg", "embed/nhci-chart.svg?lang=de"])(
    "answers /%s, marked as made up",
    async (path) => {
      const { status, text } = await ask(`hot/${path}`);
      expect(status).toBe(200);
      expect(text).toContain("(sandbox: hot)");
    },
  );

  test("says in its headers what it is, and until when it is true", async () => {
    const { headers } = await ask(`hot${CURRENT}`);
    expect(headers["sandbox"]).toBe("hot");
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect(headers["cache-control"]).toBe("public, max-age=50");
    expect(headers["ratelimit-policy"]).toBeUndefined();
  });
});

test("the feed of a scene tells the flags that are up, and the changes of its rows", async () => {
  const ask = instance();
  const titles = async (name: string): Promise<string[]> =>
    bodyOf(await ask(`${name}/feed.json`)).items.map(({ title }: { title: string }) => title);
  expect((await titles("both")).slice(0, 2)).toEqual([
    "Cycle-top distribution: flag up (score 70.0)",
    "Bear-market descent: flag up (score 70.0)",
  ]);
  expect((await titles("hot")).filter((title) => title.includes("flag"))).toEqual([]);
  const all = await Promise.all(SCENES.filter(({ name }) => name !== "waiting").map(({ name }) => titles(name)));
  expect(all.flat().join("\n")).toContain("Settled phase: ");
});

test.each(["hot", "crossed", "stale"])("every form of %s says the same", async (name) => {
  const ask = instance();
  const text = async (path: string) => (await ask(name + path)).text;
  const { btc } = JSON.parse(await text(CURRENT));
  const score = btc.score.toFixed(1);
  expect(JSON.parse(await text(`${CURRENT}/meta`)).btc.score).toBe(btc.score);
  expect(JSON.parse(await text("/embed/nhci.json")).btc).toEqual(btc);
  if (!btc.stale) expect(Number(await text(`${CURRENT}/score.txt`))).toBe(btc.score);
  for (const path of ["/embed/nhci", "/embed/nhci-badge.svg", "/embed/nhci-chart.svg", "/embed/nhci-chart.png"]) {
    expect(await text(path), path).toContain(`>${score}<`);
    expect(await text(path), path).toContain(btc.phase);
  }
});

test("every address that a scene gives leads somewhere", async () => {
  const ask = instance(sampleSite({ limit: { take: () => 0 } }));
  const base = "http://127.0.0.1:8080/sandbox/";
  const addresses = new Set<string>();
  const collect = (text: string) => {
    for (const [address] of text.replaceAll("\\/", "/").matchAll(/https?:\/\/[^\s"'<>)&?#]+/g)) {
      if (address.startsWith(base)) addresses.add(address.slice(base.length));
    }
  };
  collect(JSON.stringify(LIST));
  for (const { name } of SCENES) {
    for (const path of PATHS) {
      const { status, text } = await ask(name + path);
      if (status === 200) collect(text);
    }
  }
  expect(addresses.size).toBeGreaterThan(SCENES.length);
  for (const path of addresses) expect([200, 308, 429, 503], path).toContain((await ask(path)).status);
});

test("an instance that has run for hours answers the same bytes as one that has just begun", async () => {
  const [old, limit] = [sampleSite({ limit: { take: () => 0 } }), { take: () => 0 }];
  const asked = ["hot", "stale"].flatMap((name) => PATHS.map((path) => `/sandbox/${name}${path}`));
  const answers = async (site: typeof old) => {
    const all = await Promise.all(asked.map((path) => site.get(path)));
    return all.map(({ status, headers, bytes }) => [status, headers["etag"], headers["cache-control"], bytes.length]);
  };
  for (const seconds of [20, 61 * 60, 121 * 60]) {
    await answers(old);
    await old.clock.advance(seconds * 1000);
    const young = sampleSite({ limit });
    await young.clock.advance(old.clock.now() - young.clock.now());
    expect(await answers(old)).toEqual(await answers(young));
  }
});

test("one client may have only so many pictures drawn in a minute, and is told when it may have the next ones", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask } = sampleSite();
  const pictures = SCENES.slice(0, 5).flatMap(({ name }) =>
    ["en", "de", "es", "fr", "pt"].flatMap((lang) =>
      ["sm", "md", "lg"].flatMap((size) =>
        ["light", "dark"].map(
          (theme) => `/sandbox/${name}/embed/nhci-badge.svg?lang=${lang}&size=${size}&theme=${theme}`,
        ),
      ),
    ),
  );
  const statuses = [];
  for (const picture of pictures) statuses.push((await ask(picture)).status);
  expect(statuses).toEqual([...Array(120).fill(200), ...Array(30).fill(429)]);
  const refused = await ask(pictures.at(-1)!);
  expect([refused.headers.get("retry-after"), refused.headers.get("ratelimit-policy")]).toEqual([
    "60",
    '"sandbox";q=120;w=60',
  ]);
  expect((await ask(pictures[0]!)).status).toBe(200); // drawn already
  expect((await ask("/sandbox/peak/api/public/nhci/meta")).status).toBe(200); // no drawing
  expect((await ask(pictures.at(-1)!, {}, "127.0.0.2")).status).toBe(200);
  vi.advanceTimersByTime(60_000);
  expect((await ask("/sandbox/both/embed/nhci-badge.svg")).status).toBe(200);
});

test("one address may ask for every usual answer of every scene at once", async () => {
  const { ask } = sampleSite();
  const statuses = await Promise.all(
    SCENES.filter(({ name }) => !["waiting", "limited"].includes(name)).flatMap(({ name }) =>
      PATHS.map(async (path) => (await ask(`/sandbox/${name}${path}`)).status),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200, 308]));
});

test("waiting has no score yet", async () => {
  const ask = instance();
  for (const path of ["", "/history", "/meta", "/record", "/score.txt"]) {
    expect((await ask(`waiting${CURRENT}${path}`)).status).toBe(503);
  }
  expect((await ask("waiting/embed/nhci.json")).status).toBe(503);
});

test("limited always refuses the two answers, with the time to come back, and not what widgets ask after a 429", async () => {
  const ask = instance();
  const refusal = await ask(`limited${CURRENT}`);
  expect([refusal.status, refusal.headers["retry-after"]]).toEqual([429, "50"]);
  const data = await ask("limited/embed/nhci.json");
  expect([data.status, data.headers["sandbox"]]).toEqual([200, "limited"]);
  expect(bodyOf(data)).toMatchObject({ btc: { score: 50 }, days: 30 });
});

test("an unknown scene or path is a failure like any other, and says where all are listed", async () => {
  const ask = instance();
  for (const target of [
    ...["moon/api/public/nhci", "bull/other", "bull/api/public/nhci/proof", "constructor/api/public/nhci"],
  ]) {
    const response = await ask(target);
    expect(response.status).toBe(404);
    expect(Object.keys(bodyOf(response))).toEqual(["ok", "type", "title", "status", "detail"]);
    expect(bodyOf(response).detail).toContain("/sandbox lists both");
  }
});

test("all scenes are listed with what stands before their paths, and the page of the API has them all", () => {
  const { scenes, paths } = LIST;
  expect(scenes).toHaveLength(SCENES.length);
  expect(scenes[0].url).toMatch(/^https?:\/\/.+\/sandbox\/fondo$/);
  expect(paths).toContain("/api/public/nhci");
  const [, section = ""] =
    /^## Sandbox\n(.*?)^## /ms.exec(readFileSync(new URL(API_PAGE, import.meta.url), "utf8")) ?? [];
  expect(SCENES.filter(({ name }) => !section.includes(`\`${name}\``))).toEqual([]);
});
