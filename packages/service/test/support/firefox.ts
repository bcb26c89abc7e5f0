/** Drives the system's Firefox over WebDriver BiDi: as much of the protocol as the tests of widgets use. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, watched } from "./service-process.js";

export interface Firefox {
  /** An empty tab. @param preload a function, as text, that runs before the scripts of each page */
  open(preload: string): Promise<FirefoxTab>;
  close(): Promise<void>;
}

export interface FirefoxTab {
  goto(url: string): Promise<void>;
  /** What an expression comes to in the page, as JSON carries it. */
  evaluate<T>(expression: string): Promise<T>;
  /** What the page has thrown, or its policy has refused. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

const PREFERENCES = `
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.disabledForTesting", true);
`;

/** @param program from `findFirefox` */
export async function launchFirefox(program: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), "peak-firefox-"));
  writeFileSync(join(profile, "user.js"), PREFERENCES);
  const words = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile];
  const running = watched(spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] }));
  const address = await eventually("Firefox", () => /ws:\/\/[\d.:]+/.exec(running.err.join("\n"))?.[0], 60_000);
  const { send, onEvent } = await connection(`${address}/session`);
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  return {
    async open(preload) {
      const { context } = await send("browsingContext.create", { type: "tab" });
      await send("script.addPreloadScript", { functionDeclaration: preload, contexts: [context] });
      const faults: string[] = [];
      onEvent((event) => {
        if (event.source?.context === context && event.level === "error") faults.push(String(event.text));
      });
      return {
        faults,
        goto: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
        async evaluate(expression) {
          const json = `JSON.stringify(${expression})`;
          const options = { expression: json, target: { context }, awaitPromise: false };
          const { result, exceptionDetails } = await send("script.evaluate", options);
          if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
          return result.value === undefined ? undefined : JSON.parse(result.value);
        },
        close: async () => void (await send("browsingContext.close", { context })),
      };
    },
    async close() {
      await running.kill();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Of an answer, and of an event. */
interface Result {
  readonly context: string;
  readonly result: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

interface LogEntry {
  readonly level?: string;
  readonly text?: string;
  readonly source?: { readonly context?: string };
}

async function connection(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no connection to ${address}`));
  });
  const waiting = new Map<number, (answer: { readonly result?: Result; readonly message?: string }) => void>();
  const listeners: ((entry: LogEntry) => void)[] = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else for (const listener of listeners) listener(message.params ?? {});
  };
  let last = 0;
  return {
    onEvent: (listener: (entry: LogEntry) => void) => void listeners.push(listener),
    send: (method: string, params: object) =>
      new Promise<Result>((resolve, reject) => {
        const id = ++last;
        waiting.set(id, ({ result, message }) => {
          waiting.delete(id);
          if (result === undefined) reject(new Error(`${method}: ${message}`));
          else resolve(result);
        });
        socket.send(JSON.stringify({ id, method, params }));
      }),
  };
}
