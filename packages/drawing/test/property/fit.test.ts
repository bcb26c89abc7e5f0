import fc from "fast-check";
import { PHASES, SIGNAL_KEYS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { withAttribution } from "../../src/attribution.js";
import { badge } from "../../src/badge.js";
import { chart } from "../../src/chart.js";
import type { ChartDay, CurrentScore } from "../../src/chart-data.js";
import { LIGHT } from "../../src/colors.js";
import { FLAT_HEIGHT, flatBadge } from "../../src/flat-badge.js";
import { LANGUAGES, type Language } from "../../src/locale.js";
import type { Tree } from "../../src/markup.js";
import { crowding, textsOf } from "./texts-of.js";
import { dayOf, ofCrypto, renderOptions, views } from "./views.js";

const ATTRIBUTION = {
  text: "Peak Cycle Index by Peak · cycle.peak.example",
  href: "https://cycle.peak.example",
  colors: LIGHT,
};

const PUBLISHER = { indexName: "Peak Cycle Index", siteName: "Peak", baseUrl: ATTRIBUTION.href };

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
const HEADS: readonly CurrentScore[] = PHASES.map(({ key }, index) => ({
  ...NOW,
  phase: key,
  signal: SIGNAL_KEYS[index % SIGNAL_KEYS.length] ?? "HOLD",
}));
/** What stands in the place of a score, at its largest where none is. */
const WITHOUT_SCORE = (["stale", "waiting", "unreachable"] as const).map((note) => ({ now: undefined, note }));
const DAYS: readonly ChartDay[] = Array.from({ length: 30 }, (_, index) =>
  dayOf(index, { score: 100 - index, priceUsd: 1_234_567.89 + 1000 * Math.sin(index) }),
);

function widths(maxWidth: number): readonly number[] {
  return Array.from({ length: maxWidth - 179 }, (_, index) => 180 + index);
}

function faults(maxWidth: number, draw: (width: number, language: Language) => readonly Tree[]): readonly string[] {
  return widths(maxWidth).flatMap((width) =>
    LANGUAGES.flatMap((language) =>
      draw(width, language).flatMap((drawn) => crowding(drawn).map((fault) => `${width} ${language}: ${fault}`)),
    ),
  );
}

describe("no text leaves the picture or touches another, in the widest font and every language,", () => {
  test("in a badge of any width", () => {
    const draw = (width: number, language: Language) =>
      [
        ...HEADS.map((now) => ({ now })),
        { now: NOW, note: "stale" as const },
        { now: NOW, note: "unreachable" as const },
        ...WITHOUT_SCORE,
      ]
        .flatMap((view) => [view, { ...view, asset: "crypto" as const }])
        .map((view) => withAttribution(badge(view, { width, colors: LIGHT, language }), ATTRIBUTION));
    expect(faults(400, draw)).toEqual([]);
  });

  test("in a chart of any width", () => {
    const draw = (width: number, language: Language) =>
      [
        { now: HEADS[width % 5], days: DAYS },
        ofCrypto({ now: HEADS[width % 5], days: DAYS }),
        ...WITHOUT_SCORE.map((view) => ({ ...view, days: [] })),
        { now: NOW, days: DAYS.slice(0, 2), note: "stale" as const },
      ]
        .slice(0, width % 10 === 0 ? 7 : 2)
        .map((view) => withAttribution(chart(view, { width, colors: LIGHT, language }), ATTRIBUTION));
    expect(faults(1200, draw)).toEqual([]);
  });

  test("in a flat badge, which names the publisher for those who do not see it", () => {
    const views = [...HEADS.flatMap((now) => [{ now }, { now: { ...now, isStale: true } }]), ...WITHOUT_SCORE];
    for (const language of LANGUAGES) {
      for (const view of views.flatMap((each) => [each, { ...each, asset: "crypto" as const }])) {
        const drawn = flatBadge(view, { colors: LIGHT, language, publisher: PUBLISHER });
        expect(crowding(drawn)).toEqual([]);
        expect(drawn.attributes["height"]).toBe(FLAT_HEIGHT);
        expect(drawn.attributes["aria-label"]).toContain("Peak Cycle Index by Peak · cycle.peak.example");
      }
    }
  });

  test("with any days and prices", () => {
    fc.assert(
      fc.property(views, renderOptions(1200), (view, options) => {
        expect(crowding(chart(view, options))).toEqual([]);
        expect(crowding(chart(ofCrypto(view), options))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

test("no text is smaller than 11 px, whatever the width", () => {
  for (const width of widths(1200)) {
    const sizes = textsOf(chart({ now: NOW, days: DAYS }, { width, colors: LIGHT, language: "de" })).map(
      ({ size }) => size,
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11);
  }
});

test("the attribution of the defaults is never smaller than 10 px", () => {
  for (const width of widths(400)) {
    const texts = textsOf(
      withAttribution(badge({ now: NOW }, { width, colors: LIGHT, language: "en" }), {
        ...ATTRIBUTION,
        text: "Peak Cycle Index by Peak · peak.example",
      }),
    );
    expect(Math.min(...texts.map(({ size }) => size))).toBeGreaterThanOrEqual(10);
  }
});

test("a very long attribution becomes smaller instead of leaving the picture", () => {
  const text = `${"A Bitcoin Cycle Index ".repeat(4)}by Somebody · a-long-name.of-a-host.example`;
  for (const width of [180, 320, 400, 640]) {
    expect(
      crowding(
        withAttribution(badge({ now: NOW }, { width, colors: LIGHT, language: "en" }), { ...ATTRIBUTION, text }),
      ),
    ).toEqual([]);
  }
});
