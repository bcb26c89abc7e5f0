import { expect, test } from "vitest";
import { faultSwitchboard } from "../../src/faults/switchboard.js";

const names = (rules: readonly { readonly fault: string }[]) => rules.map((rule) => rule.fault);

test("a fault without a path concerns every path of its source and no other source", () => {
  const faults = faultSwitchboard();
  faults.set("kraken", "500");
  expect(names(faults.match("kraken", "/0/public/Ticker"))).toEqual(["500"]);
  expect(names(faults.match("bitstamp", "/api/v2/ticker/btcusd/"))).toEqual([]);
});

test("a star stands for every source", () => {
  const faults = faultSwitchboard();
  faults.set("*", "hang");
  expect(names(faults.match("brk", "/api/series/bulk"))).toEqual(["hang"]);
});

test("a fault with a path concerns that path only, whatever the query", () => {
  const faults = faultSwitchboard();
  faults.set("bitstamp", "404", { path: "/api/v2/ohlc/btcusd/" });
  expect(names(faults.match("bitstamp", "/api/v2/ohlc/btcusd/"))).toEqual(["404"]);
  expect(names(faults.match("bitstamp", "/api/v2/ticker/btcusd/"))).toEqual([]);
});

test("several faults act together in the order they were set", () => {
  const faults = faultSwitchboard();
  faults.set("kraken", "slow");
  faults.set("kraken", "10x-spike");
  expect(names(faults.match("kraken", "/0/public/Ticker"))).toEqual(["slow", "10x-spike"]);
});

test("ok and clear take faults away for the named source and path only", () => {
  const faults = faultSwitchboard();
  faults.set("kraken", "500", { path: "/a" });
  faults.set("kraken", "503", { path: "/b" });
  faults.set("brk", "404");
  faults.set("kraken", "ok", { path: "/a" });
  expect(names(faults.list())).toEqual(["503", "404"]);
  faults.clear("kraken");
  expect(names(faults.list())).toEqual(["404"]);
  faults.clear();
  expect(faults.list()).toEqual([]);
});
