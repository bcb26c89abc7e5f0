import { expect, test } from "vitest";
import { serialize, tree } from "../../src/markup.js";
import { type Point, pathData, textWidth } from "../../src/svg.js";

/** Advances of DejaVu Sans in thousandths of an em, as its `hmtx` table has them: regular, bold. */
const ADVANCES = {
  " .,·": [318, 380],
  ":;/|": [337, 400],
  "0123456789": [636, 696],
  "()-": [390, 457],
  abdeghnopqucksvxyzáéóúñçãäöüàêèùß: [635, 719],
  ft: [392, 478],
  ijlíI: [295, 372],
  m: [974, 1042],
  w: [818, 924],
  r: [411, 493],
  AEFLJPRSTVXYZÄ: [695, 774],
  BCDGHKNOQU: [787, 850],
  M: [863, 995],
  W: [989, 1103],
} as const;

test("no character is measured narrower than in the widest font", () => {
  const tooNarrow = Object.entries(ADVANCES).flatMap(([characters, [regular, bold]]) =>
    // Bold type counts as 12 % wider; the word around an even wider character makes up for it.
    [...characters].filter((each) => textWidth(each, 1000) < regular || textWidth(each, 1120) * 1.03 < bold),
  );
  expect(tooNarrow).toEqual([]);
});

test("a line is written in relative steps, without redundant zeros", () => {
  const corner: readonly Point[] = [
    [10, 20.5],
    [10.5, 20],
    [11.5, 20],
    [12, 18.5],
  ];
  expect(pathData(corner)).toBe("M10 20.5l.5-.5 1 0 .5-1.5");
});

test("text and attributes cannot become markup, and undefined attributes are left out", () => {
  const drawn = tree("text", { x: undefined, fill: '"><script>' }, "<b>&'");
  expect(serialize(drawn)).toBe('<text fill="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;&#39;</text>');
});
