/**
 * A process is killed while it closes days, again and again. Afterwards it has published the same as an undisturbed
 * process, no published row has changed, and the history is sound.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { endedPeak, type ServiceProcess } from "../../packages/service/test/support/service-process.js";
import { type FrozenSources, frozenSite, frozenSources, hasRow, pastFolder } from "./support/frozen-site.js";
import { eventually, HISTORY, type Site, serve, untilMade } from "./support/peak.js";

const KILLS = 8;
/** Five rows after the past, and the score of an hour. */
const AT = "2026-11-24T06:20:00.000Z";
const NEWEST = AT.slice(0, 10);

let undisturbed: string;
/** How long a start takes to close the five days, milliseconds. */
let closingMs: number;
let sources: FrozenSources;
beforeAll(async () => {
  await untilMade("past"); // so that only the closing is timed
  const begun = performance.now();
  const site = await frozenSite(AT);
  closingMs = performance.now() - begun;
  undisturbed = await historyOf(site);
  await site.end();
  sources = await frozenSources(AT);
});
afterAll(() => sources?.simulator.kill());

test("a process that is killed while it closes days loses nothing, repeats nothing and carries on", async () => {
  const settings = { DATA_DIR: await pastFolder(), ...sources.settings };
  const rows = new Map<string, string>();
  for (let i = 0; i < KILLS; i++) {
    const site = await serve(settings);
    await Promise.race([killAfter(site.program, (closingMs * i) / KILLS), noteRows(site, rows)]);
    await site.program.kill();
  }
  const site = await serve(settings);
  await eventually("the newest row", () => hasRow(site.origin, NEWEST));
  await noteRows(site, rows);
  expect(await historyOf(site)).toBe(undisturbed);
  site.program.child.kill("SIGTERM");
  expect((await site.program.ended).code).toBe(0);
  expect((await endedPeak(["verify"], settings)).code).toBe(0);
});

async function killAfter({ child }: ServiceProcess, ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  child.kill("SIGKILL");
}

/** No row that was ever shown has changed. */
async function noteRows({ origin, program }: Site, known: Map<string, string>): Promise<void> {
  for (;;) {
    const text = await fetch(`${origin}${HISTORY}.csv`).then(
      (reply) => reply.text(),
      () => "",
    );
    for (const row of text.split("\r\n").slice(1, -1)) {
      const date = row.slice(0, 10);
      expect(row).toBe(known.get(date) ?? row);
      known.set(date, row);
    }
    if (program.child.exitCode !== null || program.child.signalCode !== null || text.includes(`\n${NEWEST}`)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function historyOf({ origin }: Site): Promise<string> {
  return (await fetch(origin + HISTORY)).text();
}
