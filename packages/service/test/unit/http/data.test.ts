import type { RecordReply } from "peak-cycle-client";
import { parseCurrent, parseHistory, parseWeekly } from "peak-cycle-drawing";
import { addDays, FIRST_DAY, formatDay, HOUR_MS, startOf, type TrackRecord, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { rowForm } from "../../../src/published/history-reply.js";
import { bodiesOf } from "../../support/sample-ledger.js";
import { publishSample, sampleRows } from "../../support/sample-published.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { type SampleSite, sampleSite } from "../../support/sample-site.js";
import { showHistory } from "../../support/show-history.js";

const NHCI = "/api/public/nhci";
const textOf = async ({ get }: SampleSite, path: string) => (await get(path)).bytes.toString();
const jsonOf = async (site: SampleSite, path: string) => JSON.parse(await textOf(site, path));

test("the publisher rejects figures that break the public contract, and never shows them", async () => {
  const { get, published } = sampleSite();
  const before = (await get(NHCI)).bytes.toString();
  const { score } = published.now.get();
  const broken = { ...score!, btc: { ...score!.btc, score: 101 } };
  expect(() => published.show({ score: broken })).toThrow();
  expect((await get(NHCI)).bytes.toString()).toBe(before);
});

test("the numbers of a row equal the ledger's, to the byte", () => {
  const [sample] = sampleRows();
  const closed = { day: FIRST_DAY, closedAt: startOf(FIRST_DAY), price: 1, majors: {}, sources: {} };
  const missing = { mvrv: undefined, fearGreed: undefined, dominance: undefined };
  for (const smoothed of [0, 0.05, 44.949999999999996, 45, 99.95]) {
    const row = { ...sample!, day: addDays(FIRST_DAY, 1), smoothed, btcPriceUsd: (smoothed + 1) * 1000.0049 };
    const shown = JSON.stringify(rowForm(row)).replace(/"phase":"[^"]*",/, "");
    const [body] = bodiesOf([{ ...closed, ...missing }], [row]);
    expect(JSON.stringify(body)).toContain(`"row":${shown.slice(0, -1)},`);
  }
});

test("score.txt is the score with one decimal, and not a number once it is stale", async () => {
  const site = sampleSite();
  expect(await textOf(site, `${NHCI}/score.txt`)).toBe("47.3\n");
  await site.clock.advance(2 * HOUR_MS);
  expect(await textOf(site, `${NHCI}/score.txt`)).toBe("47.3 (stale)\n");
});

describe("the response for widgets", () => {
  test("combines the current score and the history, and widgets can read both from it", async () => {
    const site = sampleSite();
    const [one, other] = [await jsonOf(site, NHCI), await jsonOf(site, `${NHCI}/history`)];
    const both = await jsonOf(site, "/embed/nhci.json");
    expect(both).toEqual({ ...one, ...other, settled_phase_key: "BULL" });
    expect(parseCurrent(both)?.now.settled).toBe("BULL");
    const { settled_phase_key: _, ...plain } = both;
    expect([parseCurrent(plain), parseHistory(both)]).toEqual([parseCurrent(one), parseHistory(other)]);
  });

  test("is 503 until there are both a score and 30 days", async () => {
    const { get, published } = sampleSite({ isEmpty: true });
    const status = async () => (await get("/embed/nhci.json")).status;
    publishSample(published);
    showHistory(published, { rows: sampleRows().slice(1) });
    expect(await status()).toBe(503);
    showHistory(published, { rows: sampleRows() });
    expect(await status()).toBe(200);
  });
});

describe("the weeks for the chart's range of a cycle", () => {
  test("have whole scores every seven days, prices of three digits and the main turns", async () => {
    const body = await jsonOf(sampleSite(), "/embed/nhci-cycle.json");
    expect(body.scores.length).toBeGreaterThan(100);
    expect(body.prices_usd).toHaveLength(body.scores.length);
    for (const price of body.prices_usd) expect(Number(price.toPrecision(3))).toBe(price);
    const { weeks, turns } = parseWeekly(body)!.weekly;
    expect(weeks.map(({ score }) => score)).toEqual(body.scores);
    expect(weeks[1]!.date).toBe(formatDay(addDays(utcDay(body.first_date), 7)));
    expect(turns.map(({ kind }) => kind)).toEqual(body.turns.map(({ kind }: { kind: string }) => kind));
    expect(turns.length).toBeGreaterThan(0);
  });

  test("are 503 until there is a record", async () => {
    const { get } = sampleSite({ isEmpty: true });
    expect((await get("/embed/nhci-cycle.json")).status).toBe(503);
  });
});

test("the CSV follows RFC 4180, with the numbers of the JSON and the settled phase of the day", async () => {
  const rows = sampleRows("2026-11-21", 31).map((row, i) => ({
    ...row,
    settled: i < 9 ? ("ACUM" as const) : row.settled,
  }));
  const site = sampleSite();
  showHistory(site.published, { rows });
  const [head, ...lines] = (await textOf(site, `${NHCI}/history.csv`)).split("\r\n");
  expect(head).toBe("date,score,score_smoothed,phase,phase_key,btc_price_usd,settled_phase_key");
  const { data } = await jsonOf(site, `${NHCI}/history`);
  const expected = data.map((row: object, i: number) => [...Object.values(row), rows[i + 1]?.settled].join());
  expect(lines).toEqual([...expected, ""]);
  expect(lines.join("\n")).not.toMatch(/(?:^|,|\n)[=+\-@\t\r"]/); // nothing that a spreadsheet would treat as a formula
});

test("corrections are published with their reason and the correct row", async () => {
  expect((await jsonOf(sampleSite(), `${NHCI}/revisions`)).revisions).toEqual([
    {
      number: 1,
      date: "2026-11-19",
      revised_at: "2026-11-20T12:00:00.000Z",
      reason: 'The price of one source was wrong: <"80,000"> instead of 79,000.',
      score: 43.1,
      score_smoothed: 42,
      phase: "Bull Active",
      phase_key: "BULL",
      btc_price_usd: 79_000,
    },
  ]);
});

test("the proof ends with the signed entry, and links to its public keys and leaves", async () => {
  const site = sampleSite();
  const proof = await jsonOf(site, `${NHCI}/proof`);
  expect(proof.entries).toHaveLength(30);
  expect(proof.entries.at(-1)).toMatchObject({ position: proof.position, hash: proof.hash });
  const { keys } = await jsonOf(site, new URL(proof.keys_url).pathname);
  expect(keys.map((key: { endorsed_by: string | null }) => key.endorsed_by)).toEqual([null, keys[0].kid]);
  expect(JSON.stringify(keys)).not.toContain('"d":');
  expect((await textOf(site, new URL(proof.leaves_url).pathname)).trim().split("\n")).toHaveLength(proof.position + 1);
});

describe("the record", async () => {
  const replyTo = async (record: TrackRecord) => {
    const site = sampleSite();
    site.published.record.put(record);
    return (await jsonOf(site, `${NHCI}/record`)) as RecordReply;
  };
  const reply = await replyTo(SAMPLE_RECORD);

  test("counts alarms by outcome, and misses, in each period and in total", () => {
    expect(reply.flags).toEqual({
      top_risk: { right: 3, false: 1, open: 1, missed: 1 },
      descent_guard: { right: 4, false: 1, open: 0, missed: 1 },
    });
    expect(reply.periods.map(({ period }) => period)).toEqual(["early", "development", "later"]);
    for (const verdict of ["right", "false", "open", "missed"] as const) {
      const sum = reply.periods.reduce((count, { flags }) => count + flags.top_risk[verdict], 0);
      expect(sum).toBe(reply.flags.top_risk[verdict]);
    }
  });

  test("has the year after each phase in every period that contains one", async () => {
    const [, after] = reply.year_after.filter(({ period }) => period === "development");
    const figures = { days: 666, p10: -0.408, median: 0.369, p90: 7.187, rose: 0.608 };
    expect(after).toEqual({ period: "development", phase_key: "ACUM", ...figures });
    const periods = SAMPLE_RECORD.periods.map((each) => ({
      ...each,
      phases: each.phases.map((phase) => ({ ...phase, yearAfter: undefined })),
    }));
    const young = await replyTo({ ...SAMPLE_RECORD, periods, hindsight: undefined });
    expect([young.year_after, young.hindsight]).toEqual([[], null]);
  });

  test("has each plain measure's reading at a turn, and the warnings by score and measures under one rule", () => {
    expect(reply.turns[0]).toMatchObject({ kind: "high", date: "2013-11-14" });
    expect(reply.turns[0]).toMatchObject({ verdict: "early", days_before: 322, price_share: 0.035 });
    expect(reply.turns[0]?.readings).toEqual({ mvrv: 92.5, mayer: 52.2, power_law: 90.3, fear_greed: null });
    expect(reply.turns[0]?.baselines.mvrv).toMatchObject({ verdict: "early" });
    const missed = reply.turns.filter(({ verdict }) => verdict === "missed");
    expect(missed.map(({ days_before, price_share }) => [days_before, price_share])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test("counts the verdicts on every measure, and states those on the score in one sentence", () => {
    expect(reply.headline).toBe(
      "At 10 past turns, the score was in time twice, early 6 times, and missed 2. " +
        "The 3 turns since 2023, after the model was tuned: 1 in time, 2 early.",
    );
    expect(reply.verdicts.map(({ measure }) => measure)).toEqual(["score", "mvrv", "mayer", "power_law", "fear_greed"]);
    const [score] = reply.verdicts;
    expect([score?.highs, score?.lows]).toEqual([
      { in_time: 1, early: 3, missed: 1 },
      { in_time: 1, early: 3, missed: 1 },
    ]);
    for (const kind of ["high", "low"] as const) {
      const own = reply.turns.filter((turn) => turn.kind === kind).map(({ baselines }) => baselines.mayer?.verdict);
      const { highs, lows } = reply.verdicts[2]!;
      const counted = kind === "high" ? highs : lows;
      for (const verdict of ["in_time", "early", "missed"] as const) {
        expect(own.filter((each) => each === verdict)).toHaveLength(counted[verdict]);
      }
    }
  });

  test("lists every entry into an outermost phase, even without a following year, and all average costs", () => {
    expect(reply.entries).toHaveLength(SAMPLE_RECORD.entries.length);
    const open = { date: "2026-02-10", phase_key: "FONDO", period: "later", price_usd: 10_617.72, year_later: null };
    expect(reply.entries.at(-1)).toEqual(open);
    expect(reply.average_cost.map(({ period, difference }) => [period, difference])).toEqual([
      ["early", -0.561],
      ["development", -0.273],
      ["later", -0.23],
      ["whole", -0.164],
    ]);
  });
});

test("security.txt names a contact for half a year, and is 404 without one", async () => {
  const path = "/.well-known/security.txt";
  const config = { baseUrl: new URL("https://peak.example/below"), securityContact: "mailto:security@peak.example" };
  expect((await textOf(sampleSite({ config }), path)).split("\n")).toEqual([
    "Contact: mailto:security@peak.example",
    "Expires: 2027-05-20T00:00:00.000Z",
    "Preferred-Languages: en",
    "Canonical: https://peak.example/below/.well-known/security.txt",
    "",
  ]);
  expect((await sampleSite().ask(path)).status).toBe(404);
});

test.each([
  ["", "/"],
  ["/de", "/de"],
])("the manifest below %j opens %s, even if the site is below a path", async (folder, start) => {
  const site = sampleSite({ config: { baseUrl: new URL("https://peak.example/below/") } });
  const manifest = await jsonOf(site, `${folder}/manifest.webmanifest?lang=es`);
  const resolved = (to: string) => new URL(to, `https://peak.example/below${folder}/manifest.webmanifest`).pathname;
  expect([manifest.id, resolved(manifest.scope), resolved(manifest.start_url)]).toEqual([
    ...["/below/", "/below/", `/below${start}`],
  ]);
  for (const { src } of manifest.icons) {
    expect((await site.get(resolved(src).replace("/below", ""))).status).toBe(200);
  }
});

test("llms.txt follows llmstxt.org, links every path once, and names the tools if they are on", async () => {
  const site = sampleSite();
  const text = await textOf(site, "/llms.txt");
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  const named = [...text.matchAll(/^- \[([^\s{]+)\]\([^\s{]+\): \S/gm)].map(([, path]) => path);
  const described = [...site.app.docs.keys()];
  expect(named.toSorted()).toEqual(described.toSorted());
  expect(text).not.toContain("/mcp");
  const told = await textOf(sampleSite({ config: { hasMcp: true } }), "/llms.txt");
  expect(told).toContain("http://127.0.0.1:8080/mcp speaks the Model Context Protocol over HTTP.");
});

test.each(["/api/public/nhci", "/api/public/nhci/history"])(
  "%s is 503 with Retry-After before the first score",
  async (path) => {
    const { status, headers, bytes } = await sampleSite({ isEmpty: true }).get(path);
    expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "15", "no-store"]);
    expect(JSON.parse(bytes.toString())).toMatchObject({ ok: false });
  },
);
