#!/usr/bin/env node
/** The `peak-cycle-verify URL` program; it exits with the code of `verifyCommand`. */
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { verifyCommand } from "./command.js";

// Node gives each address 250 ms: if a host's IPv6 address is unreachable, a distant site would never connect.
setDefaultAutoSelectFamilyAttemptTimeout(2500);

const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("stopped")));

// The exit code gives the verdict even if nobody reads the findings.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

process.exitCode = 3; // an unexpected error says nothing about the site
try {
  process.exitCode = await verifyCommand(
    process.argv.slice(2),
    (text) => void process.stdout.write(text),
    (text) => void process.stderr.write(text),
    stop.signal,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
}
