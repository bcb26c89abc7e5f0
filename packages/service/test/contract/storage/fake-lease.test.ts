import { describe } from "vitest";
import { fakeClock } from "../../support/fake-clock.js";
import { fakeLease } from "../../support/fake-lease.js";
import { leaseStoreSuite } from "./lease-store.suite.js";

describe("the lease of tests", () => {
  leaseStoreSuite(async () => {
    const clock = fakeClock("2026-11-21T07:00:00Z");
    const lease = fakeLease(clock);
    return {
      one: lease,
      other: lease.reachedBy({ isAway: false }),
      pass: (ms) => clock.advance(ms),
    };
  });
});
