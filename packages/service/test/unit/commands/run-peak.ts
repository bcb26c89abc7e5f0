import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import type { WriteStream } from "node:tty";
import { runProgram } from "../../../src/commands/program.js";

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command of `peak` in this process. */
export async function runPeak(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { terminal = createWriteStream("/dev/null") as Writable, stop = new AbortController().signal } = {},
): Promise<Outcome> {
  let [out, err] = ["", ""];
  const code = await runProgram(args, {
    env,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    terminal: terminal as WriteStream,
    input: () => process.stdin,
    self: new URL(import.meta.url),
    parent: undefined,
    stop,
  });
  return { code, out, err };
}
