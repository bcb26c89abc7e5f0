import { expect, test } from "vitest";
import { CurrentReply, presentCurrent } from "../../../../src/http/endpoints/current.js";
import { sampleSnapshot } from "../samples.js";

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
