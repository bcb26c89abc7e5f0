#!/usr/bin/env node
import type { Instant } from "peak-cycle-model";
import { verifyCommand } from "./command.js";

// The program `peak-cycle-verify`.

const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("stopped")));

process.exitCode = await verifyCommand(process.argv.slice(2), {
  now: () => Date.now() as Instant,
  signal: stop.signal,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
