import { expect, test } from "vitest";
import { CurrentReply, presentCurrent } from "../../../../src/http/endpoints/current.js";
import { sampleSnapshot } from "../samples.js";

test("the current score has the specified fields in the specified order", () => {
  expect(JSON.stringify(presentCurrent(sampleSnapshot(), false))).toBe(
    '{"ok":true,"btc":{"score":47.3,"phase":"Bull Active","phase_key":"BULL","signal":"CAUTION",' +
      '"context":{"descent_guard":null,"top_risk":"TOP_DISTRIBUTION"},"updated_at":"2026-11-21T07:05:00.250Z",' +
      '"stale":false},"crypto":{"score":61,"phase":"Hot Zone"},"market":{"btc_price_usd":84391.27,' +
      '"btc_dominance_pct":57.43,"fear_greed":{"value":71,"classification":"Greed"}}}',
  );
});

test("what is presented agrees with the schema, stale or not", () => {
  for (const stale of [false, true]) {
    const reply = presentCurrent(sampleSnapshot(), stale);
    expect(CurrentReply.parse(reply)).toEqual(reply);
    expect(reply.btc.stale).toBe(stale);
  }
});

test("a number that is none is never presented", () => {
  for (const price of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => presentCurrent(sampleSnapshot(undefined, price), false)).toThrow(RangeError);
  }
});

test("the schema refuses missing fields and long decimals", () => {
  const reply = presentCurrent(sampleSnapshot(), false);
  expect(CurrentReply.safeParse({ ...reply, market: undefined }).success).toBe(false);
  expect(CurrentReply.safeParse({ ...reply, crypto: { ...reply.crypto, score: 61.04 } }).success).toBe(false);
});
