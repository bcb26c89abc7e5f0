import { expect, test } from "vitest";
import { textWidth } from "../../../src/chart/svg.js";

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

test("no sign is taken for narrower than it is in the widest font", () => {
  const tooNarrow = Object.entries(ADVANCES).flatMap(([signs, [regular, bold]]) =>
    // Bold type is reckoned 12 % wider; what a sign has beyond that is evened out by the word around it.
    [...signs].filter((sign) => textWidth(sign, 1000) < regular || textWidth(sign, 1120) * 1.03 < bold),
  );
  expect(tooNarrow).toEqual([]);
});

test("a text is as wide as its signs together, and grows with the size", () => {
  expect(textWidth("Bull", 10)).toBeCloseTo(textWidth("B", 10) + textWidth("u", 10) + 2 * textWidth("l", 10));
  expect(textWidth("Peak", 22)).toBeCloseTo(2 * textWidth("Peak", 11));
  expect(textWidth("", 12)).toBe(0);
});
