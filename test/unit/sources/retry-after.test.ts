import { describe, expect, test } from "vitest";
import type { Instant } from "../../../src/domain/instant.js";
import { httpDate, retryAfterMs } from "../../../src/sources/retry-after.js";

const NOW = Date.parse("2026-11-21T04:12:10Z") as Instant;

describe("Retry-After", () => {
  test.each([
    ["7", 7000],
    [" 119 ", 119_000],
    ["Sat, 21 Nov 2026 04:13:10 GMT", 60_000],
    ["99999999999", 259_200_000],
    ["Sat, 21 Nov 2026 04:00:00 GMT", undefined],
    ["0", undefined],
    ["-5", undefined],
    ["soon", undefined],
    ["1.5", undefined],
    [undefined, undefined],
  ])("%j asks to wait %j ms", (header, waitMs) => expect(retryAfterMs(header, NOW)).toBe(waitMs));
});

test("an HTTP date is read and nothing else is", () => {
  expect(httpDate("Sat, 21 Nov 2026 04:12:10 GMT")).toBe(NOW);
  for (const text of [undefined, "", "1795234330", "2026-11-21", "Sat, 99 Nov 2026 04:12:10 GMT"])
    expect(httpDate(text)).toBeUndefined();
});
