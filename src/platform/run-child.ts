import { fork } from "node:child_process";

/** A module of ours that is to run in a process of its own. */
export interface Child {
  readonly module: URL;
  readonly args: readonly string[];
  /** Its environment: the settings of the process that starts it, which may not be those that one was started with. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Given what the child sends. */
  readonly onMessage?: (message: unknown) => void;
}

/** A child that was asked to end and is still there after this is killed; our own supervisor waits ten seconds. */
const PATIENCE_MS = 3000;

/**
 * Runs a module of ours in a process of its own: its log on our standard output, what it says to people on our
 * standard error. It is asked to end when the signal aborts, and ends by itself when this process dies.
 *
 * @returns its exit code; `undefined` when a signal ended it
 */
export function runChild({ module, args, env, onMessage }: Child, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const child = fork(module, args, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const end = () => {
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS).unref();
    };
    signal.addEventListener("abort", end, { once: true });
    if (onMessage !== undefined) child.on("message", onMessage);
    child.once("error", reject);
    child.once("exit", (code) => {
      signal.removeEventListener("abort", end);
      resolve(code ?? undefined);
    });
  });
}
