import { defineConfig } from "vitest/config";

/** Computing and reading files: nothing is built or started. `npm run check` runs those that a change can reach. */
const QUICK = ["unit", "property", "golden", "house"].map((kind) => `test/${kind}/**/*.test.ts`);

export default defineConfig({
  test: {
    // A noisy machine with two cores is slow at times: tests wait longer instead of trying again.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    coverage: { include: ["src/**/*.ts"] },
    projects: [
      {
        extends: true,
        test: { name: "quick", include: QUICK, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        // Real servers, whole processes and browsers. PostgreSQL and Chromium start once for all files.
        test: {
          name: "real",
          include: ["test/**/*.test.ts"],
          exclude: QUICK,
          globalSetup: "test/support/shared-servers.ts",
          testTimeout: 90_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
