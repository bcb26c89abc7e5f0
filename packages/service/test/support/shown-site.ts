/** The site as readers see it, with an example of everything, on a real socket. */
import { readFileSync } from "node:fs";
import { HOUR_MS, plus, signalOf } from "peak-cycle-model";
import type { InputState } from "../../src/domain/input-state.js";
import { METRICS } from "../../src/domain/observation.js";
import type { SourceState } from "../../src/domain/source-state.js";
import { listen } from "../../src/http/listen.js";
import { rasterize } from "../../src/pictures/rasterize.js";
import { IMPORT, namesInOrder, SOURCES } from "../../src/sources/order.js";
import { sampleInput } from "./sample-extras.js";
import { SAMPLE_CONFIG, sampleSnapshot } from "./sample-published.js";
import { sampleSite } from "./sample-site.js";

/** Started by the first test of this process that needs it; ends with the process. */
let started: Promise<string> | undefined;

/** @returns the origin of a site with a score, both flags up, and a long past */
export function shownSite(): Promise<string> {
  started ??= startSite();
  return started;
}

const WIDGETS = new URL("../../dist/widgets/", import.meta.url);
const SCRIPTS = ["nhci-chart.js", "nhci-badge.js", "frame.js", "copy.js", "document.js", "frames.js", "home.js"];

const { score: SCORE, market: MARKET } = sampleSnapshot();
const SCORED_AT = SCORE.computedAt;
const BOTH_FLAGS = { descentGuard: "BEAR_DESCENT", topRisk: "TOP_DISTRIBUTION" } as const;

/**
 * One source that responds, one that fails now, and one that never returned anything usable; the others were not
 * queried.
 */
const SOURCE_STATES: readonly SourceState[] = [
  { source: "kraken", askedAt: SCORED_AT, answeredAt: SCORED_AT, fault: undefined },
  { source: "coingecko", askedAt: SCORED_AT, answeredAt: plus(SCORED_AT, -HOUR_MS), fault: "throttled" },
  { source: "brk", askedAt: SCORED_AT, answeredAt: undefined, fault: "malformed" },
];

/** Some inputs that are ok, and one each that is unconfirmed, unsure and replaced. */
const INPUT_STATES: readonly InputState[] = METRICS.map((metric) => {
  const [source, since] = [namesInOrder(metric).findLast((name) => name !== IMPORT), plus(SCORED_AT, -HOUR_MS)];
  const state = sampleInput(metric, { source, enabled: 4, agreeing: 4 });
  if (metric === "mvrv") return { ...state, agreeing: 1, unconfirmedSince: since, silent: [{ source: "brk", since }] };
  if (metric === "sol-close") return { ...state, replacedSince: since };
  if (metric !== "eth-price") return state;
  const refused = ["binance", "kraken"].map((source) => ({ source, value: 1, since }));
  return { ...state, agreeing: 0, unsure: { since, kind: "tie", why: "" }, refused };
});

async function startSite(): Promise<string> {
  const { app, published } = sampleSite({
    config: { baseUrl: new URL("https://peak.example"), trustedProxies: ["127.0.0.0/8"] },
    sources: SOURCES,
    scripts: new Map(SCRIPTS.map((name) => [name, readFileSync(new URL(name, WIDGETS), "utf8")])),
    drawPng: async (svg) => rasterize(svg, 1),
  });
  const { raw, phase } = SCORE.btc;
  published.show({
    score: { ...SCORE, flags: BOTH_FLAGS, btc: { ...SCORE.btc, signal: signalOf(phase, BOTH_FLAGS) } },
    positions: { mvrv: raw + 1.9, thermo: raw + 31.7, plaw: raw - 12.9, ma200w: raw - 20.7 },
    market: MARKET,
    sources: SOURCE_STATES,
    inputs: INPUT_STATES,
  });
  const { port } = await listen(app, SAMPLE_CONFIG);
  return `http://127.0.0.1:${port}`;
}

let visitors = 0;

/** Headers with an unused address, because each address has its own limit. */
export function ownAddress() {
  visitors++;
  return { extraHTTPHeaders: { "x-forwarded-for": `198.51.${process.pid & 255}.${visitors}` } };
}
