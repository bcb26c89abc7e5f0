import { utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { withAttribution } from "../../src/attribution.js";
import { badge } from "../../src/badge.js";
import { LIGHT } from "../../src/colors.js";
import { LANGUAGES } from "../../src/locale.js";
import { serialize } from "../../src/markup.js";
import { NOW } from "./sample-views.js";

const OPTIONS = { width: 320, colors: LIGHT, language: "en" } as const;

test("a badge is this drawing", () => {
  expect(serialize(badge({ now: NOW }, OPTIONS)).replaceAll("><", ">\n<")).toMatchInlineSnapshot(`
    "<svg xmlns="http://www.w3.org/2000/svg" width="320" height="136" viewBox="0 0 320 136" role="img" aria-label="Bitcoin. 72.4 / 100. Hot Zone. 2026-11-21 10:00 UTC" font-family="system-ui,sans-serif" font-size="12" fill="#222">
    <rect x="0.5" y="0.5" width="319" height="135" rx="8" fill="#fff" stroke="#dde">
    </rect>
    <text x="16" y="26" fill="#567">Bitcoin</text>
    <text x="16" y="64" fill="#222" font-size="36" font-weight="600">72.4<tspan dx="6" font-size="13" font-weight="400" fill="#567">/ 100</tspan>
    </text>
    <path d="M16 80h55.6" stroke-width="8" stroke="#2f56d9" stroke-opacity="0.22">
    </path>
    <path d="M73.6 80h55.6" stroke-width="8" stroke="#06a0b4" stroke-opacity="0.22">
    </path>
    <path d="M131.2 80h55.6" stroke-width="8" stroke="#3d5e08" stroke-opacity="0.22">
    </path>
    <path d="M188.8 80h55.6" stroke-width="8" stroke="#dd7606">
    </path>
    <path d="M246.4 80h55.6" stroke-width="8" stroke="#bb1e63" stroke-opacity="0.22">
    </path>
    <path d="M225 72v16" stroke-width="4" stroke="#222">
    </path>
    <text x="16" y="103" fill="#840" font-size="15" font-weight="600">Hot Zone</text>
    <text x="16" y="122" fill="#567">2026-11-21 10:00 UTC</text>
    </svg>"
  `);
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
    const drawn = badge({ now: NOW, settled }, options);
    expect(String(drawn.attributes["aria-label"]).split("UTC. ")[1]).toBe(end);
    expect(drawn.children).toEqual(badge({ now: NOW }, options).children);
  },
);

test("an old score says so in the color of notes, whether the caller or the answer calls it old", () => {
  const told = serialize(badge({ now: NOW, note: "stale" }, OPTIONS));
  expect(told).toContain(`fill="${LIGHT.accent}">Stale</text>`);
  expect(serialize(badge({ now: { ...NOW, isStale: true } }, OPTIONS))).toBe(told);
});

test("a badge without a score says why, in the color of notes", () => {
  const text = serialize(badge({ now: undefined, note: "unreachable" }, { ...OPTIONS, language: "fr" }));
  expect(text).toContain(`fill="${LIGHT.accent}" font-size="15" font-weight="600">Sans connexion</text>`);
});

test.each([
  [0, 16],
  [50, 160],
  [100, 304],
])("the marker of its ruler stands at the score: %i at %i px", (score, x) => {
  expect(serialize(badge({ now: { ...NOW, score } }, OPTIONS))).toContain(`d="M${x} 72v16"`);
});

describe.each([180, 220, 320, 400])("at %i px", (width) => {
  const attribution = { text: "Peak Cycle Index by Peak · peak.example", href: "https://peak.example", colors: LIGHT };

  test("a file with a note and the attribution has at most 2,048 bytes in every language", () => {
    for (const language of LANGUAGES) {
      const drawn = badge({ now: { ...NOW, score: 100 }, note: "stale" }, { ...OPTIONS, width, language });
      const text = serialize(
        withAttribution(drawn, { ...attribution, text: "Peak Cycle Index by Peak · index.peak-of-the-cycle.example" }),
      );
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
    }
  });
});
