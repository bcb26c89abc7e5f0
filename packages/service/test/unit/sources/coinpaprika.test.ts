import { expect, test } from "vitest";
import { coinpaprika } from "../../../src/sources/coinpaprika.js";
import { brief, canned, fixture, observed, open } from "../../support/canned-source.js";

test("CoinPaprika's dominance is a percentage with its own time", async () => {
  const source = canned(fixture("coinpaprika-global"));
  expect(brief(await observed(open(coinpaprika, source), { kind: "dominance" }))).toEqual([
    ["2026-11-21T04:11", 57.43],
  ]);
  expect(source.asked.map(String)).toEqual(["http://source.test/v1/global"]);
});

test.each([[{ error: "payment required" }, "refused"]])("CoinPaprika reports an error with %j: %s", (body, fault) => {
  expect(coinpaprika.faultIn(body)).toBe(fault);
});
