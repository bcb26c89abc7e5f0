// Fetches everything a site publishes about its history and reports whether it is sound.

import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { FetchFault, getText, statusFault } from "./fetch-text.js";
import { checkSince, checkSite, KEPT_PROOF, type SiteAnswers } from "./proof.js";
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

/** The findings of a check: the history is sound if there are no faults. */
export interface Findings {
  readonly right: readonly string[];
  readonly notes: readonly string[];
  readonly faults: readonly string[];
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
  const kept = options.since === undefined ? undefined : await readKept(options.since);
  const look = async () => {
    const answers = await askSite(base, signal);
    return { proof: answers.proof, findings: findingsOf(answers, kept, options.acceptNewKey === true) };
  };
  let { proof, findings } = await look();
  if (findings.faults.length > 0) {
    out("note   something does not fit; asking once more, since a day may just have been closed\n");
    await sleep(AGAIN_MS, undefined, { signal });
    ({ proof, findings } = await look());
  }
  printFindings(findings, out);
  const isSound = findings.faults.length === 0;
  if (isSound && options.save !== undefined) await keep(options.save, `${JSON.stringify(proof)}\n`);
  return isSound;
}

/** A newly closed day is published everywhere within this time. */
const AGAIN_MS = 2000;

/** Prints one line per finding, then the verdict. */
export function printFindings({ right, notes, faults }: Findings, out: (line: string) => void): void {
  for (const [kind, lines] of Object.entries({ ok: right, note: notes, fault: faults })) {
    for (const line of lines) out(`${kind.padEnd(7)}${line.replaceAll(/\p{C}/gu, "?").slice(0, 500)}\n`);
  }
  out(faults.length === 0 ? "sound\n" : "not sound\n");
}

type Kept = ReturnType<typeof KEPT_PROOF>;

function findingsOf(answers: SiteAnswers, kept: Kept | undefined, acceptsNewKey: boolean): Findings {
  try {
    const { ledger, rows } = checkSite(answers);
    const since = kept && checkSince(kept, ledger, acceptsNewKey);
    const right = [
      `${ledger.length} entries, signed ${ledger.statement?.signedAt}`,
      `${rows.length} rows of the history, ${rows[0]?.date} to ${rows.at(-1)?.date}`,
      `signing keys: ${ledger.keys.length}, revisions: ${ledger.revisions.length}`,
      ...(since === undefined ? [] : [`extends the kept proof of ${since}`]),
    ];
    return { right, notes: ledger.notes, faults: [] };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { right: [], notes: [], faults: [error.message] };
  }
}

/** @throws VerifyError */
async function askSite(base: URL, signal: AbortSignal): Promise<SiteAnswers> {
  const json = async (path: string) => parsed(await ask(base, path, signal));
  return {
    proof: await json("/api/public/nhci/proof"),
    leaves: await ask(base, "/api/public/nhci/proof/leaves", signal),
    keys: await json("/.well-known/peak-keys.json"),
    revisions: await json("/api/public/nhci/revisions"),
    history: await json("/api/public/nhci/history"),
  };
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

async function readKept(path: string): Promise<Kept> {
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
