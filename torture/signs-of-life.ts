/** What a service says in its log and figures that it should not. */

import { readFileSync } from "node:fs";
import { ROOT } from "../bench/start-command.js";
import { ask } from "../packages/service/test/support/ask.js";
import { readExposition } from "../packages/service/test/support/exposition.js";
import { logOf, type ServiceProcess } from "../packages/service/test/support/service-process.js";

/** Errors that a source can cause and that are no fault of the service. */
const EXPECTED_ERRORS = new Set(["publishing is held back"]);

/** A stack, or the place of a line of ours. */
const STACK = /\n\s+at |\bnode:internal\b|\.[jt]s:\d+/;

/** Whether a text tells more about the program than anyone outside should read. */
export const hasStack = (text: string) => STACK.test(text.replaceAll("\\n", "\n"));

/**
 * @param alsoExpected sentences of errors that are no fault of the service here
 * @returns what came since the last call and should not: sentences that the page of log sentences lacks, errors, stacks, and
 * output beside the log
 */
export function strangeLines(service: ServiceProcess, alsoExpected: readonly string[] = []): () => readonly string[] {
  const page = readFileSync(`${ROOT}docs/operations/log-sentences.md`, "utf8");
  const cells = [...page.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
  const explained = new Set(cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, sentence]) => sentence)));
  let [lines, errors] = [0, 0];
  return () => {
    const found = logOf(service).slice(lines);
    const beside = service.err.slice(errors);
    lines += found.length;
    errors += beside.length;
    const isExpected = (msg: string) => EXPECTED_ERRORS.has(msg) || alsoExpected.includes(msg);
    const strange = found.filter(
      (line) =>
        !explained.has(line.msg) || (line.level === "error" && !isExpected(line.msg)) || hasStack(JSON.stringify(line)),
    );
    return [...strange.map((line) => JSON.stringify(line)), ...beside];
  };
}

/** The longest event-loop delay of a service since its figures were last asked for, in seconds. @param metrics their address */
export async function longestDelay(metrics: string): Promise<number> {
  return readExposition((await ask(metrics)).text).value("nodejs_eventloop_lag_max_seconds") ?? Number.NaN;
}
