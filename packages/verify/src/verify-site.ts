/** Fetches everything a site publishes about its history and reports whether it is sound. */

import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { checkSite } from "./check-site.js";
import { UncheckedError } from "./document.js";
import { FetchFault, getText, statusFault } from "./fetch-text.js";
import { checkSince, type KeptProof, readKeptProof } from "./kept-proof.js";
import { Fault, need } from "./shape.js";

/** The saved proof to compare with, where to save today's, whether a new key is acceptable, and the timeout. */
export interface VerifyOptions {
  readonly since?: string | undefined;
  readonly save?: string | undefined;
  readonly acceptNewKey?: boolean | undefined;
  /** For the whole check; a minute by default. */
  readonly timeoutMs?: number | undefined;
}

/** A file with a saved proof cannot be read or written. The message is one sentence that names the file. */
export class VerifyError extends Error {
  override readonly name = "VerifyError";
}

/** A site that returned no documents to check is neither sound nor not sound. */
export type Verdict = "sound" | "not sound" | "could not be checked";

/** The exit code of each verdict. */
export const EXIT_CODES: Readonly<Record<Verdict, number>> = { sound: 0, "not sound": 1, "could not be checked": 3 };

/** What a check has found. */
export interface Findings {
  readonly verdict: Verdict;
  readonly right: readonly string[];
  readonly notes: readonly string[];
  /** Why it is not sound, or could not be checked. */
  readonly reason?: string | undefined;
}

/**
 * Checks a site, compares it with a saved proof, prints one line per finding, and saves today's proof if everything is
 * sound.
 *
 * @param base the site's address, which may include a path prefix
 * @throws VerifyError for a file that cannot be read or written
 * @example
 * ```ts
 * const lines: string[] = [];
 * const out = (line: string) => void lines.push(line);
 * await verifySite(new URL("https://peak.example"), {}, out, AbortSignal.timeout(60_000)); // "sound"
 * lines.at(-1); // "sound\n"
 * ```
 */
export async function verifySite(
  base: URL,
  options: VerifyOptions,
  out: (line: string) => void,
  signal: AbortSignal,
): Promise<Verdict> {
  const { since, save, acceptNewKey = false, timeoutMs = TIMEOUT_MS } = options;
  const keptProof = since === undefined ? undefined : await readKept(since);
  const over = new AbortController();
  const onTimeout = () => over.abort(new UncheckedError(`no verdict within ${timeoutMs / 1000} s`));
  const timer = setTimeout(onTimeout, timeoutMs);
  const stop = AbortSignal.any([signal, over.signal]);
  const examine = () => examineSite(base, (path) => ask(base, path, stop), keptProof, acceptNewKey);
  try {
    let findings = await examine();
    if (findings.verdict === "not sound" || findings.isTorn) {
      out(lineOf("note", findings.reason ?? ""));
      out(lineOf("note", "trying once more, since a day may just have been closed"));
      await sleep(AGAIN_MS, undefined, { signal: stop }).catch(() => {}); // the next request fails with the reason
      findings = await examine();
    }
    const { verdict, proof } = findings;
    if (verdict === "sound" && save !== undefined) await keep(save, `${JSON.stringify(proof)}\n`);
    printFindings(findings, out);
    return verdict;
  } finally {
    clearTimeout(timer);
  }
}

/** Enough to fetch five documents twice from a distant site; also the limit for a site that trickles bytes. */
const TIMEOUT_MS = 60_000;

/** A newly closed day is published everywhere within this time. */
const AGAIN_MS = 2000;

/**
 * Prints one line per finding, then the verdict.
 *
 * @example
 * ```ts
 * const lines: string[] = [];
 * printFindings({ verdict: "sound", right: ["6,005 entries"], notes: [] }, (line) => lines.push(line));
 * lines; // ["ok     6,005 entries\n", "sound\n"]
 * ```
 */
export function printFindings({ verdict, right, notes, reason }: Findings, out: (line: string) => void): void {
  const kind = verdict === "not sound" ? "fault" : "why";
  const lines = { ok: right, note: notes, [kind]: reason === undefined ? [] : [reason] };
  for (const [name, texts] of Object.entries(lines)) for (const text of texts) out(lineOf(name, text));
  out(verdict === "could not be checked" ? `${verdict}: try again\n` : `${verdict}\n`);
}

/** Without control characters, which a terminal would obey. */
function lineOf(name: string, text: string): string {
  return `${name.padEnd(7)}${text.replaceAll(/\p{C}/gu, "?").slice(0, 500)}\n`;
}

/**
 * Examines the documents of a site once.
 *
 * @param get fetches the text of a path of the site; throws UncheckedError if there is none
 */
export async function examineSite(
  base: URL,
  get: (path: string) => Promise<string>,
  keptProof: KeptProof | undefined,
  acceptsNewKey: boolean,
): Promise<Findings & { readonly proof?: unknown; readonly isTorn: boolean }> {
  try {
    const { proof, ledger, rows } = await checkSite(base, get);
    if (keptProof !== undefined) checkSince(keptProof, ledger, acceptsNewKey);
    const right = [
      `${ledger.length} entries, signed ${ledger.statement?.signedAt}`,
      `${rows.length} rows of the history, ${rows[0]?.date} to ${rows.at(-1)?.date}`,
      `signing keys: ${ledger.keys.length}, revisions: ${ledger.revisions.length}`,
      ...(keptProof === undefined ? [] : [`extends the saved proof of ${keptProof.signed_at}`]),
    ];
    return { verdict: "sound", right, notes: ledger.notes, proof, isTorn: false };
  } catch (error) {
    if (error instanceof Fault) {
      return { verdict: "not sound", right: [], notes: [], reason: error.message, isTorn: false };
    }
    if (!(error instanceof UncheckedError)) throw error;
    const { message, isTorn } = error;
    return { verdict: "could not be checked", right: [], notes: [], reason: message, isTorn };
  }
}

/** For each document. 4 MB holds the leaves of 60,000 entries, more than 40 years' worth. */
const LIMITS = { maxBytes: 4_000_000, timeoutMs: 20_000 };

const STOPPED = "stopped before it was finished";

async function ask(base: URL, path: string, signal: AbortSignal): Promise<string> {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, "") + path;
  const headers = { "user-agent": "peak-cycle-verify", "cache-control": "no-cache" };
  try {
    const { status, text } = await getText(url, { headers, signal, ...LIMITS });
    const fault = statusFault(status);
    if (fault !== undefined) throw fault;
    return text;
  } catch (cause) {
    if (signal.aborted) throw signal.reason instanceof UncheckedError ? signal.reason : new UncheckedError(STOPPED);
    if (!(cause instanceof FetchFault)) throw cause;
    throw new UncheckedError(`${url.host}${url.pathname}: ${cause.message}`);
  }
}

async function readKept(path: string): Promise<KeptProof> {
  let body: Uint8Array;
  try {
    body = await readFile(path);
  } catch (cause) {
    throw new VerifyError(`${path} cannot be read`, { cause });
  }
  try {
    need(isUtf8(body), "it is not UTF-8 text");
    return readKeptProof(new TextDecoder("utf-8", { ignoreBOM: true }).decode(body));
  } catch (cause) {
    if (!(cause instanceof Fault || cause instanceof UncheckedError)) throw cause;
    throw new VerifyError(`${path} is not a saved proof: ${cause.message}`, { cause });
  }
}

/** Writes the whole file or nothing. */
async function keep(path: string, body: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(draft, body, { flag: "wx", flush: true }); // otherwise a power cut could leave half of it
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new VerifyError(`${path} cannot be written`, { cause });
  }
}
