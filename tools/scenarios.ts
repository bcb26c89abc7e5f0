/**
 * `npm run scenarios` runs every scenario of the rule of believing, and prints figures that were frozen wrongly, too
 * late or without a log line.
 *
 * Usage: `npm run scenarios -- [--only <part of a name>]... [--part <n>/<of>] [--list]`. Exits with 1 if a scenario
 * fails.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SCENARIOS } from "../packages/service/test/support/scenarios/all-scenarios.js";
import { growPast, play, told } from "../packages/service/test/support/scenarios/play.js";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    part: { type: "string", default: "1/1" },
    list: { type: "boolean", default: false },
  },
});
const [part = 1, parts = 1] = values.part.split("/").map(Number);
const isChosen = (name: string) => values.only.length === 0 || values.only.some((each) => name.includes(each));
const scenarios = SCENARIOS.filter(({ name }) => isChosen(name)).filter((_, place) => place % parts === part - 1);

/** A history that is wrong throughout is summarized instead of listed row by row. */
const MOST_SHOWN = 4;

if (values.list) for (const { name } of scenarios) console.log(name);
else await playAll();

async function playAll(): Promise<void> {
  const past = mkdtempSync(join(tmpdir(), "peak-past-"));
  try {
    await growPast(past);
    let failures = 0;
    for (const scenario of scenarios) {
      const begunAt = Date.now();
      const violations = (await play(scenario, past)).map(told);
      if (violations.length > 0) failures += 1;
      const more = violations.length - MOST_SHOWN;
      const listing = [...violations.slice(0, MOST_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
      const took = `${Math.round((Date.now() - begunAt) / 1000)} s`;
      console.log(
        `${violations.length === 0 ? "right" : "WRONG"} | ${scenario.name} | ${took} | ${listing.join("; ")}`,
      );
    }
    console.log(`${scenarios.length - failures} of ${scenarios.length} scenarios are right`);
    process.exitCode = failures === 0 ? 0 : 1;
  } finally {
    rmSync(past, { recursive: true });
  }
}
