import { expect, test } from "vitest";
import { attributionParts } from "../../src/attribution.js";
import { badge } from "../../src/badge.js";
import { chart } from "../../src/chart.js";
import type { BadgeView, ChartView, CurrentScore } from "../../src/chart-data.js";
import { chartHeight } from "../../src/chart-plot.js";
import { LANGUAGES, PHASES } from "../../src/locale.js";
import { serialize } from "../../src/markup.js";
import { renderSvg } from "../../src/pictures.js";
import { sharePicture } from "../../src/share.js";
import { crowding } from "../support/texts-of.js";
import { daysOf, NOW, PUBLISHER, weeklyOf } from "../support/views.js";

const CREDIT = attributionParts(PUBLISHER);
const DAYS = daysOf((i) => ({ score: 41 + i, priceUsd: 80_000 + 1000 * Math.sin(i) }));

const textsOf = (svg: string) =>
  svg.match(/(?<=<text[^>]*>).*?(?=<\/text>)/g)?.map((text) => text.replace(/<[^>]*>/g, ""));
const badgeTexts = (view: BadgeView, width = 320) => textsOf(serialize(badge(view, width, "en", CREDIT)));
const chartTexts = (view: ChartView, width = 640, read = -1) =>
  textsOf(serialize(chart(view, width, "en", CREDIT, undefined, read)));
const nowWith = (changes: Partial<CurrentScore>) => ({ now: { ...NOW, ...changes } });

test("a badge shows index, score, phase, signal and time, the phases below the ruler, and its publisher", () => {
  const names = ["Bottom", "Accum.", "Bull", "Hot", "Peak"];
  const head = ["Bitcoin cycle index", "Top warning", "72.4", "Hot Zone", "Signal: Reduce · 10:00\u00a0UTC"];
  expect(badgeTexts({ now: NOW })).toEqual([...head, ...names, "Peak Cycle Index by Peak", "peak.example:8443"]);
  expect(badgeTexts({ now: NOW }, 400)?.[1]).toBe("Cycle-top warning");
  expect(badgeTexts({ now: NOW }, 220)?.slice(3)).toEqual([
    "Top warning",
    "Peak Cycle Index ",
    "by Peak",
    "peak.example:8443",
  ]);
});

test("two warnings are shown as a count, and by name to screen readers", () => {
  const both = { days: DAYS, ...nowWith({ descentGuard: true }) };
  expect(chartTexts(both)).toContain("2 warnings");
  for (const width of [220, 320]) {
    expect(badgeTexts(both, width)).toContain("2 warnings");
    expect(serialize(badge(both, width, "en", CREDIT))).toContain(
      'aria-label="Bear-market warning, Cycle-top warning"',
    );
  }
});

test("an old score is dimmed and shows its age and time in the second line, or after a day its date", () => {
  expect(badgeTexts(nowWith({ isStale: true, ageHours: 3 }))?.[4]).toBe("3 h old: 10:00\u00a0UTC");
  expect(badgeTexts(nowWith({ isStale: true, ageHours: 24 }))?.[4]).toBe("Nov 21, 2026, 10:00\u00a0UTC");
  expect(badgeTexts({ now: NOW, state: "unreachable" })?.[4]).toBe("Offline: 10:00\u00a0UTC");
  const old = nowWith({ ageHours: 30 });
  expect(badgeTexts({ ...old, state: "unreachable" })?.[4]).toBe("Offline: Nov 21, 2026");
  expect(serialize(badge(nowWith({ isStale: true }), 320, "en", CREDIT))).toMatch(/fill="var\(--soft\)"[^>]*>72\.4/);
});

test.each([
  [undefined, "First score on its way", "Appears here by itself"],
  ["unreachable", "Score not reachable", "Next try in a minute"],
  ["soon", "Coming soon", ""],
  ["unknown", "Unknown asset", "doge"],
] as const)(
  "without a score, the state %s says what happens next, and there is no thumb on the ruler",
  (state, ...said) => {
    const drawn = serialize(badge({ now: undefined, state, wanted: "doge" }, 320, "en", CREDIT));
    expect(textsOf(drawn)?.slice(1, 3)).toEqual(said);
    expect(drawn).not.toContain("<circle");
  },
);

test("a loading badge has no text of its own", () => {
  expect(badgeTexts({ now: undefined, state: "loading" }, 220)).toEqual([
    "Bitcoin cycle index",
    "Peak Cycle Index ",
    "by Peak",
    "peak.example:8443",
  ]);
});

test.each([
  ["soon", "Coming soon"],
  ["unknown", "Unknown asset"],
] as const)("a chart in the state %s promises no history, and has no room for a price", (state, title) => {
  const texts = chartTexts({ now: undefined, days: [], state, wanted: "doge" });
  expect(texts).toContain(title);
  expect(texts?.join()).not.toContain("History");
  const drawn = serialize(chart({ now: undefined, days: [], state }, 640, "en", CREDIT));
  const bands = [...drawn.matchAll(/height="([\d.]+)" rx="0"/g)].map(([, height]) => Number(height));
  expect(bands).toHaveLength(5);
  expect(Math.min(...bands)).toBeGreaterThan(40);
});

test("a chart whose first score is awaited says that the history is on its way", () => {
  expect(chartTexts({ now: undefined, days: [] })).toContain("History on its way");
});

test("a score that has not changed in 30 days is told as such, not as a score of 0.0", () => {
  const days = daysOf(() => ({ score: 72.4, priceUsd: NOW.priceUsd ?? 0 }));
  const texts = chartTexts({ now: NOW, days });
  expect(texts).toEqual(expect.arrayContaining(["Score ±0.0 in 30 days", "±0.0% in 30 days"]));
});

test("a narrow chart shortens its title and names the score in it, in every language", () => {
  for (const language of LANGUAGES) {
    const drawn = chart({ now: NOW, days: DAYS, hasSwitch: true }, 320, language, CREDIT);
    expect(textsOf(serialize(drawn))?.join()).toMatch(/(Score|Puntuación|Pontuação|Index) \+31[.,]4/);
  }
});

test("the name of the current phase in a narrow chart is as large as the other names", () => {
  const sizes = LANGUAGES.flatMap((language) =>
    PHASES.flatMap(({ key, from }) => {
      const view = { ...nowWith({ score: from + 10, phase: key }), days: DAYS };
      const drawn = serialize(chart(view, 320, language, CREDIT));
      const names = [...drawn.matchAll(new RegExp(`font-size="([\\d.]+)" fill="var\\(--${key}\\)"`, "g"))];
      return names.map(([, size]) => Number(size)).filter((size) => size < 15);
    }),
  );
  expect([sizes.length, ...new Set(sizes)]).toEqual([LANGUAGES.length * PHASES.length, 11]);
});

test("digits have one width, so that a number is not stretched and does not move when it changes", () => {
  expect(badge({ now: NOW }, 320, "en", CREDIT).attributes["font-variant"]).toBe("tabular-nums");
});

test.each([0, 43.6, 100])("the thumb stays on the ruler at the score %d", (score) => {
  for (const width of [180, 220, 320, 400]) {
    const drawn = serialize(badge(nowWith({ score }), width, "en", CREDIT));
    const [, cx, r, stroke] = /<circle cx="(.*?)".*? r="(.*?)".*stroke-width="(.*?)"/.exec(drawn)?.map(Number) ?? [];
    const half = Number(r) + Number(stroke) / 2;
    expect(Number(cx) - half).toBeGreaterThanOrEqual(11.9);
    expect(Number(cx) + half).toBeLessThanOrEqual(width - 11.9);
  }
});

test("100 has no decimal, so it is not wider than other scores", () => {
  expect(badgeTexts(nowWith({ score: 100 }))).toContain("100");
});

test("a chart shows signal and change, names the bands and both ends, and credits the sources of its price", () => {
  const texts = chartTexts({ now: NOW, days: DAYS });
  const shown = ["of 100 · Signal: Reduce", "The score rose 31.4 in 30 days", "$83,237", "+4.0% in 30 days"];
  expect(texts).toEqual(expect.arrayContaining([...shown, "Bull Active", "41.0", "72.4", "Oct 23", "Nov 21 UTC"]));
  expect(texts?.slice(-2)).toEqual(["Peak Cycle Index by Peak · 10:00\u00a0UTC", "peak.example:8443 · Sources"]);
  expect(serialize(chart({ now: NOW, days: DAYS }, 640, "en", CREDIT))).toContain(
    'href="https://peak.example:8443/attribution"',
  );
});

test("the line of the score has the color of the band it is in, cut where it crosses into the next", () => {
  const days = daysOf((i) => ({ score: 30 + i, priceUsd: 9000 }));
  const drawn = serialize(chart({ now: undefined, days }, 640, "en", CREDIT));
  const lines = [...drawn.matchAll(/<path d="([^"]*)" fill="none" stroke="var\(--fill-(\w+)\)"/g)];
  expect(lines.map(([, , phase]) => phase)).toEqual(["ACUM", "BULL"]);
  const [below, above] = lines.map(([, d]) => d?.slice(1).split("L"));
  expect(below?.at(-1)).toBe(above?.[0]);
});

test("the range of the cycle shows whole scores of weeks with the year, its turns as rings, and no days", () => {
  const view: ChartView = { now: NOW, days: DAYS, weekly: weeklyOf(600), range: "cycle", hasSwitch: true };
  const texts = chartTexts(view);
  expect(texts).toEqual(
    expect.arrayContaining(["Score since 2015", "30 days", "Cycle", "Bitcoin price", "100", "2020"]),
  );
  expect(texts?.join()).not.toMatch(/Oct 23|in 30 days/);
  expect(chartTexts(view, 640, 60)).toEqual(expect.arrayContaining(["Jul 18, 2016"]));
});

test("a selected point replaces the title, and nothing else moves", () => {
  const view = { now: NOW, days: DAYS };
  const [usual, read] = [chartTexts(view) ?? [], chartTexts(view, 640, 2) ?? []];
  expect(read).toEqual(expect.arrayContaining(["Oct 25", "43.0 Bull Active", "$80,909"]));
  expect(usual.filter((text) => !read.includes(text))).toEqual(["The score rose 31.4 in 30 days"]);
});

test("a chart whose days could not be fetched says so and shows nothing else as failed", () => {
  const texts = chartTexts({ now: NOW, days: [], isHistoryUnreachable: true });
  expect(texts).toEqual(expect.arrayContaining(["History not reachable", "of 100 · Signal: Reduce"]));
  expect(texts?.join()).not.toContain("Offline");
});

test("a chart of crypto has no price, and a lower chart has smaller panels", () => {
  const crypto = { asset: "crypto" as const, now: NOW, days: DAYS.map(({ priceUsd, ...day }) => day) };
  expect(chartTexts({ ...crypto, now: { ...NOW, priceUsd: undefined } as never })?.join()).not.toMatch(
    /\$|Sources|Bitcoin/,
  );
  const low = chart({ now: NOW, days: DAYS }, 480, "en", CREDIT, 320);
  expect([low.attributes["height"], chartHeight(480, "en", CREDIT)]).toEqual([320, 411]);
});

test("no picture has an id, so that any two can share a document", () => {
  const view = { now: NOW, days: DAYS, weekly: weeklyOf(300) };
  for (const picture of ["badge", "flat", "chart", "cycle"] as const) {
    const svg = renderSvg({ picture, size: "md", language: "en", theme: "auto" }, view, PUBLISHER);
    expect(svg).not.toMatch(/ id="|url\(#/);
  }
});

test("a picture has the date of its score", () => {
  const view = { now: NOW, days: DAYS };
  for (const picture of ["badge", "chart"] as const) {
    const svg = renderSvg({ picture, size: "md", language: "en", theme: "light" }, view, PUBLISHER);
    expect(textsOf(svg)?.join()).toContain("Nov 21, 2026");
  }
});

test("a badge for a README has 7 px around its texts, and a warning as its sign, named in its text alternative", () => {
  const svg = renderSvg(
    { picture: "flat", size: "md", language: "en", theme: "light" },
    { now: NOW, days: [] },
    PUBLISHER,
  );
  expect(textsOf(svg)).toEqual(["bitcoin cycle", "72.4", "Hot Zone"]);
  expect(svg).toContain(
    'aria-label="bitcoin cycle: 72.4 Hot Zone. Cycle-top warning. Peak Cycle Index by Peak · peak.example:8443"',
  );
  const parts = [...svg.matchAll(/<text x="([\d.]+)"[^>]* textLength="([\d.]+)"/g)].map(([, x, width]) => {
    return [Number(x) - Number(width) / 2, Number(x) + Number(width) / 2] as const;
  });
  const ground = Number(/M(\d+) 0H4/.exec(svg)?.[1]);
  expect([ground - (parts[0]?.[1] ?? 0), (parts[1]?.[0] ?? 0) - ground]).toEqual([7, 7]);
});

test("a badge for a README shows the age of an old score after the phase, and the sign of a warning", () => {
  const view = { now: { ...NOW, isStale: true, ageHours: 3 }, days: [] };
  const svg = renderSvg({ picture: "flat", size: "md", language: "de", theme: "light" }, view, PUBLISHER);
  expect(textsOf(svg)).toEqual(["Bitcoin-Zyklus", "72,4", "Heiße Zone", "· 3 h alt"]);
  const [phase = 0, age = 0] = ["Heiße Zone", "· 3 h alt"].map((words) => {
    return Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${words}<`).exec(svg)?.[1]);
  });
  const sign = Number(/translate\(([\d.]+) [\d.]+\)scale\(0?\.92\)/.exec(svg)?.[1]);
  expect([phase < sign, sign < age]).toEqual([true, true]);
});

test("a file has the colors of its theme or of the reader's system, and a text alternative", () => {
  const variant = { picture: "chart", size: "md", language: "en" } as const;
  const view = { now: NOW, days: DAYS };
  const dark = renderSvg({ ...variant, theme: "dark" }, view, PUBLISHER);
  expect(dark).toContain('fill="#101214"');
  expect(dark).not.toContain("var(--");
  const auto = renderSvg({ ...variant, theme: "auto" }, view, PUBLISHER);
  expect(auto).toMatch(/^<svg [^>]*role="img"[^>]*><style>:root\{--background:#fff;[^<]*prefers-color-scheme:dark/);
  const label = 'aria-label="Bitcoin cycle index. Cycle-top warning. 72.4. Hot Zone. of 100 · Signal: Reduce.';
  expect(auto).toContain(label);
});

const SHARE = { picture: "share", size: "xl", language: "en", theme: "light" } as const;
const PAST: ChartView = { ...nowWith({ descentGuard: true }), days: DAYS, weekly: weeklyOf(600) };
const LONG_NAMES = {
  indexName: "The Unabridged Bitcoin Market Cycle Meter",
  siteName: "Consolidated Digital Asset Research Unit",
  baseUrl: "https://consolidated-digital-asset-research.example",
};

test.each([
  ["short", PUBLISHER],
  ["wide", { ...PUBLISHER, indexName: "A Very Long Name of an Index of the Bitcoin Cycle" }],
  ["two long", LONG_NAMES],
  ["long, on a short host", { ...LONG_NAMES, baseUrl: "https://peak.example" }],
] as const)(
  "the share picture with %s names has one scale and no text under 26 px that touches another",
  (_, names) => {
    for (const language of LANGUAGES) {
      const svg = renderSvg({ ...SHARE, language }, PAST, names);
      const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(26);
      expect([svg.match(/<circle/g)?.length, svg.match(/viewBox="0 0 1200 630"/g)?.length]).toEqual([1, 1]);
      // Only texts that touch: it is drawn in Inter, which is narrower than the font that this measures with.
      const faults = crowding(sharePicture(PAST, language, names));
      expect(faults.filter((fault) => !fault.startsWith("outside"))).toEqual([]);
    }
  },
);

test("the share picture shows date and publisher, and the years as far as there is room next to its label", () => {
  const texts = textsOf(renderSvg(SHARE, PAST, PUBLISHER));
  const [names, site] = ["Peak Cycle Index\u00a0by Peak", "peak.example:8443\u00a0· Nov 21, 2026"];
  const score = ["72.4", "Hot Zone", "Signal: Reduce", "2 warnings", "Score since 2015"];
  expect(texts).toEqual(expect.arrayContaining([names, site, ...score]));
  expect(texts?.filter((text) => /^20\d\d$/.test(text))).toEqual(["2020", "2022", "2024", "2026"]);
});

test("the share picture shows long names of index and publisher whole, in rows of their own", () => {
  const texts = textsOf(renderSvg(SHARE, PAST, LONG_NAMES));
  const site = "consolidated-digital-asset-research.example\u00a0· Nov 21, 2026";
  const names = [LONG_NAMES.indexName, `by ${LONG_NAMES.siteName}`, site];
  expect(texts).toEqual(expect.arrayContaining(names));
});

test("the share picture shows the age of an old score, and that a first score is on its way", () => {
  const textsFor = (now: CurrentScore | undefined) =>
    textsOf(
      renderSvg({ picture: "share", size: "xl", language: "en", theme: "dark" }, { now, days: [] }, PUBLISHER),
    )?.slice(0, 5);
  expect(textsFor({ ...NOW, isStale: true, ageHours: 3 })).toContain("3 h old · 10:00\u00a0UTC");
  expect(textsFor(undefined)?.[1]).toBe("First score on its way");
});
