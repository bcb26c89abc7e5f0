import { expect, test } from "vitest";
import { basketTracks, bitcoinTracks } from "../../../src/engine/components.js";

test("Bitcoin has six positions in a band, the four components of the score first", () => {
  expect(Object.keys(bitcoinTracks())).toEqual(["mvrv", "thermo", "plaw", "ma200w", "puell", "roi"]);
});

test("the basket has the two components that need a price and nothing else", () => {
  expect(Object.keys(basketTracks())).toEqual(["plaw", "ma200w"]);
});

test("every call makes fresh tracks", () => {
  expect(bitcoinTracks().plaw).not.toBe(bitcoinTracks().plaw);
});
