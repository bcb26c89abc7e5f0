import { expect, test } from "vitest";
import { type Point, pathData, textWidth } from "../../src/svg.js";

/** Advances of DejaVu Sans in thousandths of an em, as its `hmtx` table has them: regular, bold. */
const ADVANCES = {
  " .,": [318, 380],
  ":;": [337, 400],
  "0123456789": [636, 696],
  "()": [390, 457],
  "/|": [337, 365],
  "-": [361, 415],
  "·": [318, 380],
  abdeghnopqu: [635, 716],
  ft: [392, 478],
  ijlí: [278, 343],
  I: [295, 372],
  cksvxyz: [592, 665],
  m: [974, 1042],
  w: [818, 924],
  r: [411, 493],
  AEFLJPRSTVXYZ: [695, 774],
  BCDGHKNOQU: [787, 850],
  M: [863, 995],
  W: [989, 1103],
  áéóúñçãäöüàêèùß: [635, 719],
  Ä: [684, 774],
} as const;

test("no character is taken for narrower than it is in the widest font", () => {
  const tooNarrow = Object.entries(ADVANCES).flatMap(([characters, [regular, bold]]) =>
    // Bold type counts as 12 % wider; a character that is wider still is evened out by the word around it.
    [...characters].filter(
      (character) => textWidth(character, 1000) < regular || textWidth(character, 1120) * 1.03 < bold,
    ),
  );
  expect(tooNarrow).toEqual([]);
});

test("a text is as wide as its characters together, and grows with the size", () => {
  expect(textWidth("Bull", 10)).toBeCloseTo(textWidth("B", 10) + textWidth("u", 10) + 2 * textWidth("l", 10));
  expect(textWidth("Peak", 22)).toBeCloseTo(2 * textWidth("Peak", 11));
  expect(textWidth("", 12)).toBe(0);
});

test("a line is written in relative steps, without zeros that mean nothing", () => {
  const points: readonly Point[] = [
    [10, 20.5],
    [10.5, 20],
    [11.5, 20],
    [12, 18.5],
  ];
  expect(pathData(points)).toBe("M10 20.5l.5-.5 1 0 .5-1.5");
});

test("the rounding of steps does not add up", () => {
  const points = Array.from({ length: 400 }, (_, i): Point => [Math.round(i * 3.3) / 10, Math.round(i * 7.7) / 10]);
  const numbers = pathData(points).match(/-?\d*\.?\d+/g) ?? [];
  const sum = numbers.map(Number).reduce((total, each) => total + each, 0);
  expect(sum).toBeCloseTo((points.at(-1)?.[0] ?? 0) + (points.at(-1)?.[1] ?? 0), 6);
});
