import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { script } from "./places.js";

/** A process of the bench that answers each order with one message. */
export interface Child {
  readonly pid: number;
  /** Sends an order and waits for what comes back. @throws Error when the process ends instead */
  ask<T>(order: unknown): Promise<T>;
  end(): Promise<void>;
}

/** @param name a script in `bench/` that sends one message when it is ready. @returns the process and that message */
export async function startChild<T>(name: string, args: readonly string[] = []): Promise<{ child: Child; ready: T }> {
  const process = fork(script(name), [...args], { execArgv: ["--import", "tsx", "--expose-gc"] });
  const ready = await answerOf<T>(name, process);
  const child: Child = {
    pid: process.pid ?? 0,
    ask: (order) => {
      const answer = answerOf<never>(name, process);
      process.send(order as object);
      return answer;
    },
    end: async () => {
      if (process.exitCode !== null || process.signalCode !== null) return;
      const gone = once(process, "exit");
      process.kill("SIGKILL");
      await gone;
    },
  };
  return { child, ready };
}

/** Runs a script that sends one message and is done. */
export async function resultOf<T>(name: string, args: readonly string[] = []): Promise<T> {
  const { child, ready } = await startChild<T>(name, args);
  await child.end();
  return ready;
}

function answerOf<T>(name: string, process: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`bench/${name}.ts ended with ${code}`));
    process.once("exit", ended);
    process.once("message", (message) => {
      process.off("exit", ended);
      resolve(message as T);
    });
  });
}
