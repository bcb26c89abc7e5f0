import { afterAll, expect, test } from "vitest";
import { killPart } from "../../../../../torture/kill.js";
import { removePasts } from "../../../../../torture/moved-life.js";
import { runPart } from "../../../../../torture/part.js";

/** One day: an hour is scored and a day closed, with kills when they are due and when a start makes up for them. */
const SHORT_MS = 1500;
const SEED = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);

afterAll(removePasts);

test(`a service that is killed while it scores and closes loses nothing and has nothing twice, seed ${SEED}`, async () => {
  const { tried, findings } = await runPart(killPart, { seed: SEED, forMs: SHORT_MS });
  expect(findings).toEqual([]);
  expect([...tried.keys()].some((what) => what.startsWith("kills"))).toBe(true);
  expect(tried.get("histories verified")).toBeGreaterThan(0);
}, 120_000);
