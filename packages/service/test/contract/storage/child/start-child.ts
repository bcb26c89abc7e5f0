import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { type ChildScript, childScript } from "../../../support/child-scripts.js";

export interface Child {
  /** Lines the child has written so far. */
  readonly lines: readonly string[];
  /** Resolves when the child has written so many lines; rejects when it ends before. */
  wrote(count: number): Promise<void>;
  /** Sends it a signal, e.g. SIGSTOP. */
  signal(name: NodeJS.Signals): void;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** Runs a script in a process of its own; killed at the latest after the test. */
export function startChild(script: ChildScript, ...args: readonly string[]): Child {
  const child = spawn(process.execPath, [childScript(script), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "exit");
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  const kill = () => killed(child, gone);
  onTestFinished(kill);
  return {
    lines,
    signal: (name) => void child.kill(name),
    kill,
    async wrote(count) {
      while (lines.length < count) {
        const ended = await Promise.race([once(reader, "line").then(() => false), gone.then(() => true)]);
        if (ended) throw new Error(`${script} ended after ${lines.length} lines`);
      }
    },
  };
}

async function killed(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.kill("SIGKILL");
  await gone;
}
