import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import type { Child } from "./run-child.js";

/** What a module of ours is to do in a process of its own. */
export interface ChildTask extends Child {
  /** Sent to it; anything that can be cloned. */
  readonly question: unknown;
  /** Called with each message it sends. */
  readonly onAnswer: (answer: unknown) => void;
  /** It is killed when it says nothing for this long. */
  readonly silenceMs: number;
}

/** How much of what a child says to people is kept, in characters: a message, or the end of a stack. */
const MOST_SAID = 2000;

/**
 * Runs a module of ours beside this process, with the lowest priority, so that no answer waits for it. It is killed when
 * the signal aborts, and ends by itself when this process dies.
 *
 * @returns when it has ended well and all it sent was read
 * @throws Error when it ended in any other way, with what it said on standard error; the signal's reason when that was
 * aborted
 */
export function askChild(
  { module, args, env, question, onAnswer, silenceMs }: ChildTask,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const child = fork(module, args, {
      env,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      serialization: "advanced",
    });
    lower(child);
    let isSilent = false;
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      said = `${said}${text}`.slice(-MOST_SAID);
    });
    const kill = () => child.kill("SIGKILL");
    const timer = setTimeout(() => {
      isSilent = true;
      kill();
    }, silenceMs);
    signal.addEventListener("abort", kill, { once: true });
    child.on("message", (answer) => {
      timer.refresh();
      onAnswer(answer);
    });
    const settle = (how: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
      how();
    };
    child.once("error", (error) => settle(() => reject(error)));
    child.once("close", (code, by) =>
      settle(() => {
        if (code === 0) return resolve();
        const ending = isSilent ? `said nothing for ${silenceMs} ms` : `ended with ${code ?? by}`;
        const why = said.trim() && `: ${said.trim()}`;
        reject(signal.aborted ? signal.reason : new Error(`the child process ${ending}${why}`));
      }),
    );
    child.send(question as object, (error) => {
      if (error) kill();
    });
  });
}

/** A child that is gone already needs none. */
function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Without it the child is only faster than it has to be.
  }
}
