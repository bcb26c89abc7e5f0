import { utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { withAttribution } from "../../src/attribution.js";
import { badge } from "../../src/badge.js";
import { LIGHT } from "../../src/colors.js";
import { LANGUAGES } from "../../src/locale.js";
import { serialize } from "../../src/markup.js";
import { NOW as FLAGGED } from "./sample-views.js";

const NOW = { ...FLAGGED, topRisk: false };
const OPTIONS = { width: 320, colors: LIGHT, language: "en" } as const;

test("a badge shows mark and name first, then the number, its phase, the time, and the ruler", () => {
  const drawn = badge({ now: NOW }, OPTIONS);
  expect(drawn.children[0]).toMatchObject({ tag: "g", children: { length: 5 } });
  expect(String(drawn.attributes["aria-label"])).toBe("Bitcoin cycle index. 72.4. Hot Zone. Nov 21, 10:00 UTC");
  const segments = serialize(drawn).match(/<path d="[^"]*" stroke-width="8"[^>]*>/g) ?? [];
  expect(segments).toHaveLength(5);
  expect(segments.filter((each) => !each.includes("opacity"))).toEqual([expect.stringContaining(LIGHT["fill-HOT"])]);
});

test("the flag that is up stands beside the name", () => {
  const flagged = serialize(badge({ now: { ...NOW, topRisk: true } }, OPTIONS));
  expect(flagged).toMatch(new RegExp(`<text x="304" y="26" [^>]*fill="${LIGHT.accent}"[^>]*>▲ Cycle-top risk<`));
});

test.each([
  ["en", "Settled phase: Peak, since November 10, 2026 UTC"],
  ["es", "Fase asentada: Pico, desde el 10 de noviembre de 2026 UTC"],
  ["pt", "Fase consolidada: Pico, desde 10 de novembro de 2026 UTC"],
  ["de", "Gefestigte Phase: Gipfel, seit dem 10. November 2026 UTC"],
  ["fr", "Phase établie: Sommet, depuis le 10 novembre 2026 UTC"],
] as const)(
  "the text alternative in %s ends with the settled phase and since when; the drawing stays",
  (language, end) => {
    const settled = { phase: "PEAK", since: utcDay("2026-11-10") } as const;
    const options = { ...OPTIONS, language };
    const drawn = badge({ now: { ...NOW, settled } }, options);
    expect(String(drawn.attributes["aria-label"]).split("UTC. ")[1]).toBe(end);
    expect(drawn.children).toEqual(badge({ now: NOW }, options).children);
  },
);

test("an old score is dimmed and says so beside its phase, whether the caller or the answer calls it old", () => {
  const told = serialize(badge({ now: NOW, note: "stale" }, OPTIONS));
  expect(told).toContain(`fill="${LIGHT.accent}">▲ Over 2 h old: 10:00 UTC</text>`);
  expect(told).toContain('opacity="0.6">72.4<');
  expect(serialize(badge({ now: { ...NOW, isStale: true } }, OPTIONS))).toBe(told);
  expect(serialize(badge({ now: NOW }, OPTIONS))).not.toContain('opacity="0.6"');
});

test("a badge without a score says why, in the color of notes", () => {
  const text = serialize(badge({ now: undefined, note: "unreachable" }, { ...OPTIONS, language: "fr" }));
  expect(text).toContain(`fill="${LIGHT.accent}" font-size="17" font-weight="600">Sans connexion</text>`);
});

test.each([
  [0, 16],
  [50, 160],
  [100, 304],
])("the marker of its ruler stands at the score: %i at %i px", (score, x) => {
  expect(serialize(badge({ now: { ...NOW, score } }, OPTIONS))).toContain(`d="M${x} 87l-5-8h10z"`);
});

describe.each([180, 220, 320, 400])("at %i px", (width) => {
  const attribution = { text: "Peak Cycle Index by Peak · peak.example", href: "https://peak.example", colors: LIGHT };

  test("a file with a note and the attribution has at most 2,304 bytes in every language", () => {
    for (const language of LANGUAGES) {
      const drawn = badge({ now: { ...NOW, score: 100 }, note: "stale" }, { ...OPTIONS, width, language });
      const text = serialize(
        withAttribution(drawn, { ...attribution, text: "Peak Cycle Index by Peak · index.peak-of-the-cycle.example" }),
      );
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2304);
    }
  });
});
