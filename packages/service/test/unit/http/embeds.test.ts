import { expect, test } from "vitest";
import {
  EMBED_KINDS,
  type EmbedKind,
  type EmbedOptions,
  embedPath,
  embedSize,
  embedSnippets,
  hasAssets,
} from "../../../../drawing/src/embeds.js";
import { LANGUAGES } from "../../../../drawing/src/locale.js";
import { type PictureName, SIZES, THEMES } from "../../../../drawing/src/pictures.js";
import { askedPng, askedSvg, queryOf as readQuery } from "../../../src/http/query.js";

const ALL_OPTIONS: readonly EmbedOptions[] = EMBED_KINDS.flatMap((kind) =>
  SIZES.flatMap((size) =>
    THEMES.flatMap((theme) =>
      [undefined, ...LANGUAGES].flatMap((language) =>
        (["btc", "crypto"] as const).map((asset) => ({ kind, size, theme, language, asset })),
      ),
    ),
  ),
);

/** As Fastify parses it: several values of a parameter are a list. */
function queryOf(target: string) {
  const params = new URLSearchParams(target.slice(target.indexOf("?") + 1));
  const query = Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)]));
  return readQuery({ query: target.includes("?") ? query : {} });
}

const OFFERED = { cryptoAsset: true };

test("a picture's address asks for what was chosen", () => {
  const pictures = ALL_OPTIONS.filter(({ kind }) => kind.includes("-"));
  expect(pictures.length).toBeGreaterThan(100);
  for (const { kind, size, theme, language, asset } of pictures) {
    const query = queryOf(embedPath({ kind, size, theme, language, asset }) ?? "");
    const [name = "", form = ""] = kind.split("-");
    const asked = (form === "png" ? askedPng : askedSvg)(name as PictureName, query, OFFERED);
    const picture = form === "flat" ? form : name;
    const drawn = form === "flat" || (theme === "auto" && form === "png") ? "light" : theme;
    const drawnSize = form === "flat" || (name === "badge" && size === "xl") ? "md" : size;
    expect(asked).toEqual({ picture, size: drawnSize, theme: drawn, language: language ?? "en", asset: asked.asset });
    expect(asked.asset).toBe(assetShown(kind, asset));
  }
});

const assetShown = (kind: EmbedKind, asset: EmbedOptions["asset"]) => (hasAssets(kind) ? asset : "btc");

test.each([
  [{ kind: "frame", size: "md", theme: "auto", language: "en" }, "/embed/nhci"],
  [{ kind: "frame", size: "lg", theme: "dark", language: "de" }, "/embed/nhci?theme=dark&lang=de"],
  [{ kind: "badge-svg", size: "md", theme: "light", language: undefined }, "/embed/nhci-badge.svg"],
  [{ kind: "badge-flat", size: "lg", theme: "auto", language: "de" }, "/embed/nhci-badge.svg?style=flat&lang=de"],
  [{ kind: "cycle-svg", size: "sm", theme: "dark", language: "en" }, "/embed/nhci-cycle.svg?size=sm&theme=dark"],
  [{ kind: "chart-png", size: "lg", theme: "auto", language: "fr" }, "/embed/nhci-chart.png?size=lg&lang=fr"],
  [{ kind: "chart", size: "md", theme: "dark", language: "es" }, undefined],
] as const)("%j is found at %s", (options, path) => {
  expect(embedPath(options)).toBe(path);
});

test("an asset that is not offered, or that there is not, is Bitcoin", () => {
  expect(askedSvg("badge", queryOf("?asset=crypto"), { cryptoAsset: false }).asset).toBe("btc");
  for (const query of ["?asset=doge", "?asset=CRYPTO", "?asset=", "?asset=btc&asset=crypto"]) {
    expect(askedPng("chart", queryOf(query), OFFERED).asset).toBe("btc");
  }
  expect(askedSvg("cycle", queryOf("?asset=crypto"), OFFERED).asset).toBe("btc");
});

test("a style that does not exist is the card, and a PNG has the same", () => {
  expect(askedSvg("badge", queryOf("?style=round&size=sm"), OFFERED)).toMatchObject({ picture: "badge", size: "sm" });
  expect(askedPng("badge", queryOf("?style=flat&theme=auto"), OFFERED)).toMatchObject({
    picture: "flat",
    theme: "light",
  });
});

test("only the flat badge and the chart script have no width, and none is less wide for a larger size", () => {
  for (const kind of EMBED_KINDS) {
    const widths = SIZES.map((size) => embedSize({ kind, size, theme: "light", language: "en" })?.width);
    if (["chart", "badge-flat"].includes(kind)) expect(widths).toEqual(SIZES.map(() => undefined));
    else expect([...widths].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(widths);
  }
});

const SITE = { address: "https://peak.example", indexName: "Cycle [One] <i>" };

function codesOf(options: EmbedOptions): readonly string[] {
  return embedSnippets(options, SITE).map(({ code }) => code);
}

test("what has an address can be had as that address alone", () => {
  for (const options of ALL_OPTIONS) {
    const [url] = embedSnippets(options, SITE).flatMap(({ form, code }) => (form === "URL" ? [code] : []));
    const path = embedPath(options);
    expect(url).toBe(path && SITE.address + path);
  }
});

test("a script stands below its host, and the usual is not written", () => {
  expect(codesOf({ kind: "chart", size: "lg", theme: "auto", language: undefined })).toEqual([
    '<div data-nhci-widget></div>\n<script src="https://peak.example/embed/nhci-chart.js" async></script>',
  ]);
  expect(codesOf({ kind: "badge", size: "sm", theme: "dark", language: "de" })).toEqual([
    '<div data-nhci-badge data-size="sm" data-theme="dark" data-lang="de"></div>\n' +
      '<script src="https://peak.example/embed/nhci-badge.js" async></script>',
  ]);
});

test("crypto is named in the code: as an attribute, in the address, and to those who do not see it", () => {
  const crypto = { size: "md", theme: "auto", language: "de", asset: "crypto" } as const;
  expect(codesOf({ ...crypto, kind: "chart" })[0]).toContain(
    '<div data-nhci-widget data-asset="crypto" data-lang="de">',
  );
  expect(codesOf({ ...crypto, kind: "frame" })[0]).toMatch(
    /nhci\?asset=crypto&amp;lang=de"[\s\S]*title="Cycle \[One\] &lt;i&gt; · Krypto"/,
  );
  expect(codesOf({ ...crypto, kind: "badge-flat" })[1]).toContain(
    "<i> · Krypto](https://peak.example/embed/nhci-badge.svg?asset=crypto&style=flat",
  );
});

test("an iframe has width, height, title and no frame", () => {
  const [code = ""] = codesOf({ kind: "frame", size: "sm", theme: "light", language: "en" });
  expect(code).toMatch(/^<iframe src="https:\/\/peak.example\/embed\/nhci\?theme=light"\s+width="320" height="\d+"/);
  expect(code).toContain('title="Cycle [One] &lt;i&gt;"');
  expect(code).toContain("border:0;border-radius:10px");
});

test("a picture is a link to the site, as HTML and as Markdown whose name cannot end it early", () => {
  const [html = "", markdown] = codesOf({ kind: "badge-svg", size: "md", theme: "light", language: "en" });
  expect(html).toMatch(/^<a href="https:\/\/peak.example\/"><img src="https:\/\/peak.example\/embed\/nhci-badge.svg"/);
  expect(html).toContain('alt="Cycle [One] &lt;i&gt;"');
  expect(markdown).toBe("[![Cycle \\[One\\] <i>](https://peak.example/embed/nhci-badge.svg)](https://peak.example/)");
});
