/**
 * The system's Firefox without a window, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). Playwright
 * supports only its own Firefox, or one newer than Debian's.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, orEnd, watched } from "./service-process.js";

export interface Firefox {
  /** An empty page. */
  open(width: number, height: number): Promise<FirefoxPage>;
  end(): Promise<unknown>;
}

export interface FirefoxPage {
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>;
  /** Runs a self-contained function in the page. @returns its result, passed as JSON */
  evaluate<T>(look: () => T): Promise<Awaited<T>>;
  /**
   * @param selector of an element with an open shadow root
   * @returns those of `names` that exactly one element inside has, with this role, for screen readers
   */
  withRole(selector: string, role: string, names: readonly string[]): Promise<readonly string[]>;
  /** @returns the window as a PNG, one pixel per CSS px */
  screenshot(): Promise<Buffer>;
  /** Console messages, uncaught errors and violations of the page's policy, one line each. */
  readonly lines: readonly string[];
}

/** Takes some seconds on an idle machine, up to a minute under a load of ten. */
const START_MS = 150_000;

const PREFERENCES = `
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.chrome.site_icons", false);
`;

/**
 * @param program path of the browser
 * @param profile an empty folder
 * @param preload runs in each page before its scripts, and must be self-contained
 */
export async function startFirefox(program: string, profile: string, preload: () => void): Promise<Firefox> {
  writeFileSync(join(profile, "user.js"), PREFERENCES);
  const args = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile];
  const browser = watched(spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] }));
  const address = () => [...browser.err, ...browser.out].flatMap((line) => /listening on (ws:\S+)/.exec(line) ?? [])[1];
  const { send, listeners } = await orEnd(eventually("Firefox", address, START_MS).then(connect), browser);
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  await send("script.addPreloadScript", { functionDeclaration: `${preload}` });
  return { open: (width, height) => openPage(send, listeners, width, height), end: browser.kill };
}

/** @returns the result of a command */
type Send = (method: string, params: object) => Promise<unknown>;

interface LogEntry {
  readonly level: string;
  readonly text: string;
  readonly source: { readonly context: string };
}

type Listeners = Set<(entry: LogEntry) => void>;

async function connect(address: string): Promise<{ readonly send: Send; readonly listeners: Listeners }> {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: Listeners = new Set();
  socket.onmessage = ({ data }) => {
    const { id, result, error, message, params } = JSON.parse(data);
    if (id === undefined) for (const each of listeners) each(params);
    else if (error) waiting.get(id)?.reject(new Error(`${error}: ${message}`));
    else waiting.get(id)?.resolve(result);
  };
  socket.onclose = () => {
    for (const each of waiting.values()) each.reject(new Error("Firefox has exited"));
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const send: Send = (method, params) => {
    const id = waiting.size;
    const result = Promise.withResolvers<unknown>();
    waiting.set(id, result);
    socket.send(JSON.stringify({ id, method, params }));
    return result.promise;
  };
  return { send, listeners };
}

async function openPage(send: Send, listeners: Listeners, width: number, height: number): Promise<FirefoxPage> {
  const { context } = (await send("browsingContext.create", { type: "tab" })) as { readonly context: string };
  await send("browsingContext.setViewport", { context, viewport: { width, height }, devicePixelRatio: 1 });
  const lines: string[] = [];
  listeners.add(({ level, text, source }) => {
    if (source.context === context) lines.push(`${level}: ${text}`);
  });
  return {
    lines,
    goto: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    evaluate: async (look) => {
      const expression = `(async () => JSON.stringify(await (${look})()) ?? "null")()`;
      const answer = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
      const { result, exceptionDetails } = answer as EvaluateResult;
      if (!result) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value);
    },
    withRole: async (selector, role, names) => {
      const expression = `document.querySelector(${JSON.stringify(selector)}).shadowRoot`;
      const answer = await send("script.evaluate", { expression, target: { context }, awaitPromise: false });
      const { sharedId } = (answer as { readonly result: { readonly sharedId: string } }).result;
      const found: string[] = [];
      for (const name of names) {
        const locator = { type: "accessibility", value: { role, name } };
        const located = await send("browsingContext.locateNodes", { context, locator, startNodes: [{ sharedId }] });
        if ((located as { readonly nodes: unknown[] }).nodes.length === 1) found.push(name);
      }
      return found;
    },
    screenshot: async () => {
      const { data } = (await send("browsingContext.captureScreenshot", { context })) as { readonly data: string };
      return Buffer.from(data, "base64");
    },
  };
}

interface EvaluateResult {
  readonly result?: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string };
}
