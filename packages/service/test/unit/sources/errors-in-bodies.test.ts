import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SOURCES } from "../../../src/sources/order.js";
import { fixture } from "../../support/canned-source.js";

const RECORDED = new URL("../../fixtures/sources/", import.meta.url);

function faultIn(name: string, body: unknown) {
  return SOURCES.find((each) => each.name === name)?.faultIn(body);
}

const REFUSAL = { error: { type: "forbidden", message: "Requested metric 'CapRealUSD' is not available." } };

describe("an error inside a body", () => {
  test.each<[string, unknown, string]>([
    ["kraken", { error: ["EGeneral:Too many requests"] }, "throttled"],
    ["kraken", { error: ["EGeneral:Temporary lockout"], result: null }, "throttled"],
    ["kraken", { error: ["EAPI:Rate limit exceeded"], result: {} }, "throttled"],
    ["kraken", { error: ["EService:Throttled: 1795230000"] }, "throttled"],
    ["kraken", { error: ["EService:Unavailable"] }, "unreachable"],
    ["kraken", { error: "EQuery:Unknown asset pair" }, "unlisted"],
    ["bitstamp", { response_code: "400.002" }, "throttled"],
    ["bitstamp", { response_code: "400.068" }, "refused"],
    ["bitstamp", { status: "error", reason: "x", code: "API0001" }, "refused"],
    ["binance", { code: -1003, msg: "Too much request weight used" }, "throttled"],
    ["binance", { code: -1121, msg: "Invalid symbol." }, "unlisted"],
    ["coingecko", { status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } }, "throttled"],
    ["coingecko", { status: { error_code: 10005, error_message: "x" } }, "refused"],
    ["coingecko", { error: { status: { error_code: 10012, error_message: "x" } } }, "refused"],
    ["coinpaprika", { error: "payment required" }, "refused"],
    ["alternative-me", { data: [], metadata: { error: "x" } }, "refused"],
    ["coin-metrics", REFUSAL, "refused"],
    ["coin-metrics", { error: { type: "too_many_requests", message: "x" } }, "throttled"],
    ["brk", { error: { type: "unavailable", code: "unavailable", message: "x" } }, "unreachable"],
    ["brk", { error: { type: "not_found", code: "series_not_found", message: "x" } }, "refused"],
  ])("of %s, %j, is %s", (name, body, fault) => expect(faultIn(name, body)).toBe(fault));

  test.each(SOURCES.map(({ name }) => name))(
    "of %s is seen neither in its recorded answers nor in any other JSON",
    (name) => {
      const recorded = readdirSync(RECORDED).filter((file) => file.startsWith(name) && file.endsWith(".json"));
      expect(recorded, `test/fixtures/sources/${name}-….json`).not.toEqual([]);
      for (const file of recorded) expect(faultIn(name, fixture(file.slice(0, -5))), file).toBeUndefined();
      for (const body of [undefined, null, 7, "x", [], {}, [[]], { error: null }, { error: ["WGeneral:Something"] }])
        expect(faultIn(name, body)).toBeUndefined();
    },
  );
});
