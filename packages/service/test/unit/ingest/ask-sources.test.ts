import { expect, test } from "vitest";
import { kindsOf } from "../../../src/ingest/ask-sources.js";
import { SOURCE_NAMES } from "../../../src/sources/all.js";

test("every source is in some chain, and what is no source in none", () => {
  expect(SOURCE_NAMES.filter((name) => kindsOf(name).length === 0)).toEqual([]);
  expect(kindsOf("nobody")).toEqual([]);
});

test("a source is there for all kinds whose chain it is in", () => {
  expect(kindsOf("coingecko")).toEqual(["prices", "dominance"]);
  expect(kindsOf("coin-metrics")).toEqual(["daily", "mvrv"]);
});
