#!/usr/bin/env node
// The program `peak-cycle-verify URL`; it ends with the code of `verifyCommand`.

import { verifyCommand } from "./command.js";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("stopped")));

process.exitCode = await verifyCommand(process.argv.slice(2), {
  signal: stop.signal,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
