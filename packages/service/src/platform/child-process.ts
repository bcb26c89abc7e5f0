/** Runs a part of `peak` in a process of its own, which ends with this one. */

import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { constants, setPriority } from "node:os";

/** A module of ours that runs in a process of its own. It ends by itself when this process dies. */
export interface Child {
  readonly module: URL;
  readonly args: readonly string[];
  /** Its environment: the settings of this process, which may have changed since it was started, as in `peak demo`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with each message it sends. */
  readonly onMessage?: (message: unknown) => void;
}

/** A child that is sent a message and answers with messages. */
interface ChildTask extends Child {
  /** Sent to it; anything that can be cloned. */
  readonly message: unknown;
  readonly onMessage: (message: unknown) => void;
  /** It is killed when it sends nothing for this long. */
  readonly silenceTimeoutMs: number;
}

/** How much of a child's standard error is kept, in characters: a message, or the end of a stack. */
const MAX_ERROR_LENGTH = 2000;

/**
 * Runs a child with the lowest priority, so that no answer waits for it. When the signal aborts, the child is killed.
 *
 * @returns when it has exited with 0 and all its messages were read
 * @throws Error when it ended in any other way, with the end of its standard error; the signal's reason when that was
 * aborted
 */
export async function runChildTask(
  { message, onMessage, silenceTimeoutMs, ...child }: ChildTask,
  signal: AbortSignal,
): Promise<void> {
  const kill = (running: ChildProcess): boolean => running.kill("SIGKILL");
  const stdio: ForkOptions["stdio"] = ["ignore", "ignore", "pipe", "ipc"];
  const { process, exit } = start(child, { stdio, serialization: "advanced" }, kill, signal);
  lowerPriority(process);
  let errorText = "";
  process.stderr?.setEncoding("utf8").on("data", (text) => {
    errorText = `${errorText}${text}`.slice(-MAX_ERROR_LENGTH);
  });
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    kill(process);
  }, silenceTimeoutMs);
  process.on("message", (answer) => {
    timer.refresh();
    onMessage(answer);
  });
  process.send(message as object, (error) => {
    if (error) kill(process);
  });
  const { code, endedBy } = await exit.finally(() => clearTimeout(timer));
  if (code === 0) return;
  signal.throwIfAborted();
  const ending = isSilent ? `said nothing for ${silenceTimeoutMs} ms` : `ended with ${code ?? endedBy}`;
  const reason = errorText.trim() && `: ${errorText.trim()}`;
  throw new Error(`the child process ${ending}${reason}`);
}

/** How a child has ended. */
interface Exit {
  readonly code: number | null;
  readonly endedBy: NodeJS.Signals | null;
}

/**
 * @param stop called when the signal aborts
 * @returns with `exit`, which resolves when the process has ended and everything it sent was read, and rejects when it
 * could not be started
 * @throws the signal's reason when it is aborted already
 */
function start(
  { module, args, env }: Child,
  options: ForkOptions,
  stop: (process: ChildProcess) => void,
  signal: AbortSignal,
) {
  signal.throwIfAborted();
  const process = fork(module, args, { ...options, env });
  const onAbort = (): void => stop(process);
  signal.addEventListener("abort", onAbort, { once: true });
  const exit = new Promise<Exit>((resolve, reject) => {
    process.once("error", reject);
    process.once("close", (code, endedBy) => resolve({ code, endedBy }));
  });
  return { process, exit: exit.finally(() => signal.removeEventListener("abort", onAbort)) };
}

/** Does nothing when the child has ended already. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Without it the child only takes more CPU than it should.
  }
}
