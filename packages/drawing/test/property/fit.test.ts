import fc from "fast-check";
import { PHASES, SIGNAL_KEYS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { attributionParts } from "../../src/attribution.js";
import { badge } from "../../src/badge.js";
import { chart, chartHeight } from "../../src/chart.js";
import type { ChartDay, CurrentScore } from "../../src/chart-data.js";
import { flatBadge } from "../../src/flat-badge.js";
import { LANGUAGES } from "../../src/locale.js";
import { serialize, type Tree } from "../../src/markup.js";
import { crowding, textsOf } from "./texts-of.js";
import { dayOf, languages, ofCrypto, views, widths } from "./views.js";

const CREDIT = attributionParts({
  indexName: "Peak Cycle Index",
  siteName: "Peak",
  baseUrl: "https://cycle.peak.example",
});

/** The widest things a head can show: 100.0, both flags, each phase and signal in turn. */
const NOW: CurrentScore = {
  score: 100,
  phase: "PEAK",
  signal: "REDUCE",
  descentGuard: true,
  topRisk: true,
  updatedAt: "2026-11-21T10:00:04.000Z",
  isStale: false,
  priceUsd: 1_234_567.89,
};
const HEADS: readonly CurrentScore[] = PHASES.flatMap(({ key }, index) => {
  const now = { ...NOW, phase: key, signal: SIGNAL_KEYS[index % SIGNAL_KEYS.length] ?? "HOLD" };
  return [now, { ...now, topRisk: false }, { ...now, isStale: true, ageHours: 99 }];
});
const VIEWS = [...HEADS.map((now) => ({ now })), { now: undefined }, { now: NOW, isUnreachable: true }];
const DAYS: readonly ChartDay[] = Array.from({ length: 30 }, (_, index) =>
  dayOf(index, { score: 100 - index, priceUsd: 1_234_567.89 + 1000 * Math.sin(index) }),
);
/** On both sides of each width at which something changes, and the usual ones. */
const WIDTHS = [
  180, 200, 219, 220, 250, 269, 270, 299, 300, 320, 360, 361, 390, 399, 400, 459, 460, 480, 640, 720, 1200,
];

function faults(maxWidth: number, draw: (width: number, language: (typeof LANGUAGES)[number]) => readonly Tree[]) {
  return WIDTHS.filter((width) => width <= maxWidth).flatMap((width) =>
    LANGUAGES.flatMap((language) =>
      draw(width, language).flatMap((drawn) => crowding(drawn).map((fault) => `${width} ${language}: ${fault}`)),
    ),
  );
}

test("no text leaves a badge of any width or touches another, in any state and language", () => {
  const all = VIEWS.flatMap((view) => [view, { ...view, asset: "crypto" as const }]);
  expect(faults(400, (width, language) => all.map((view) => badge(view, width, language, CREDIT)))).toEqual([]);
});

test("no text leaves a chart of any width or touches another, in any state and language, read or not", () => {
  const all = VIEWS.flatMap((view) => [{ ...view, days: DAYS }, ofCrypto({ ...view, days: view.now ? DAYS : [] })]);
  const draw = (view: (typeof all)[number], width: number, language: (typeof LANGUAGES)[number]) => [
    chart(view, width, language, CREDIT),
    chart(view, width, language, CREDIT, 320, 12),
  ];
  expect(faults(1200, (width, language) => all.flatMap((view) => draw(view, width, language)))).toEqual([]);
});

test("no text of a flat badge leaves it, and its text alternative names the publisher", () => {
  for (const language of LANGUAGES) {
    for (const view of VIEWS) {
      const drawn = flatBadge(view, language, CREDIT);
      expect(crowding(drawn)).toEqual([]);
      expect(drawn.attributes["aria-label"]).toContain("Peak Cycle Index by Peak · cycle.peak.example");
    }
  }
});

test("any valid view gives a whole drawing as high as its width says: no missing number or word", () => {
  fc.assert(
    fc.property(views, widths, languages, (view, width, language) => {
      for (const drawn of [chart(view, width, language, CREDIT), badge(view, Math.min(400, width), language, CREDIT)]) {
        expect(serialize(drawn)).not.toMatch(/NaN|undefined|Infinity|null/);
      }
      expect(chart(view, width, language, CREDIT).attributes["height"]).toBe(chartHeight(width));
    }),
  );
});

test("a very long attribution becomes smaller instead of leaving the picture", () => {
  const names = `${"A Bitcoin Cycle Index ".repeat(4)}by Somebody · `;
  for (const width of [180, 320, 400]) {
    const drawn = badge({ now: NOW }, width, "en", [names, "a-long-name.of-a-host.example", "https://x.example"]);
    expect(textsOf(drawn).filter(({ right }) => right > width)).toEqual([]);
  }
});
