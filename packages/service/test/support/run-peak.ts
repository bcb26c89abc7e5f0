/** Runs a command in this process. */
import type { ProcessContext } from "../../src/commands/process-context.js";
import { runProgram } from "../../src/commands/program.js";

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command of `peak` in this process. */
export async function runPeak(
  args: readonly string[],
  env: Readonly<ProcessContext["env"]> = {},
  more: Partial<ProcessContext> = {},
): Promise<Outcome> {
  let [out, err] = ["", ""];
  const code = await runProgram(args, {
    env: { ...env },
    restart: async () => {
      throw new Error("this test does not restart anything");
    },
    out: (text) => {
      out += text;
    },
    print: async (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    input: () => process.stdin,
    self: new URL(import.meta.url),
    stop: new AbortController().signal,
    exitCode: 0,
    ...more,
  });
  return { code, out, err };
}
