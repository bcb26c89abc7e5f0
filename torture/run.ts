import { Argument, Command, InvalidArgumentError } from "commander";
import { bundleChildScripts } from "../packages/service/test/support/child-scripts.js";
import { PARTS } from "./all.js";
import { removePasts } from "./moved-life.js";
import { runPart, type TorturePart, type TortureResult } from "./part.js";

/** `npm run torture -- <part>`: repeats an attack. Exit codes: 0 all held, 1 a finding or a fault, 2 a wrong call, 130 interrupted. */

const MINUTE_MS = 60_000;

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());

await new Command("torture")
  .description("Attacks a service of its own on this machine and tells what did not hold.")
  .addArgument(new Argument("<part>", "what to attack").choices(PARTS.map(({ name }) => name)))
  .option("--seed <number>", "repeats an attack", wholeNumber, Date.now() % 1_000_000)
  .option("--minutes <number>", "how long", positiveNumber, 1)
  .addHelpText("after", `\nParts:\n${PARTS.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join("\n")}`)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(async (name: string, { seed, minutes }: { seed: number; minutes: number }) => {
    const part = PARTS.find((each) => each.name === name);
    if (part !== undefined) process.exitCode = await torture(part, seed, minutes);
  })
  .parseAsync();

/** @returns the exit code */
async function torture(part: TorturePart, seed: number, minutes: number): Promise<number> {
  await bundleChildScripts();
  console.error(`torture ${part.name}: seed ${seed}, ${minutes} min`);
  const running = runPart(part, {
    seed,
    forMs: minutes * MINUTE_MS,
    interrupt: interrupted.signal,
    report: (finding) => console.error(`FINDING ${finding}`),
  });
  const result = await running.finally(removePasts);
  console.log(summaryOf(part, seed, result));
  if (result.findings.length > 0) return 1;
  return interrupted.signal.aborted ? 130 : 0;
}

function summaryOf({ name }: TorturePart, seed: number, { tried, findings }: TortureResult): string {
  const lines = [...tried].map(([what, times]) => `${what}: ${times}`);
  return [...lines, `${findings.length} findings (${name}, seed ${seed})`].join("\n");
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It has to be a whole number.");
  return Number(text);
}

function positiveNumber(text: string): number {
  if (!(Number(text) > 0 && Number(text) <= 1440)) throw new InvalidArgumentError("It has to be from 0 to 1440.");
  return Number(text);
}
