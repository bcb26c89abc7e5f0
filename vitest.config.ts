/** Which tests belong to which tier, and how each tier runs. */
import { defineConfig } from "vitest/config";
import { LongFirst } from "./packages/service/test/support/long-first.js";

/** Rules about all files. Imports do not show which change they concern, so `npm run check` runs them all. */
const HOUSE = ["test/house/**/*.test.ts"];

/**
 * Tests that need only this process: nothing is built or started. `npm run check` runs those that a change can affect.
 */
const QUICK = ["packages/*/test/unit/**/*.test.ts"];

/** Tests that need databases, the built service or a browser. */
const REAL = ["packages/*/test/{database,process,browser}/**/*.test.ts"];

/** Repetition and third-party tools: `npm run test:long`. File names mark these tests. */
const LONG = ["packages/*/test/**/*.long.test.ts"];

/** The product from outside, through its stable interfaces only: `npm run test:net`. */
const NET = ["test/net/**/*.test.ts"];

/** Real servers, whole processes and browsers. PostgreSQL, Chromium and the sites start once for all files. */
const SERVERS = {
  globalSetup: "packages/service/test/support/shared-servers.ts",
  testTimeout: 300_000,
  isolate: false,
  // These tests spend half of their time waiting for processes and timers.
  maxWorkers: 3,
};

/**
 * The packages import each other by name. This maps the names to their sources, so that no test runs on a stale build.
 */
const CONDITIONS = ["peak-source"];

export default defineConfig({
  resolve: { conditions: CONDITIONS },
  ssr: { resolve: { conditions: CONDITIONS } },
  test: {
    // A busy machine with two cores can be slow, so tests wait longer instead of being retried.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // Limits tests of one file that run concurrently to wait for the same pause.
    maxConcurrency: 20,
    sequence: { sequencer: LongFirst },
    // If a golden file differs everywhere, the first lines are enough to see why.
    diff: { expand: false, contextLines: 2, truncateThreshold: 60 },
    projects: [
      {
        extends: true,
        test: { name: "house", include: HOUSE, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        // The files of a worker share their modules, because loading these again would take half of the time. So each
        // file must undo its stubs.
        test: { name: "quick", include: QUICK, exclude: LONG, isolate: false, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: "real",
          include: REAL,
          exclude: LONG,
          ...SERVERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "net",
          include: NET,
          globalSetup: "test/net/support/shared-site.ts",
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: "long", include: LONG, ...SERVERS, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
