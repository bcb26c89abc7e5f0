/** No content leaves a drawing and no texts touch, in any state, language and width. */
import fc from "fast-check";
import { PHASES, SIGNAL_KEYS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { type AttributionParts, attributionParts } from "../../src/attribution.js";
import { badge } from "../../src/badge.js";
import { chart } from "../../src/chart.js";
import type { ChartView, CurrentScore } from "../../src/chart-data.js";
import { chartHeight } from "../../src/chart-plot.js";
import { rightMargin } from "../../src/cycle/cycle-axes.js";
import { cycleChart, PLOTS } from "../../src/cycle/cycle-chart.js";
import { CYCLE_RANGES, dataOf } from "../../src/cycle/cycle-data.js";
import { flatBadge } from "../../src/flat-badge.js";
import { LANGUAGES, type Language } from "../../src/locale.js";
import { serialize, type Tree, tree } from "../../src/markup.js";
import { labelsAt } from "../support/at-least-width.js";
import { sampleCycle } from "../support/sample-cycle.js";
import { crowding, textsOf } from "../support/texts-of.js";
import { daysOf, NOW, PUBLISHER, weeklyOf } from "../support/views.js";

const CREDIT = attributionParts({ ...PUBLISHER, baseUrl: "https://cycle.peak.example" });

/** The widest things a head can show: 100.0, both flags, each phase and signal in turn. */
const FULL: CurrentScore = { ...NOW, score: 100, phase: "PEAK", descentGuard: true, priceUsd: 1_234_567.89 };
const HEADS = PHASES.flatMap(({ key }, index): readonly CurrentScore[] => {
  const now = { ...FULL, phase: key, signal: SIGNAL_KEYS[index % SIGNAL_KEYS.length] };
  return [now, { ...now, topRisk: false }, { ...now, isStale: true, ageHours: 99 }];
});
const DAYS = daysOf((i) => ({ score: 100 - i, priceUsd: 1_234_567.89 + 1000 * Math.sin(i) }));
/** Six hundred weeks with a high and a low in each cycle of four years. */
const WEEKLY = weeklyOf(600);
/** The same with prices that are long in German, and a high near either end. */
const DEAR = { ...WEEKLY, turns: dearTurns() };
const SHOWN: readonly ChartView[] = [
  ...HEADS.map((now) => ({ now, days: DAYS })),
  { now: FULL, days: DAYS, state: "unreachable", isHistoryUnreachable: true, hasSwitch: true },
  { now: FULL, days: DAYS, weekly: WEEKLY, range: "cycle", hasSwitch: true },
  { now: FULL, days: DAYS, weekly: DEAR, range: "cycle", hasSwitch: true },
  { now: FULL, days: DAYS, stamp: ["Nov 21, 2026, 10:00\u00a0UTC", 21] },
  { now: undefined, days: [] },
  { now: undefined, days: [], state: "unreachable" },
  { now: undefined, days: DAYS, state: "unreachable", hasSwitch: true },
  { now: undefined, days: [], state: "unknown", wanted: "dogecoin" },
];
const VIEWS = SHOWN.flatMap((view) => [view, ofCrypto(view)]);

function dearTurns() {
  const { weeks } = WEEKLY;
  return [5, 180, 330, 460, 590].map((i) => ({
    ...(weeks[i] as (typeof weeks)[number]),
    priceUsd: 128_000,
    kind: "high" as const,
  }));
}

/** The same numbers, as a crypto score. */
function ofCrypto({ now, days, ...more }: ChartView): ChartView {
  const { signal, descentGuard, topRisk, priceUsd, ...score } = now ?? FULL;
  const withoutPrice = days.map(({ priceUsd: _, ...day }) => day);
  return { ...more, asset: "crypto", now: now && score, days: withoutPrice };
}

/** The widths on both sides of each layout change, and the usual ones. */
const WIDTHS = [180, 219, 220, 269, 270, 299, 300, 320, 360, 361, 399, 400, 459, 460, 480, 640, 720, 1200];

function faults(maxWidth: number, draw: (view: ChartView, width: number, language: Language) => readonly Tree[]) {
  return WIDTHS.filter((width) => width <= maxWidth).flatMap((width) =>
    LANGUAGES.flatMap((language) =>
      VIEWS.flatMap((view) => draw(view, width, language).flatMap(crowding)).map((fault) => [width, language, fault]),
    ),
  );
}

test("no text leaves a badge or touches another", () => {
  expect(faults(400, (view, width, language) => [badge(view, width, language, CREDIT)])).toEqual([]);
  expect(LANGUAGES.flatMap((language) => VIEWS.flatMap((v) => crowding(flatBadge(v, language, CREDIT), 3)))).toEqual(
    [],
  );
});

test("no text of a badge or chart is smaller than 9 px from a width of 220 px on, or than 8 px below it", () => {
  const shown: readonly ChartView[] = [
    ...VIEWS,
    ...[NOW, { ...NOW, ageHours: 30 }].map((now) => ({ now, days: DAYS, state: "unreachable" as const })),
    { now: { ...NOW, topRisk: false, descentGuard: true }, days: DAYS },
    { now: NOW, days: DAYS, isHistoryUnreachable: true, hasSwitch: true },
  ];
  const drawings = WIDTHS.flatMap((width) =>
    LANGUAGES.flatMap((language) =>
      shown.flatMap((view) => [
        { width, svg: serialize(chart(view, width, language, CREDIT)) },
        ...(width > 400 ? [] : [{ width, svg: serialize(badge(view, width, language, CREDIT)) }]),
      ]),
    ),
  );
  const small = drawings.flatMap(({ width, svg }) =>
    [...svg.matchAll(/font-size="([\d.]+)"[^>]*>([^<]*)/g)]
      .filter(([, size]) => Number(size) < (width < 220 ? 8 : 9))
      .map(([, size, words]) => [width, size, words]),
  );
  expect(small).toEqual([]);
});

test("no text leaves a chart or touches another, with or without a selected point", () => {
  const draw = (view: ChartView, width: number, language: Language) => [
    chart(view, width, language, CREDIT),
    chart(view, width, language, CREDIT, 320, view.days[0] ? 12 : undefined),
  ];
  expect(faults(1200, draw)).toEqual([]);
});

test("a very long attribution takes more rows of at least 11 px, and is never cut", () => {
  const names = `${"A Bitcoin Cycle Index ".repeat(4)}by Somebody · `;
  for (const width of [180, 320, 400]) {
    const drawn = badge({ now: NOW }, width, "en", [names, "a-long-name.of-a-host.example", "https://x.example"]);
    expect(textsOf(drawn).filter(({ right }) => right > width)).toEqual([]);
    const said = textsOf(drawn)
      .map(({ text }) => text)
      .join(" ")
      .replaceAll("  ", " ");
    expect(said).toMatch(/a-long-name\.of-a-host\.exam ?ple/);
    expect(said.match(/A Bitcoin Cycle Index/g)).toHaveLength(4);
  }
  const long: AttributionParts = ["Peak Cycle Index (sandbox) by Someone · ", "a-long.host.example:8443", "https://x"];
  for (const width of [180, 320, 460, 480, 640])
    expect(crowding(chart({ now: NOW, days: DAYS }, width, "fr", long))).toEqual([]);
});

const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.double({ min: 0.01, max: 1e8, noNaN: true })), {
  minLength: 30,
  maxLength: 30,
});

test("any scores and prices give a complete drawing whose height follows from its width", () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 180, max: 1200 }), fc.boolean(), (some, width, isScored) => {
      const days = daysOf((i) => ({ score: (some[i]?.[0] ?? 0) / 10, priceUsd: some[i]?.[1] ?? 0 }));
      const drawn = chart({ now: isScored ? NOW : undefined, days, hasSwitch: true }, width, "de", CREDIT);
      expect(serialize(drawn)).not.toMatch(/NaN|undefined|Infinity|null/);
      expect(drawn.attributes["height"]).toBe(chartHeight(width, "de", CREDIT));
    }),
  );
});

const markets = fc.record({
  weeks: fc.integer({ min: 1, max: 760 }),
  firstPrice: fc.double({ min: 0.05, max: 900, noNaN: true }),
  growth: fc.double({ min: -1, max: 5, noNaN: true }),
  swing: fc.double({ min: 0, max: 0.6, noNaN: true }),
  seed: fc.integer({ min: 0, max: 1000 }),
});

test("no two texts of the long chart touch and none leaves the picture, in every range and tier", () => {
  const ranges = fc.constantFrom(...CYCLE_RANGES);
  const plots = fc.constantFrom("small", "narrow", "medium", "wide");
  const [languages, more] = [fc.constantFrom(...LANGUAGES), fc.integer({ min: 0, max: 300 })];
  fc.assert(
    fc.property(markets, ranges, languages, plots, more, (market, range, language, name, wider) => {
      const { tier, width: least, height } = PLOTS[name];
      const width = least + wider;
      const drawn = cycleChart(dataOf(sampleCycle(market), range, false), language, "The score");
      const viewBox = `0 0 ${width + rightMargin(language, 11.5, tier) + 25} ${height + 16}`;
      const labels = labelsAt(drawn, name, { width, height });
      expect(crowding(tree("svg", { viewBox }, tree("g", { transform: "translate(9 8)" }, labels)))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
