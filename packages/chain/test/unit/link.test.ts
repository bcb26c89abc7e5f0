import { addDays } from "peak-cycle-model";
import { expect, test } from "vitest";
import { entryOf, NO_HASH, nextLink, revisionEntry, revisionHashes, sealedText, sealOf } from "../../src/link.js";
import type { StoredRow } from "../../src/types.js";
import { DAYS, GOLDEN, REVISION } from "./golden-chain.js";

const [BARE, FULL] = DAYS;
const ROW = FULL.row as StoredRow;

test("the sealed text has every line of the golden days, without a line end behind the last", () => {
  expect(sealedText(BARE).split("\n")).toEqual(GOLDEN.links[0].sealed);
  expect(sealedText(FULL).split("\n")).toEqual(GOLDEN.links[1].sealed);
});

test("a double is written with all its bits, also zero, tiny and negative ones", () => {
  const lineOf = (price: number) => /^btc_close=(.*)$/m.exec(sealedText({ ...FULL, price }))?.[1];
  expect(lineOf(0)).toBe("0000000000000000");
  expect(lineOf(Number.MIN_VALUE)).toBe("0000000000000001");
  expect(lineOf(-1)).toBe("bff0000000000000");
  expect(lineOf(1)).toBe("3ff0000000000000");
});

test("the order of a basket makes no difference", () => {
  const majors = Object.fromEntries(Object.entries(FULL.majors).reverse());
  expect(sealOf({ ...FULL, majors })).toBe(sealOf(FULL));
});

test("a number that JSON does not have is refused", () => {
  expect(() => entryOf(1, { ...FULL, row: { ...ROW, score: Number.NaN } })).toThrow(RangeError);
  expect(() => entryOf(1, { ...FULL, row: { ...ROW, btcPriceUsd: Infinity } })).toThrow(RangeError);
});

test("the entry of a correction is the golden one", () => {
  expect(revisionEntry(REVISION)).toBe(GOLDEN.revision.entry);
});

test("links are the golden ones", () => {
  const first = nextLink(undefined, DAYS[0]);
  const second = nextLink(first, DAYS[1]);
  for (const [link, { sealed: _, ...golden }, { day }] of [
    [first, GOLDEN.links[0], DAYS[0]],
    [second, GOLDEN.links[1], DAYS[1]],
  ] as const)
    expect(link).toEqual({ ...golden, day });
});

test("no day is left out, and none comes twice", () => {
  const first = nextLink(undefined, DAYS[0]);
  const later = { ...DAYS[1], day: addDays(DAYS[1].day, 1) };
  expect(() => nextLink(first, later)).toThrow("2010-07-20 cannot be linked to 2010-07-18: a day is missing");
  expect(() => nextLink(first, DAYS[0])).toThrow(RangeError);
});

test("corrections are a chain of their own", () => {
  const second = { ...REVISION, number: 2 };
  expect(revisionHashes([]).at(-1)).toBe(NO_HASH);
  expect(revisionHashes([REVISION]).at(-1)).toBe(GOLDEN.revision.hash);
  expect(revisionHashes([REVISION, second]).at(-1)).toBe(
    "210043897bf2b77864047e6e033475ff2e8ded9b3bccc05799d6909863a5eaaf",
  );
  expect(revisionHashes([second, REVISION]).at(-1)).not.toBe(revisionHashes([REVISION, second]).at(-1));
});
