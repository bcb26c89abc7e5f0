import { nodeVersionFault } from "./platform/version.js";

/**
 * A process that has not ended so long after a signal exits by itself: supervisors kill after ten seconds. What is
 * under way then, such as a wait for the lock of a migration, is cut off; a kill at any moment is safe.
 */
const EXIT_AFTER_MS = 9000;

// A reader such as `head` may close the pipe before the end.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    stop.abort(new Error(`stopped by ${signal}`));
    setTimeout(() => process.exit(1), EXIT_AFTER_MS).unref();
  });
}

/** Loads everything else late: on an older Node some of it crashes while it is loaded. */
async function run(): Promise<number> {
  const { runProgram } = await import("./commands/program.js");
  return runProgram(process.argv.slice(2), {
    env: { ...process.env },
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    input: () => process.stdin,
    self: new URL(import.meta.url),
    stop: stop.signal,
    exitCode: 0,
  });
}

const tooOld = nodeVersionFault(process.versions.node);
if (tooOld !== undefined) process.stderr.write(`peak: ${tooOld}\n`);
process.exitCode = tooOld === undefined ? await run() : 2;
