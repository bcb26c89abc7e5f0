import { instantOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { type StatusView, statusPage } from "../../../src/pages/status.js";
import type { MetaReply } from "../../../src/published/meta-reply.js";
import { NAMED_SITE } from "../../support/sample-published.js";
import { sampleSite } from "../../support/sample-site.js";

const [KRAKEN, COINGECKO, BINANCE] = [
  { name: "kraken", title: "Kraken <K>", gives: "prices" },
  { name: "coingecko", title: "CoinGecko", gives: "prices" },
  { name: "binance", title: "Binance", gives: "prices" },
] as const;

const ANSWERED = "2026-11-21T07:05:19.000Z";

const SOURCES: MetaReply["sources"] = [
  { ...KRAKEN, health: "ok", answered_at: ANSWERED, age_seconds: 41, fault: null },
  { ...COINGECKO, health: "failing", answered_at: ANSWERED, age_seconds: 3700, fault: "throttled" },
  { ...BINANCE, health: "idle", answered_at: null, age_seconds: null, fault: null },
];

const ANSWER = (await (await sampleSite().ask("/api/public/nhci/meta")).json()) as MetaReply;
const { btc: BTC, market: MARKET } = ANSWER;

type Input = MetaReply["inputs"][number];

const META: MetaReply = {
  ...ANSWER,
  btc: { ...BTC, change: { "1d": 0.8, "7d": -2.1, "30d": 10.3 } },
  settled: { ...ANSWER.settled!, phase: "Accumulation", key: "ACUM", since: "2026-11-10", days: 12 },
  market: {
    ...MARKET,
    btc_price_usd: { ...MARKET.btc_price_usd, age_seconds: 41, single_source: false },
    fear_greed: { ...MARKET.fear_greed, source: "alternative-me", age_seconds: 25_560 },
  },
  sources: SOURCES,
  inputs: [
    input("btc_price", "Bitcoin price", { source: "kraken", agreeing: 4, enabled: 4, age_seconds: 41 }),
    input("mvrv", "MVRV", {
      ...{ source: "brk", enabled: 2, age_seconds: 25_560, state: "replaced", replaced_since: ANSWERED },
      silent: [{ source: "coin-metrics", since: ANSWERED }],
    }),
    input("eth", "Ethereum (ETH)", { state: "unknown" }),
  ],
};

function input(key: Input["key"], title: string, fields: Partial<Input>): Input {
  return {
    ...{ key, title, state: "ok", source: null, agreeing: 1, enabled: 0, observed_at: null, age_seconds: null },
    ...{ unsure: null, refused: [], silent: [], unconfirmed_since: null, replaced_since: null },
    ...fields,
  };
}

/** The Bitcoin price of the sample, contradicted by its sources. */
const UNSURE: Partial<MetaReply> = {
  inputs: [
    input("btc_price", "Bitcoin price", {
      ...{ state: "unsure", source: "kraken", agreeing: 0, enabled: 4, age_seconds: 4000 },
      unsure: { since: ANSWERED, reason: "tie", text: "the sources are split evenly" },
      refused: [{ source: "binance", since: ANSWERED }],
    }),
  ],
};

/** The view of `/status`, with some fields of the response of `meta` replaced. */
function sampleStatus(fields: Partial<MetaReply> = {}): StatusView {
  return { at: instantOf("2026-11-21T07:06:00Z"), meta: { ...META, ...fields } };
}

/** The text of the page without its tags. */
function textOf(view: Parameters<typeof statusPage.draw>[2]): string {
  const page = statusPage.draw(NAMED_SITE, "en", view);
  const body = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
  return body
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll(" ,", ",");
}

const WORKING = META.sources.filter(({ health }) => health !== "failing");
const LATE = { ...META.next, history_at: "2026-11-21T06:00:00.000Z" };

describe("the status page", () => {
  test.each([
    ["Everything works. Last score 59 seconds ago.", sampleStatus({ sources: WORKING })],
    ["The score is up to date, but one source is not responding. Last score 59 seconds ago.", sampleStatus()],
    ["The score is up to date, but one input is unsure. Last score 59 seconds ago.", sampleStatus(UNSURE)],
    ["The score is out of date. Last score 59 seconds ago.", sampleStatus({ stale: true })],
    ["The daily row is late.", sampleStatus({ next: LATE })],
    ["Nothing can be stored right now.", { ...sampleStatus(), holds: ["The disk is full."] }],
    ["There is no score yet", {}],
  ])("says in one line: %s", (line, view) => {
    const [heading = ""] = /<h1.*?<\/h1>/.exec(statusPage.draw(NAMED_SITE, "en", view)) ?? [];
    expect(heading.replace(/<[^>]*>/g, "")).toContain(line);
  });

  const text = textOf(sampleStatus());

  test.each([
    "Next score 08:05 UTC Next daily row 06:00 UTC Sources responding 1 of 2",
    "Measures with data 100%",
    "Phase Bull Active Settled phase Accumulation for 12 days, since Nov 10, 2026",
    "1 day +0.8, 7 days −2.1, 30 days +10.3",
    "Inputs 1 needs attention",
    "Bitcoin price Kraken &lt;K&gt; 4 of 4 sources 41 seconds ago ✓ ok",
    "MVRV brk 1 of 2 sources 7 hours ago × replaced another source has replaced the first one since " +
      "Nov 21, 2026, 07:05 UTC coin-metrics silent since Nov 21, 2026, 07:05 UTC",
    "Ethereum (ETH) – – – – not asked yet",
    "Kraken &lt;K&gt; live prices, daily closes, hourly closes 41 seconds ago ✓ ok",
    "CoinGecko live prices, Bitcoin dominance 61 minutes ago × failing asked us to wait",
    "Binance live prices, daily closes, hourly closes none yet – idle not needed in the last day",
  ])("tells: %s", (figures) => {
    expect(text).toContain(figures);
  });

  test("shows since when an input is unsure and why, and which source is contradicted", () => {
    expect(textOf(sampleStatus(UNSURE))).toContain(
      "Bitcoin price Kraken &lt;K&gt; 0 of 4 sources 66 minutes ago × unsure since Nov 21, 2026, 07:05 UTC: the " +
        "sources are split evenly Binance contradicted since Nov 21, 2026, 07:05 UTC",
    );
  });

  test("shows which values are not known yet, and how complete the data is", () => {
    const btc = { ...META.btc, change: { "1d": null, "7d": null, "30d": null } };
    const next = { ...META.next, score_at: null };
    const young = textOf(sampleStatus({ btc, next, settled: null, coverage: 0.899_999 }));
    expect(young).toContain("Next score –");
    expect(young).toContain("1 day –, 7 days –, 30 days –");
    expect(young).toContain("89.99% of the weight has data");
  });

  test("shows the progress of the first fetch, since when it has stalled, and why nothing may be stored", () => {
    const stalledSince = instantOf("2026-11-21T07:05:00Z");
    const trouble = "The clock of this machine is 54 h ahead of the sources.";
    const waitsFor = "the past is not complete: waiting for brk";
    const waiting = textOf({ share: 0.419, stalledSince, waitsFor, silent: ["Kraken"], holds: [trouble] });
    expect(waiting).toContain("The past is not complete: waiting for brk.");
    expect(waiting).toContain("The history is being loaded: 41% is done.");
    expect(waiting).toContain("No source has sent anything new since Nov 21, 2026, 07:05 UTC. We keep trying. Kraken");
    for (const page of [waiting, textOf({ ...sampleStatus(), holds: [trouble] })]) expect(page).toContain(trouble);
  });
});
