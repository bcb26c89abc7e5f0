import { expect, test } from "vitest";
import { badge } from "../../../src/chart/badge.js";
import { creditHeight, withCredit } from "../../../src/chart/credit.js";
import { LIGHT } from "../../../src/chart/palette.js";
import type { Tree } from "../../../src/chart/tree.js";
import { NOW } from "./scenes.js";

const CREDIT = { text: "Peak Cycle Index by Peak · peak.example", href: "https://peak.example/", ink: LIGHT };

function drawn(width: number, text = CREDIT.text): Tree {
  return withCredit(badge({ now: NOW }, { width, ink: LIGHT, language: "en" }), { ...CREDIT, text });
}

function lines(picture: Tree): readonly string[] {
  const link = picture.children.at(-1);
  return typeof link === "object"
    ? link.children.flatMap((line) => (typeof line === "object" ? line.children.map(String) : []))
    : [];
}

test("the attribution is one line where it fits, else two, broken before the address", () => {
  expect(lines(drawn(400))).toEqual([CREDIT.text]);
  expect(lines(drawn(320))).toEqual([CREDIT.text]);
  expect(lines(drawn(180))).toEqual(["Peak Cycle Index by Peak", "peak.example"]);
});

test("the picture and its frame grow by the attribution's height, the same for one and for two lines", () => {
  const plain = badge({ now: NOW }, { width: 320, ink: LIGHT, language: "en" });
  const grown = Number(plain.attributes["height"]) + creditHeight(320);
  for (const text of [CREDIT.text, `${CREDIT.text} and a much longer name of a host`]) {
    const picture = drawn(320, text);
    expect(picture.attributes).toMatchObject({ height: grown, viewBox: `0 0 320 ${grown}` });
    expect(picture.children[0]).toMatchObject({ attributes: { height: grown - 1 } });
  }
});

test("it is a link to the site", () => {
  expect(drawn(320).children.at(-1)).toMatchObject({ tag: "a", attributes: { href: CREDIT.href, target: "_blank" } });
});
