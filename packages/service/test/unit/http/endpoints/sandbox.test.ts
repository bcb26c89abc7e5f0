import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { formatInstant, instantOf, phaseOf, type TrackRecord } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { CurrentReply } from "../../../../src/http/endpoints/current.js";
import { HistoryReply } from "../../../../src/http/endpoints/history.js";
import { MetaReply } from "../../../../src/http/endpoints/meta.js";
import { RecordReply } from "../../../../src/http/endpoints/record.js";
import { sandbox, sandboxScenes } from "../../../../src/http/endpoints/sandbox.js";
import type { PreparedResponse } from "../../../../src/http/response-variants.js";
import { SCENES, type Scene } from "../../../../src/http/sandbox-scenes.js";
import { scenePublisher } from "../../../../src/http/scene-values.js";
import { recordPoints } from "../../../../src/pages/record/record-past.js";
import { type FakeClock, fakeClock } from "../../../support/fake-clock.js";
import { sampleDeps } from "../sample-deps.js";

const CURRENT = "/api/public/nhci";
const API_PAGE = "../../../../../../docs/api.md";

const AT = "2026-11-21T07:06:10Z";

/** What one instance answers, uncompressed unless it is asked for otherwise. @param at a moment, or a clock that goes on */
function instance(at: string | FakeClock = AT, headers = {}) {
  const deps = { ...sampleDeps(), clock: typeof at === "string" ? fakeClock(at) : at };
  const respond = sandbox.responder(deps);
  return (target: string): PreparedResponse => {
    const request = { method: "GET", url: `/sandbox/${target}`, headers } as IncomingMessage;
    return respond(request, `/sandbox/${target}`.replace(/\?.*/, "")) as PreparedResponse;
  };
}

const LIST = bodyOf(
  sandboxScenes.responder(sampleDeps())({ headers: {} } as IncomingMessage, "/sandbox") as PreparedResponse,
);

/** What every scene answers. */
const PATHS: readonly string[] = LIST.paths;

function textOf({ body }: PreparedResponse): string {
  return Buffer.from(body as string).toString();
}

function headerOf({ head }: PreparedResponse, name: string): string | undefined {
  const at = head.findIndex((each, i) => i % 2 === 0 && each === name);
  return at === -1 ? undefined : head[at + 1];
}

function bodyOf({ body }: PreparedResponse) {
  return JSON.parse(String(body));
}

test("a scene keeps the picture that was asked for last, and no other", () => {
  const ask = instance(AT, { "accept-encoding": "br" });
  const bodies = ["sm", "sm", "md", "sm"].map((size) => ask(`bull/embed/nhci-badge.svg?size=${size}`).body);
  const [first, again, other, later] = bodies;
  expect([again === first, other === first, later === first]).toEqual([true, false, false]);
  expect(later).toEqual(first);
});

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

  test.each(sameEverywhere.map(({ name }) => name))("%s answers like the service itself", (name) => {
    const [current, history, meta, record] = ["", "/history", "/meta", "/record"].map((path) =>
      ask(name + CURRENT + path),
    );
    const { btc, market } = CurrentReply.parse(bodyOf(current as PreparedResponse));
    const { data } = HistoryReply.parse(bodyOf(history as PreparedResponse));
    expect(data.at(-1)).toMatchObject({ date: "2026-11-21", score: btc.score, phase_key: btc.phase_key });
    expect([market.btc_price_usd, ...data.map((row) => row.btc_price_usd)]).toEqual(Array(31).fill(12345.67));
    expect(MetaReply.parse(bodyOf(meta as PreparedResponse)).btc.score).toBe(btc.score);
    const { to, turns, flags } = RecordReply.parse(bodyOf(record as PreparedResponse));
    expect([to, ...turns.map(({ price_usd }) => price_usd)]).toEqual(["2026-11-20", 12345.67, 12345.67]);
    expect([flags.top_risk.missed, flags.descent_guard.missed]).toEqual([1, 1]);
  });

  test("is in the state that its name says", () => {
    const stateOf = (name: string) => {
      const { score, phase_key, context, stale } = bodyOf(ask(name + CURRENT)).btc;
      return [score, phase_key, context.descent_guard, context.top_risk, stale];
    };
    expect(["fondo", "acum", "bull", "hot", "peak"].map(stateOf)).toEqual([
      [10, "FONDO", null, null, false],
      [30, "ACUM", null, null, false],
      [50, "BULL", null, null, false],
      [70, "HOT", null, null, false],
      [90, "PEAK", null, null, false],
    ]);
    expect(stateOf("descent").slice(2)).toEqual(["BEAR_DESCENT", null, false]);
    expect(stateOf("top-risk").slice(2)).toEqual([null, "TOP_DISTRIBUTION", false]);
    expect(stateOf("both").slice(2)).toEqual(["BEAR_DESCENT", "TOP_DISTRIBUTION", false]);
    expect(stateOf("stale").slice(2)).toEqual([null, null, true]);
  });

  test("says everything in meta that the service says", () => {
    const fields = (value: unknown, path = ""): readonly string[] => {
      if (value === null) return [path];
      if (typeof value !== "object") return [];
      return Object.entries(value as object).flatMap(([name, each]) => fields(each, `${path}.${name}`));
    };
    for (const { name } of scored) {
      const meta = bodyOf(ask(`${name}${CURRENT}/meta`));
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
      const record = bodyOf(ask(`${name}${CURRENT}/record`));
      expect([record.year_after.length, record.hindsight.days], name).toEqual([5, 730]);
    }
  });

  test("has states that are rare: a source away, a part without data, a correction, a settled phase that is another one", () => {
    expect(bodyOf(ask(`failing-source${CURRENT}/meta`)).sources[0]).toMatchObject({
      health: "failing",
      fault: "unreachable",
    });
    expect(bodyOf(ask(`partial${CURRENT}/meta`)).coverage).toBe(0.7);
    expect(bodyOf(ask(`corrected${CURRENT}/revisions`)).revisions).toMatchObject([{ number: 1, date: "2026-11-18" }]);
    expect(bodyOf(ask(`hot${CURRENT}/revisions`)).revisions).toEqual([]);
    const { btc, settled } = bodyOf(ask(`crossed${CURRENT}/meta`));
    expect([btc.score, btc.phase_key, settled.key]).toEqual([58, "BULL", "HOT"]);
  });

  test.each(["feed.atom", "feed.json", "embed/nhci", "embed/nhci-badge.svg", "embed/nhci-chart.svg?lang=de"])(
    "answers /%s, marked as made up",
    (path) => {
      const response = ask(`hot/${path}`);
      expect(response.status).toBe(200);
      expect(textOf(response)).toContain("(sandbox: hot)");
    },
  );

  test("says in its headers what it is, and until when it is true", () => {
    const response = ask(`hot${CURRENT}`);
    expect(headerOf(response, "Sandbox")).toBe("hot");
    expect(headerOf(response, "X-Robots-Tag")).toBe("noindex");
    expect(headerOf(response, "Cache-Control")).toBe("public, max-age=50");
    expect(headerOf(response, "RateLimit-Policy")).toBeUndefined();
  });
});

test("the feed of a scene tells the flags that are up, and the changes of its rows", () => {
  const ask = instance();
  const titles = (name: string): string[] =>
    bodyOf(ask(`${name}/feed.json`)).items.map(({ title }: { title: string }) => title);
  expect(titles("both").slice(0, 2)).toEqual([
    "Cycle-top distribution: flag up (score 70.0)",
    "Bear-market descent: flag up (score 70.0)",
  ]);
  expect(titles("hot").filter((title) => title.includes("flag"))).toEqual([]);
  expect(SCENES.flatMap(({ name }) => (name === "waiting" ? [] : titles(name))).join("\n")).toContain(
    "Settled phase: ",
  );
});

test.each(["hot", "crossed", "stale"])("every form of %s says the same", (name) => {
  const ask = instance();
  const text = (path: string) => textOf(ask(name + path));
  const { btc } = JSON.parse(text(CURRENT));
  const score = btc.score.toFixed(1);
  expect(JSON.parse(text(`${CURRENT}/meta`)).btc.score).toBe(btc.score);
  expect(JSON.parse(text("/embed/nhci.json")).btc).toEqual(btc);
  if (!btc.stale) expect(Number(text(`${CURRENT}/score.txt`))).toBe(btc.score);
  for (const path of ["/embed/nhci", "/embed/nhci-badge.svg", "/embed/nhci-chart.svg"]) {
    expect(text(path), path).toContain(`>${score}<`);
    expect(text(path), path).toContain(btc.phase);
  }
});

test("every address that a scene gives leads somewhere", () => {
  const ask = instance();
  const site = sampleDeps().config.baseUrl.href.replace(/\/$/, "");
  const addresses = new Set<string>();
  const collect = (text: string) => {
    for (const [address] of text.replaceAll("\\/", "/").matchAll(/https?:\/\/[^\s"'<>)&?#]+/g)) {
      if (address.startsWith(`${site}/sandbox/`)) addresses.add(address.slice(`${site}/sandbox/`.length));
    }
  };
  collect(JSON.stringify(LIST));
  for (const { name } of SCENES) {
    for (const answer of PATHS.map((path) => ask(name + path))) if (answer.status === 200) collect(textOf(answer));
  }
  expect(addresses.size).toBeGreaterThan(SCENES.length);
  for (const path of addresses) {
    expect([200, 308, 429, 503], path).toContain(ask(path).status);
  }
});

test("an instance that has run for hours answers the same bytes as one that has just begun", async () => {
  const clock = fakeClock("2026-11-21T03:00:00Z");
  const old = instance(clock);
  const answers = (ask: typeof old) => SCENES.flatMap(({ name }) => PATHS.map((path) => ask(name + path)));
  for (const seconds of [20, 61 * 60, 121 * 60]) {
    await clock.advance(seconds * 1000);
    expect(answers(old)).toEqual(answers(instance(formatInstant(clock.now()))));
  }
});

test("waiting has no score yet", () => {
  const ask = instance();
  for (const path of ["", "/history", "/meta", "/record", "/score.txt"]) {
    expect(ask(`waiting${CURRENT}${path}`).status).toBe(503);
  }
  expect(ask("waiting/embed/nhci.json").status).toBe(503);
});

test("limited always refuses the two answers, with the time to come back, and not what widgets ask after a 429", () => {
  const ask = instance();
  const refusal = ask(`limited${CURRENT}`);
  expect([refusal.status, headerOf(refusal, "Retry-After")]).toEqual([429, "50"]);
  const data = ask("limited/embed/nhci.json");
  expect([data.status, headerOf(data, "Sandbox")]).toEqual([200, "limited"]);
  expect(bodyOf(data)).toMatchObject({ btc: { score: 50 }, days: 30 });
});

test("an unknown scene or path is a failure like any other, and says where all are listed", () => {
  const ask = instance();
  for (const target of [
    "moon/api/public/nhci",
    "bull/other",
    "bull/api/public/nhci/proof",
    "constructor/api/public/nhci",
  ]) {
    const response = ask(target);
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
