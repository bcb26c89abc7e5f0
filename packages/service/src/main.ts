/** The process: runs a command with the arguments, environment and signals it was given. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { getSystemErrorMap } from "node:util";
import { stopOnSignals } from "./platform/stop-signals.js";
import { nodeVersionFault } from "./version.js";

/** Whether a command waits for its output to be written, and reports a failure itself. */
let isPrinting = false;

// A reader such as `head` may close the pipe early. The command still runs to its end, since its exit code counts.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE" || isPrinting) return;
  const reason = getSystemErrorMap().get(error.errno ?? 0)?.[1] ?? error.code;
  process.stderr.write(`peak: standard output cannot be written to: ${reason}\n`);
  process.exit(1);
});
// Without a listener, a full disk behind standard error would change the exit code.
process.stderr.on("error", () => {});

const stop = stopOnSignals(process, (code) => process.exit(code));

/** Replaces this process if the system can, so that supervisors see the same process; otherwise runs a child. */
async function restart(env: Readonly<Record<string, string | undefined>>): Promise<number> {
  const args = [...process.execArgv, ...process.argv.slice(1)];
  if (process.platform !== "win32") process.execve?.(process.execPath, [process.execPath, ...args], { ...env });
  const child = spawn(process.execPath, args, { env, stdio: "inherit" });
  stop.addEventListener("abort", () => child.kill("SIGTERM"));
  const [code] = await once(child, "exit");
  return code ?? 1;
}

/** Resolves when the text has been written. @throws Error if that fails */
async function print(text: string): Promise<void> {
  isPrinting = true;
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
  isPrinting = false; // stays true after an error, since its listener is called later
}

/** Loads everything else late, because some of it crashes on an older Node while loading. */
async function run(): Promise<number> {
  const { runProgram } = await import("./commands/program.js");
  return runProgram(process.argv.slice(2), {
    env: { ...process.env },
    restart,
    out: (text) => process.stdout.write(text),
    print,
    err: (text) => process.stderr.write(text),
    input: () => process.stdin,
    self: new URL(import.meta.url),
    stop,
    exitCode: 0,
  });
}

const tooOld = nodeVersionFault(process.versions.node);
if (tooOld !== undefined) process.stderr.write(`peak: ${tooOld}\n`);
process.exitCode = tooOld === undefined ? await run() : 2;
