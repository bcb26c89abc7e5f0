import { expect, test } from "vitest";
import { attributionParts } from "../../src/attribution.js";
import { badge } from "../../src/badge.js";
import { chart, chartHeight } from "../../src/chart.js";
import type { BadgeView, ChartView, CurrentScore } from "../../src/chart-data.js";
import { serialize } from "../../src/markup.js";
import { renderSvg } from "../../src/pictures.js";
import { daysOf, NOW, PUBLISHER } from "../support/views.js";

const CREDIT = attributionParts(PUBLISHER);
const DAYS = daysOf((i) => ({ score: 41 + i, priceUsd: 80_000 + 1000 * Math.sin(i) }));

const textsOf = (svg: string) =>
  svg.match(/(?<=<text[^>]*>).*?(?=<\/text>)/g)?.map((text) => text.replace(/<[^>]*>/g, ""));
const badgeTexts = (view: BadgeView, width = 320) => textsOf(serialize(badge(view, width, "en", CREDIT)));
const chartTexts = (view: ChartView, width = 640, read = -1) =>
  textsOf(serialize(chart(view, width, "en", CREDIT, undefined, read)));
const nowWith = (changes: Partial<CurrentScore>) => ({ now: { ...NOW, ...changes } });

test("a badge names index, number, phase and time, the phases below the ruler, and who publishes it", () => {
  const names = ["Bottom", "Accum.", "Bull", "Hot", "Peak"];
  const head = ["Bitcoin cycle index", "▲ Cycle top", "72.4", "Hot Zone", "of 100 · 10:00 UTC"];
  expect(badgeTexts({ now: NOW })).toEqual([...head, ...names, "Peak Cycle Index by Peak · peak.example:8443"]);
  expect(badgeTexts({ now: NOW }, 220)?.slice(-2)).toEqual(["Peak Cycle Index by Peak · ", "peak.example:8443"]);
});

test("both warnings are told, by their number where there is little room, and below the phase in the smallest", () => {
  const both = { days: DAYS, ...nowWith({ descentGuard: true }) };
  expect(chartTexts(both)).toContain("▲ Bear market · ▲ Cycle top");
  expect(badgeTexts(both)).toContain("▲ 2 warnings");
  expect(badgeTexts(both, 220)?.[4]).toBe("▲ 2 warnings");
});

test("a stale score says its age in the place of the second line, or that it is over two hours", () => {
  expect(badgeTexts(nowWith({ isStale: true, ageHours: 3 }))?.[4]).toBe("▲ 3 h old");
  expect(badgeTexts(nowWith({ isStale: true }))?.[4]).toBe("▲ &gt; 2 h");
  expect(serialize(badge(nowWith({ isStale: true }), 320, "en", CREDIT))).toMatch(/fill="var\(--soft\)"[^>]*>72\.4/);
});

test("before the first score the frame stands, and nothing points at the ruler", () => {
  expect(badgeTexts({ now: undefined })).toContain("Waiting for the first score");
  expect(chartTexts({ now: undefined, days: [] })).toContain("It appears here by itself");
});

test("a chart tells signal, changes, the scale, its own high and low, and credits the sources of its price", () => {
  const texts = chartTexts({ now: NOW, days: DAYS });
  const shown = ["of 100 · Signal: Reduce", "Price and index, 30 days", "price +4.0% · score +31.4", "Bull Active"];
  expect(texts).toEqual(expect.arrayContaining([...shown, "Oct 23", "Nov 21 UTC"]));
  expect(texts?.at(-1)).toBe("Peak Cycle Index by Peak · peak.example:8443 · Sources");
  expect(serialize(chart({ now: NOW, days: DAYS }, 640, "en", CREDIT))).toContain(
    'href="https://peak.example:8443/attribution"',
  );
});

test("a reading replaces the title, and nothing else moves", () => {
  const view = { now: NOW, days: DAYS };
  const [usual, read] = [chartTexts(view) ?? [], chartTexts(view, 640, 2) ?? []];
  expect(read).toEqual(expect.arrayContaining(["Oct 25", "$80,909", "43.0", "Bull Active"]));
  expect(read).not.toContain("Price and index, 30 days");
  expect(usual.filter((text) => !read.includes(text)).length).toBeLessThanOrEqual(2);
});

test("a chart of crypto has no price, and one in a low place no ruler", () => {
  const crypto = { asset: "crypto" as const, now: NOW, days: DAYS.map(({ priceUsd, ...day }) => day) };
  expect(chartTexts(crypto)?.join()).not.toMatch(/\$|Sources|Bitcoin/);
  const low = chart({ now: NOW, days: DAYS }, 480, "en", CREDIT, 320);
  expect([low.attributes["height"], chartHeight(480)]).toEqual([320, 430]);
  expect(serialize(low)).not.toContain("h12l-6 8z");
});

test("a file has the colors of its theme, or follows the reader's system, and says in words what it shows", () => {
  const variant = { picture: "chart", size: "md", language: "en" } as const;
  const view = { now: NOW, days: DAYS };
  const dark = renderSvg({ ...variant, theme: "dark" }, view, PUBLISHER);
  expect(dark).toContain('fill="#101214"');
  expect(dark).not.toContain("var(--");
  const auto = renderSvg({ ...variant, theme: "auto" }, view, PUBLISHER);
  expect(auto).toMatch(/^<svg [^>]*role="img"[^>]*><style>:root\{--background:#fff;[^<]*prefers-color-scheme:dark/);
  const label = 'aria-label="Bitcoin cycle index. ▲ Cycle top. 72.4. Hot Zone. of 100 · Signal: Reduce.';
  expect(auto).toContain(label);
  const flat = renderSvg({ ...variant, picture: "flat", theme: "light" }, view, PUBLISHER);
  expect(textsOf(flat)).toEqual(["Bitcoin cycle", "72.4 Hot Zone"]);
});
