import { describe } from "vitest";
import { memoryLimit } from "../../../src/rate-limit/memory-limit.js";
import { limitSuite } from "./limit.suite.js";

describe("the limit in memory", () => {
  limitSuite(async () => {
    let now = 5000;
    const limit = memoryLimit({ monotonicMs: () => now });
    return {
      take: limit.take,
      async pass(ms) {
        now += ms;
      },
    };
  });
});
