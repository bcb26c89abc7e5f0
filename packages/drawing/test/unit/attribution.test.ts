import { expect, test } from "vitest";
import { attributionHeight, attributionLine, attributionText, withAttribution } from "../../src/attribution.js";
import { badge } from "../../src/badge.js";
import { LIGHT } from "../../src/colors.js";
import { serialize, type Tree } from "../../src/markup.js";
import { NOW } from "./sample-views.js";

const ATTRIBUTION = { text: "Peak Cycle Index by Peak · peak.example", href: "https://peak.example/", colors: LIGHT };

function drawn(width: number, text = ATTRIBUTION.text): Tree {
  return withAttribution(badge({ now: NOW }, { width, colors: LIGHT, language: "en" }), { ...ATTRIBUTION, text });
}

function lines(picture: Tree): readonly string[] {
  const link = picture.children.at(-1);
  return typeof link === "object"
    ? link.children.flatMap((line) => (typeof line === "object" ? line.children.map(String) : []))
    : [];
}

test("the attribution is one line where it fits, else two, broken before the address", () => {
  expect(lines(drawn(400))).toEqual([ATTRIBUTION.text]);
  expect(lines(drawn(320))).toEqual([ATTRIBUTION.text]);
  expect(lines(drawn(180))).toEqual(["Peak Cycle Index by Peak", "peak.example"]);
});

test("the picture and its frame grow by the attribution's height, the same for one and for two lines", () => {
  const plain = badge({ now: NOW }, { width: 320, colors: LIGHT, language: "en" });
  const grown = Number(plain.attributes["height"]) + attributionHeight(320);
  for (const text of [ATTRIBUTION.text, `${ATTRIBUTION.text} and a much longer name of a host`]) {
    const picture = drawn(320, text);
    expect(picture.attributes).toMatchObject({ height: grown, viewBox: `0 0 320 ${grown}` });
    expect(picture.children[0]).toMatchObject({ attributes: { height: grown - 1 } });
  }
});

test("it is a link to the site", () => {
  expect(drawn(320).children.at(-1)).toMatchObject({
    tag: "a",
    attributes: { href: ATTRIBUTION.href, target: "_blank" },
  });
});

test("the attribution names index, site and host, as text and as a line with a link", () => {
  const publisher = { indexName: "Peak Cycle Index", siteName: "Peak", baseUrl: "https://peak.example:8443/x/?a" };
  expect(attributionText(publisher)).toBe("Peak Cycle Index by Peak · peak.example:8443");
  expect(serialize(attributionLine(publisher))).toContain('">peak.example:8443</a></p>');
});
