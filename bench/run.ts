import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { capacityRows } from "./parts/capacity.js";
import { httpRows } from "./parts/http.js";
import { type Installation, prepareInstallation } from "./parts/installation.js";
import { limiterRows } from "./parts/limiter.js";
import { circumstances } from "./parts/machine.js";
import { memoryRows } from "./parts/memory.js";
import { ROOT } from "./parts/places.js";
import { queryRows } from "./parts/queries.js";
import { recomputeRows } from "./parts/recompute.js";
import type { Row } from "./parts/row.js";
import { scoreRows } from "./parts/score.js";
import { sharedLimitRows } from "./parts/shared-limits.js";
import { startRows } from "./parts/start.js";
import { tableOf } from "./parts/table.js";

/** Measures everything that has a goal, prints the table and writes `bench/results.json`. A missed goal is no failure. */

const PARTS: readonly [name: string, measure: (installation: Installation) => Promise<Row[]>][] = [
  ["the hot endpoints", httpRows],
  ["the limiter", limiterRows],
  ["the model", recomputeRows],
  ["an hourly score", scoreRows],
  ["a start", startRows],
  ["memory", memoryRows],
  ["queries", queryRows],
  ["shared limits", sharedLimitRows],
  ["many instances behind nginx", capacityRows],
];

const { date, commit, node, machine } = circumstances();
console.error("bench: preparing a database on the simulated market");
const installation = await prepareInstallation();
const rows: Row[] = [];
try {
  for (const [name, measure] of PARTS) {
    console.error(`bench: measuring ${name}`);
    rows.push(...(await measure(installation)));
  }
} finally {
  await installation.remove();
}

const missed = rows.filter((row) => row.met === false).map((row) => row.name);
const verdict = missed.length === 0 ? "Every goal is met." : `Falls short: ${missed.join("; ")}.`;
console.log(`\n${tableOf(rows)}\n\n${verdict}`);
const results = { date, commit, node, machine, missed, rows };
writeFileSync(join(ROOT, "bench/results.json"), `${JSON.stringify(results, null, 2)}\n`);
