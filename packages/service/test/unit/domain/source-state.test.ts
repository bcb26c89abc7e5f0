import { HOUR_MS, type Instant, plus } from "peak-cycle-model";
import { expect, test } from "vitest";
import { sourceHealth } from "../../../src/domain/source-state.js";

const ASKED = Date.parse("2026-11-20T04:00:00Z") as Instant;
const STATE = { source: "one", askedAt: ASKED, answeredAt: undefined, fault: undefined };

test("a source is ok or failing by what it last did, for 26 hours", () => {
  const late = plus(ASKED, 26 * HOUR_MS);
  expect(sourceHealth(STATE, late)).toBe("ok");
  expect(sourceHealth({ ...STATE, fault: "throttled" }, late)).toBe("failing");
});

test("a source that was not asked since, or never, is idle", () => {
  const later = plus(ASKED, 26 * HOUR_MS + 1);
  expect(sourceHealth(STATE, later)).toBe("idle");
  expect(sourceHealth({ ...STATE, fault: "refused" }, later)).toBe("idle");
  expect(sourceHealth(undefined, later)).toBe("idle");
});
