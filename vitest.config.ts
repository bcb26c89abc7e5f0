/** Which tests belong to which tier, and how each tier runs. */
import { defineConfig } from "vitest/config";
import { LongFirst } from "./packages/service/test/support/long-first.js";

/** Rules about all files: no import tells which change they concern, so `npm run check` runs them all. */
const HOUSE = ["test/house/**/*.test.ts"];

/** They need this process alone: nothing is built or started. `npm run check` runs those that a change can reach. */
const QUICK = ["packages/*/test/unit/**/*.test.ts"];

/** They need databases, the built service or a browser. */
const REAL = ["packages/*/test/{database,process,browser}/**/*.test.ts"];

/** Repetition and other people's tools: `npm run test:long`. The name of a file says that it is one. */
const LONG = ["packages/*/test/**/*.long.test.ts"];

/** The product from outside, through its stable doors alone: `npm run test:net`. */
const NET = ["test/net/**/*.test.ts"];

/** Real servers, whole processes and browsers. PostgreSQL, Chromium and the sites start once for all files. */
const SERVERS = {
  globalSetup: "packages/service/test/support/shared-servers.ts",
  testTimeout: 300_000,
  isolate: false,
  // They wait for processes and timers half of the time.
  maxWorkers: 3,
};

/** The packages import each other by name. This leads tests to their sources, so that none runs on a stale build. */
const CONDITIONS = ["peak-source"];

export default defineConfig({
  resolve: { conditions: CONDITIONS },
  ssr: { resolve: { conditions: CONDITIONS } },
  test: {
    // A noisy machine with two cores is slow at times: tests wait longer instead of trying again.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // Of tests in one file that wait for the same pause together.
    maxConcurrency: 20,
    sequence: { sequencer: LongFirst },
    // Of a golden file that differs everywhere, the first lines are enough to see why.
    diff: { expand: false, contextLines: 2, truncateThreshold: 60 },
    projects: [
      {
        extends: true,
        test: { name: "house", include: HOUSE, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        // Files of a worker share their modules, which take half of the time to load again: each undoes its stubs.
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
