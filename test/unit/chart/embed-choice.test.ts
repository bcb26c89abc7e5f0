import { expect, test } from "vitest";
import { canFollowSystem, EMBED_KINDS, type EmbedChoice, embedPath, sizeOf } from "../../../src/chart/embed-choice.js";
import { frameHeight } from "../../../src/chart/frame-size.js";
import { LANGUAGES } from "../../../src/chart/language.js";
import { SIZES, THEMES } from "../../../src/chart/variants.js";
import { askedPng, askedSvg, queryOf } from "../../../src/http/query.js";

const CHOICES: readonly EmbedChoice[] = EMBED_KINDS.flatMap((kind) =>
  SIZES.flatMap((size) =>
    THEMES.flatMap((theme) => [undefined, ...LANGUAGES].map((language) => ({ kind, size, theme, language }))),
  ),
);

test("the largest frame is not cut off in a column of 650 to 700 px, the usual one not in those of phones", () => {
  const frame = { kind: "frame", theme: "auto", language: undefined } as const;
  const needed = (from: number, to: number) =>
    Math.max(...Array.from({ length: to - from + 1 }, (_, i) => frameHeight(from + i)));
  expect(sizeOf({ ...frame, size: "lg" })?.height).toBeGreaterThanOrEqual(needed(650, 700));
  expect(sizeOf({ ...frame, size: "md" })?.height).toBeGreaterThanOrEqual(needed(320, 350));
});

test("a picture's address asks for what was chosen", () => {
  const pictures = CHOICES.filter(({ kind }) => kind.includes("-"));
  expect(pictures.length).toBeGreaterThan(100);
  for (const { kind, size, theme, language } of pictures) {
    const query = queryOf(embedPath({ kind, size, theme, language }) ?? "");
    const picture = kind.startsWith("chart") ? "chart" : "badge";
    const asked = kind.endsWith("svg") ? askedSvg(picture, query) : askedPng(picture, query);
    const drawn = theme === "auto" && !canFollowSystem(kind) ? "light" : theme;
    expect(asked).toEqual({ picture, size, theme: drawn, language: language ?? "en" });
  }
});

test.each([
  [{ kind: "frame", size: "md", theme: "auto", language: "en" }, "/embed/nhci"],
  [{ kind: "frame", size: "lg", theme: "dark", language: "de" }, "/embed/nhci?theme=dark&lang=de"],
  [{ kind: "badge-svg", size: "md", theme: "light", language: undefined }, "/embed/nhci-badge.svg"],
  [{ kind: "chart-png", size: "lg", theme: "auto", language: "fr" }, "/embed/nhci-chart.png?size=lg&lang=fr"],
  [{ kind: "chart", size: "md", theme: "dark", language: "es" }, undefined],
] as const)("%j is found at %s", (choice, path) => {
  expect(embedPath(choice)).toBe(path);
});

test("everything but the chart script has a size, wider for a larger choice", () => {
  for (const kind of EMBED_KINDS) {
    const widths = SIZES.map((size) => sizeOf({ kind, size, theme: "light", language: "en" })?.width);
    if (kind === "chart") expect(widths).toEqual([undefined, undefined, undefined]);
    else expect([...widths].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(widths);
  }
});
