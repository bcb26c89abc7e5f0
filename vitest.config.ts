import { defineConfig } from "vitest/config";

/** Pure computing, and files that nobody else looks at. */
const QUICK = ["unit", "property", "golden", "house"].map((kind) => `test/${kind}/**/*.test.ts`);

export default defineConfig({
  test: {
    // Several suites start servers and child processes; a noisy two-core machine needs patience, not retries.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    coverage: { include: ["src/**/*.ts"] },
    projects: [
      {
        extends: true,
        // Two files at a time: of 240 most only load their imports, and one waits where the other computes.
        test: { name: "quick", include: QUICK, maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        // One after the other: each of them starts servers or watches the clock. A whole day of jobs takes 7 s on an idle
        // machine, and 30 s was seen on a busy one.
        test: {
          name: "real",
          include: ["test/**/*.test.ts"],
          exclude: QUICK,
          maxWorkers: 1,
          testTimeout: 90_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
