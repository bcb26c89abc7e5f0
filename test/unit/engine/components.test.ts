import { expect, test } from "vitest";
import { basketTracks, bitcoinTracks, PositionTrack } from "../../../src/engine/components.js";
import { OneYearReturn } from "../../../src/engine/indicators/one-year-return.js";
import { bitcoinRow } from "../../support/bitcoin-row.js";

test("Bitcoin has six positions in a band, the four components of the score first", () => {
  expect(Object.keys(bitcoinTracks())).toEqual(["mvrv", "thermo", "plaw", "ma200w", "puell", "roi"]);
});

test("the basket has the two components that need a price and nothing else", () => {
  expect(Object.keys(basketTracks())).toEqual(["plaw", "ma200w"]);
});

test("every call makes fresh tracks", () => {
  expect(bitcoinTracks().plaw).not.toBe(bitcoinTracks().plaw);
});

const rowAt = (index: number) => bitcoinRow(index, { price: Math.exp(Math.sin(index / 40)) });

test("gives the position of the indicator in its band, after the warm-up of both", () => {
  const track = new PositionTrack(new OneYearReturn());
  const positions = Array.from({ length: 900 }, (_, index) => track.append(rowAt(index)));
  expect(positions.findIndex((each) => each !== undefined)).toBe(729);
  for (const position of positions.slice(729)) {
    expect(position).toBeGreaterThanOrEqual(0);
    expect(position).toBeLessThanOrEqual(100);
  }
});

test("a clone goes its own way, and the same way when fed the same", () => {
  const track = new PositionTrack(new OneYearReturn());
  for (let index = 0; index < 900; index += 1) track.append(rowAt(index));
  const twin = track.clone();
  const stray = track.clone();
  stray.append(bitcoinRow(900, { price: 1000 }));
  expect(track.append(rowAt(900))).toBe(twin.append(rowAt(900)));
});
