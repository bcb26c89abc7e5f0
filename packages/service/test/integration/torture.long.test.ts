import { afterAll, expect, test } from "vitest";
import { PARTS } from "../../../../torture/all.js";
import { removePasts } from "../../../../torture/moved-life.js";
import { runPart } from "../../../../torture/part.js";

/** The short form; `npm run torture -- <part>` runs for as long as one likes. */
const SHORT_MS = 1500;
const SEED = 1;

afterAll(removePasts);

/** `kill` runs in the first tier: `process/kill-score-and-close.test.ts`. */
const parts = PARTS.filter(({ name }) => name !== "kill");

test.each(parts)("$name: nothing gives way", async (part) => {
  const { tried, findings } = await runPart(part, { seed: SEED, forMs: SHORT_MS });
  expect(findings).toEqual([]);
  expect([...tried.values()].every((times) => times > 0) && tried.size > 0).toBe(true);
});
