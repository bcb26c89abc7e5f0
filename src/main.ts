#!/usr/bin/env node
import { runProgram } from "./cli/program.js";

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
}

process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  terminal: process.stderr,
  stop: stop.signal,
});
