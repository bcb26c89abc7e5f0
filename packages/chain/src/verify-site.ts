// Fetches everything a site publishes about its history and reports whether it is sound.

import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { FetchFault, getText, statusFault } from "./fetch-text.js";
import { checkSince, checkSite, KEPT_PROOF, type KeptProof } from "./proof.js";
import { Fault, parsed } from "./shape.js";

/** The proof to compare with, where to save today's, and whether a new key is acceptable. */
export interface VerifyOptions {
  readonly since?: string | undefined;
  readonly save?: string | undefined;
  readonly acceptNewKey?: boolean | undefined;
}

/** A site or a saved proof could not be read. The message is one sentence that names it. */
export class VerifyError extends Error {
  override readonly name = "VerifyError";
}

/** What a check has found: the history is sound if there is no fault. */
export interface Findings {
  readonly right: readonly string[];
  readonly notes: readonly string[];
  readonly fault: string | undefined;
}

/**
 * Checks a site, compares it with a saved proof, prints one line per finding, and saves today's proof if everything is
 * sound.
 *
 * @param base the site's address, which may include a path prefix
 * @returns whether the site is sound @throws VerifyError; the signal's reason when it aborts
 */
export async function verifySite(
  base: URL,
  options: VerifyOptions,
  out: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { since, save, acceptNewKey = false } = options;
  const kept = since === undefined ? undefined : await readKept(since);
  let findings = await check(base, kept, acceptNewKey, signal);
  if (findings.fault !== undefined) {
    out("note   something does not fit; asking once more, since a day may just have been closed\n");
    await sleep(AGAIN_MS, undefined, { signal });
    findings = await check(base, kept, acceptNewKey, signal);
  }
  printFindings(findings, out);
  const isSound = findings.fault === undefined;
  if (isSound && save !== undefined) await keep(save, `${JSON.stringify(findings.proof)}\n`);
  return isSound;
}

/** A newly closed day is published everywhere within this time. */
const AGAIN_MS = 2000;

/** Prints one line per finding, then the verdict. */
export function printFindings({ right, notes, fault }: Findings, out: (line: string) => void): void {
  const lines = { ok: right, note: notes, fault: fault === undefined ? [] : [fault] };
  for (const [kind, texts] of Object.entries(lines)) {
    for (const text of texts) out(`${kind.padEnd(7)}${text.replaceAll(/\p{C}/gu, "?").slice(0, 500)}\n`);
  }
  out(fault === undefined ? "sound\n" : "not sound\n");
}

/** @throws VerifyError */
async function check(
  base: URL,
  kept: KeptProof | undefined,
  acceptsNewKey: boolean,
  signal: AbortSignal,
): Promise<Findings & { readonly proof?: object }> {
  try {
    const { proof, ledger, rows } = await checkSite((path) => ask(base, path, signal));
    const right = [
      `${ledger.length} entries, signed ${ledger.statement?.signedAt}`,
      `${rows.length} rows of the history, ${rows[0]?.date} to ${rows.at(-1)?.date}`,
      `signing keys: ${ledger.keys.length}, revisions: ${ledger.revisions.length}`,
    ];
    if (kept !== undefined) right.push(`extends the kept proof of ${checkSince(kept, ledger, acceptsNewKey)}`);
    return { right, notes: ledger.notes, fault: undefined, proof };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { right: [], notes: [], fault: error.message };
  }
}

/** 4 MB holds the leaves of 60,000 entries. */
const LIMITS = { maxBytes: 4_000_000, timeoutMs: 20_000 };

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
    if (!(cause instanceof FetchFault)) throw cause;
    throw new VerifyError(`${url.host}${url.pathname}: ${cause.message}`, { cause });
  }
}

async function readKept(path: string): Promise<KeptProof> {
  try {
    return KEPT_PROOF(parsed(await readFile(path, "utf8")));
  } catch (cause) {
    const why = cause instanceof Fault ? "is not a saved proof" : "cannot be read";
    throw new VerifyError(`${path} ${why}`, { cause });
  }
}

/** Writes the whole file or nothing. */
async function keep(path: string, body: string): Promise<void> {
  const draft = `${path}.part`;
  try {
    await writeFile(draft, body, { flush: true }); // else a power cut could leave half the text under the new name
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new VerifyError(`${path} cannot be written`, { cause });
  }
}
