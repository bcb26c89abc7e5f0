import { readFile } from "node:fs/promises";
import { counted, type Finding, note, printable } from "../chain/finding.js";
import type { CheckedChain } from "../chain/proof.js";
import { checkRows, checkSince, checkSite, savedRows } from "../chain/verify-published.js";
import { parseConfig, parseTarget } from "../config.js";
import type { Proof } from "../domain/chain.js";
import { SourceError } from "../domain/errors.js";
import type { PublicRow } from "../domain/history.js";
import { SECOND_MS } from "../domain/instant.js";
import { FileError, replaceFile } from "../files/local-file.js";
import { withProgress } from "../platform/progress.js";
import { systemClock } from "../platform/system.js";
import { USER_AGENT } from "../platform/version.js";
import { askPeakSite, fetchTextFor, readProof, readRows } from "../sources/peak-site.js";
import { checkDatabase } from "../storage/check-chain.js";
import type { ProcessContext } from "./process-context.js";

/** Files that are compared with what is found, and the one it is kept in. */
interface VerifyFiles {
  readonly since?: string;
  readonly row?: string;
  readonly save?: string;
}

/** Faults that are shown; who has seen two hundred need not see the rest. */
const MAX_SHOWN = 200;

/** 2 MB are the leaves of 80 years. */
const SITE_LIMITS = { maxBytes: 2_000_000, timeoutMs: 20 * SECOND_MS };

/** What no check of public answers can find. Shown each time, so that `sound` is not taken for more than it is. */
const UNSEEN = note(
  "not seen from here: the inputs of all days, rows older than 30 days (of both only hashes are public), prices and scores of the hour (not chained). Whoever runs the site checks what is stored with `peak verify` on its database",
);

/** A day may be closed and signed between two answers. A second later all of them include it. */
const AGAIN_MS = SECOND_MS;

/**
 * `peak verify`: checks the chain of a site, of a database, or of the configured one. Changes nothing.
 *
 * @returns whether everything holds; remarks are no faults
 */
export async function verify(
  context: ProcessContext,
  target: string | undefined,
  files: VerifyFiles,
): Promise<boolean> {
  const location = target === undefined ? parseConfig(context.env) : parseTarget("the target", target);
  const saved = await readSaved(files);
  const checked =
    "site" in location ? await overHttp(context, location.site) : await stored(context, location, saved.rows);
  const findings = [...checked.findings, ...savedFindings(saved, checked)];
  const faults = findings.filter(({ kind }) => kind === "fault");
  for (const { kind, text } of [...faults.slice(0, MAX_SHOWN), ...findings.filter((each) => !faults.includes(each))]) {
    context.out(`${kind.padEnd(7)}${printable(text)}\n`);
  }
  if (faults.length > MAX_SHOWN) context.out(`and ${faults.length - MAX_SHOWN} more faults\n`);
  context.out(faults.length === 0 ? "sound\n" : `not sound: ${counted(faults.length, "fault")}\n`);
  if (faults.length === 0 && files.save !== undefined) {
    await replaceFile(files.save, `${JSON.stringify(checked.proof)}\n`);
  }
  return faults.length === 0;
}

async function stored(
  { terminal, stop }: ProcessContext,
  location: Parameters<typeof checkDatabase>[0],
  rows: readonly PublicRow[],
): Promise<CheckedChain> {
  const dates = new Set(rows.map((row) => row.date));
  return withProgress(terminal, "rows", (progress) => checkDatabase(location, { dates, progress, signal: stop }));
}

async function overHttp({ stop }: ProcessContext, site: URL): Promise<CheckedChain> {
  const fetchText = fetchTextFor({ clock: systemClock, userAgent: USER_AGENT, ...SITE_LIMITS });
  const check = async () => checkSite(await askPeakSite(site, fetchText, stop), systemClock.now());
  const first = await check();
  if (first.findings.every(({ kind }) => kind === "ok")) return { ...first, findings: [...first.findings, UNSEEN] };
  await systemClock.sleep(AGAIN_MS, stop);
  const second = await check();
  const twice = note("asked twice, to see whether it was between two days");
  return { ...second, findings: [...second.findings, twice, UNSEEN] };
}

interface SavedAnswers {
  readonly since: Proof | undefined;
  readonly rows: readonly PublicRow[];
}

async function readSaved({ since, row }: VerifyFiles): Promise<SavedAnswers> {
  return {
    since: since === undefined ? undefined : await readWith(since, readProof),
    rows: row === undefined ? [] : await readWith(row, readRows),
  };
}

async function readWith<T>(path: string, read: (from: string, text: string) => T): Promise<T> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new FileError(path, ["cannot be read"], { cause });
  }
  try {
    return read(path, text);
  } catch (cause) {
    if (!(cause instanceof SourceError)) throw cause;
    throw new FileError(path, ["is not what Peak answers, or a part of it"], { cause });
  }
}

function savedFindings({ since, rows }: SavedAnswers, { chain, rows: found }: CheckedChain): readonly Finding[] {
  const known = since === undefined ? found : new Map([...savedRows(since, chain), ...found]);
  return [
    ...(since === undefined ? [] : checkSince(since, chain)),
    ...(rows.length === 0 ? [] : checkRows(rows, known)),
  ];
}
