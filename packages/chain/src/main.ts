#!/usr/bin/env node
// The program `peak-cycle-verify URL`; it ends with the code of `verifyCommand`.

import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { verifyCommand } from "./command.js";

// Node gives each address 250 ms: behind an IPv6 address that leads nowhere, no site far away would be reached.
setDefaultAutoSelectFamilyAttemptTimeout(2500);

const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("stopped")));

process.exitCode = await verifyCommand(process.argv.slice(2), {
  signal: stop.signal,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
