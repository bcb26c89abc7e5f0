import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Several suites start servers and child processes; a noisy two-core machine needs patience, not retries.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    coverage: { include: ["src/**/*.ts"] },
  },
});
