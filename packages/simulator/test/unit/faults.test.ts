import { expect, test } from "vitest";
import { faultSwitchboard } from "../../src/faults/switchboard.js";

const names = (rules: readonly { readonly fault: string }[]) => rules.map((rule) => rule.fault);

test("a fault without a path concerns every path of its source and no other source", () => {
  const faults = faultSwitchboard();
  faults.set("kraken", "500");
  expect(names(faults.match("kraken", "/0/public/Ticker", "?pair=XBTUSD"))).toEqual(["500"]);
  expect(names(faults.match("bitstamp", "/api/v2/ticker/btcusd/", ""))).toEqual([]);
});

test("a star stands for every source", () => {
  const faults = faultSwitchboard();
  faults.set("*", "hang");
  expect(names(faults.match("brk", "/api/mempool/price", ""))).toEqual(["hang"]);
});

test("a path pattern reads stars as anything, and compares the query only when it has one", () => {
  const faults = faultSwitchboard();
  faults.set("bitstamp", "404", { path: "/api/v2/ohlc/*" });
  faults.set("kraken", "503", { path: "/0/public/OHLC?*pair=ETHUSD*" });
  expect(names(faults.match("bitstamp", "/api/v2/ohlc/btcusd/", "?step=60"))).toEqual(["404"]);
  expect(names(faults.match("bitstamp", "/api/v2/ticker/btcusd/", ""))).toEqual([]);
  expect(names(faults.match("kraken", "/0/public/OHLC", "?pair=ETHUSD&interval=60"))).toEqual(["503"]);
  expect(names(faults.match("kraken", "/0/public/OHLC", "?pair=XBTUSD&interval=60"))).toEqual([]);
});

test("after and times say which of the matching requests fail", () => {
  const faults = faultSwitchboard();
  faults.set("kraken", "429 bare", { after: 1, times: 2 });
  const failed = [1, 2, 3, 4].map(() => faults.match("kraken", "/0/public/Time", "").length === 1);
  expect(failed).toEqual([false, true, true, false]);
});

test("several faults act together in the order they were set", () => {
  const faults = faultSwitchboard();
  faults.set("kraken", "slow", { ms: 5 });
  faults.set("kraken", "10x-spike");
  expect(names(faults.match("kraken", "/0/public/Ticker", ""))).toEqual(["slow", "10x-spike"]);
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
