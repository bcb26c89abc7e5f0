import { expect, test } from "vitest";
import { sealedText, sealOf } from "../../../src/chain/sealed.js";
import type { StoredDay } from "../../../src/domain/chain.js";
import type { HistoryRow } from "../../../src/domain/history.js";
import type { Instant, UtcDay } from "../../../src/domain/instant.js";
import { DAYS, GOLDEN } from "./golden-chain.js";

const [BARE, FULL] = DAYS;
const ROW = FULL.row as HistoryRow;

test("the sealed text has every line of the golden days, without a line end behind the last", () => {
  expect(sealedText(BARE).split("\n")).toEqual(GOLDEN.links[0].sealed);
  expect(sealedText(FULL).split("\n")).toEqual(GOLDEN.links[1].sealed);
});

test("the seal is the hash of that text", () => {
  expect(GOLDEN.links[0].entry).toContain(`"sealed":"${sealOf(BARE)}"`);
  expect(GOLDEN.links[1].entry).toContain(`"sealed":"${sealOf(FULL)}"`);
});

test("a double is written with all its bits, also zero, tiny and negative ones", () => {
  const lineOf = (price: number) => /^btc_close=(.*)$/m.exec(sealedText({ ...FULL, price }))?.[1];
  expect(lineOf(0)).toBe("0000000000000000");
  expect(lineOf(Number.MIN_VALUE)).toBe("0000000000000001");
  expect(lineOf(-1)).toBe("bff0000000000000");
  expect(lineOf(1)).toBe("3ff0000000000000");
});

const ROW_CHANGES: Readonly<Partial<HistoryRow>>[] = [
  { day: (ROW.day + 1) as UtcDay },
  { computedAt: (ROW.computedAt + 1) as Instant },
  { modelVersion: "2" },
  { raw: 47.349999999999994 },
  { score: 47.300000000000004 },
  { smoothed: 45.050000000000004 },
  { phase: "HOT" },
  { btcPriceUsd: 67_000.12500000001 },
  { priceSource: "bitstamp" },
  { origin: "late" },
];

const CHANGES: Readonly<Partial<StoredDay>>[] = [
  { day: (FULL.day + 1) as UtcDay },
  { closedAt: (FULL.closedAt + 1) as Instant },
  { price: undefined },
  { price: 0.08080000000000001 },
  { mvrv: 1.2500000000000002 },
  { fearGreed: undefined },
  { dominance: 57.12345678900001 },
  { sources: `${FULL.sources} ` },
  { majors: { ...FULL.majors, ada: 0 } },
  { majors: { eth: FULL.majors.xrp ?? 0, xrp: FULL.majors.eth ?? 0 } },
  { row: undefined },
  ...ROW_CHANGES.map((changes) => ({ row: { ...ROW, ...changes } })),
];

test.each(CHANGES)("the least change of what is stored changes the seal: %o", (changes) => {
  expect(sealOf({ ...FULL, ...changes })).not.toBe(sealOf(FULL));
});

test("the order of a basket makes no difference", () => {
  const majors = Object.fromEntries(Object.entries(FULL.majors).reverse());
  expect(sealOf({ ...FULL, majors })).toBe(sealOf(FULL));
});
