import { HOUR_MS, instantOf, plus, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { currentCache, historyCache, statusCache } from "../../../src/http/cache-control.js";

const COMPUTED = instantOf("2026-11-21T07:05:00.250Z");
const STALE_AT = plus(COMPUTED, 2 * HOUR_MS);

describe("the current score may be kept", () => {
  test("a minute as a rule", () => {
    const usual = "public, max-age=60, stale-while-revalidate=30, stale-if-error=300";
    expect(currentCache(COMPUTED, COMPUTED)).toBe(usual);
    expect(currentCache(COMPUTED, plus(STALE_AT, -360_000))).toBe(usual);
    expect(currentCache(COMPUTED, plus(STALE_AT, 1))).toBe(usual);
  });

  test("at 1:59:30 for the 30 s that are left and no longer in any way", () => {
    expect(currentCache(COMPUTED, plus(STALE_AT, -30_000))).toBe(
      "public, max-age=30, stale-while-revalidate=0, stale-if-error=0",
    );
  });

  test("never past the moment at which the score turns stale", () => {
    for (let before = 0; before <= 400_000; before += 317) {
      const text = currentCache(COMPUTED, plus(STALE_AT, -before));
      const [age, revalidate, error] = (text.match(/\d+/g) ?? []).map(Number);
      expect((age! + Math.max(revalidate!, error!)) * 1000).toBeLessThanOrEqual(before);
      expect(Math.min(age!, revalidate!, error!)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("the history may be kept", () => {
  const keptAt = (now: string, newest = "2026-11-21") =>
    Number(/max-age=(\d+), stale-if-error=86400$/.exec(historyCache(utcDay(newest), instantOf(now)))?.[1]);

  test("an hour as a rule", () => {
    expect(keptAt("2026-11-21T06:00:05Z")).toBe(3600);
    expect(keptAt("2026-11-22T05:00:00Z")).toBe(3600);
  });

  test("until 06:00 UTC in the last hour, and never 0", () => {
    expect(keptAt("2026-11-22T05:00:00.001Z")).toBe(3599);
    expect(keptAt("2026-11-22T05:59:50Z")).toBe(10);
    expect(keptAt("2026-11-22T05:59:59.999Z")).toBe(1);
  });

  test("half a minute while the row is due and not there", () => {
    expect(keptAt("2026-11-22T06:00:00Z")).toBe(30);
    expect(keptAt("2026-11-25T17:00:00Z")).toBe(30);
  });

  test("over the leap day and the turn of the year", () => {
    expect(keptAt("2028-02-29T05:30:00Z", "2028-02-28")).toBe(1800);
    expect(keptAt("2028-03-01T05:59:00Z", "2028-02-29")).toBe(60);
    expect(keptAt("2027-03-01T05:59:00Z", "2027-02-28")).toBe(60);
    expect(keptAt("2027-01-01T05:59:00Z", "2026-12-31")).toBe(60);
  });
});

describe("the answers about the state of the service may be kept", () => {
  const now = instantOf("2026-11-21T07:06:00Z");

  test("a minute as a rule, and when every known change is over", () => {
    expect(statusCache([], now)).toBe("public, max-age=60");
    expect(statusCache([plus(now, 60_000)], now)).toBe("public, max-age=60");
    expect(statusCache([plus(now, -1), plus(now, HOUR_MS)], now)).toBe("public, max-age=60");
  });

  test("until the first moment at which it changes, and never past it", () => {
    expect(statusCache([plus(now, 59_999), plus(now, HOUR_MS)], now)).toBe("public, max-age=59");
    expect(statusCache([plus(now, 30_000), plus(now, 12_500)], now)).toBe("public, max-age=12");
    expect(statusCache([now], now)).toBe("public, max-age=0");
  });
});
