import { open, readFile, rename, rm } from "node:fs/promises";
import { readProof, readRows } from "./check-site.js";
import { counted, type Finding, printable } from "./finding.js";
import type { PublicRow } from "./link.js";
import type { CheckedChain } from "./proof.js";
import { ShapeError } from "./shape.js";
import { checkRows, checkSince, type PublishedChain, savedRows } from "./verify-published.js";

/**
 * Checks a chain, compares it with what somebody has kept, prints a line for each finding and the verdict, and keeps the
 * proof when everything holds.
 *
 * @param check of a site or of a database @param rows that the caller has and asks about
 * @returns whether everything holds; remarks are no faults
 * @throws KeptFileError, and what `check` throws
 */
export async function verdict(
  { since, row, save }: VerifyFiles,
  check: (rows: readonly PublicRow[]) => Promise<CheckedChain>,
  out: (line: string) => void,
): Promise<boolean> {
  const saved = since === undefined ? undefined : await readKept(since, readProof);
  const rows = row === undefined ? [] : await readKept(row, readRows);
  const checked = await check(rows);
  const findings = [...checked.findings, ...keptFindings(saved, rows, checked)];
  const faults = findings.filter(({ kind }) => kind === "fault");
  for (const { kind, text } of [...faults.slice(0, MAX_SHOWN), ...findings.filter((each) => !faults.includes(each))]) {
    out(`${kind.padEnd(7)}${printable(text)}\n`);
  }
  if (faults.length > MAX_SHOWN) out(`and ${faults.length - MAX_SHOWN} more faults\n`);
  out(faults.length === 0 ? "sound\n" : `not sound: ${counted(faults.length, "fault")}\n`);
  if (faults.length === 0 && save !== undefined) await keep(save, `${JSON.stringify(checked.proof)}\n`);
  return faults.length === 0;
}

/** Files that are compared with what is found, and the one that the proof is kept in. */
export interface VerifyFiles {
  readonly since?: string | undefined;
  readonly row?: string | undefined;
  readonly save?: string | undefined;
}

/** A kept file cannot be read, is something else, or cannot be written. The message names it. */
export class KeptFileError extends Error {
  override readonly name = "KeptFileError";
}

/** Faults that are shown; who has seen two hundred need not see the rest. */
const MAX_SHOWN = 200;

function keptFindings(
  saved: PublishedChain["proof"] | undefined,
  rows: readonly PublicRow[],
  { chain, rows: found }: CheckedChain,
): readonly Finding[] {
  const known = saved === undefined ? found : new Map([...savedRows(saved, chain), ...found]);
  return [
    ...(saved === undefined ? [] : checkSince(saved, chain)),
    ...(rows.length === 0 ? [] : checkRows(rows, known)),
  ];
}

async function readKept<T>(path: string, read: (body: string) => T): Promise<T> {
  let body: string;
  try {
    body = await readFile(path, "utf8");
  } catch (cause) {
    throw new KeptFileError(`${path} cannot be read`, { cause });
  }
  try {
    return read(body);
  } catch (cause) {
    if (!(cause instanceof ShapeError)) throw cause;
    throw new KeptFileError(`${path} is not what Peak answers, or a part of it`, { cause });
  }
}

/** Writes the file as a whole or not at all. */
async function keep(path: string, body: string): Promise<void> {
  const draft = `${path}.part`;
  try {
    const file = await open(draft, "w");
    try {
      await file.writeFile(body);
      await file.sync(); // else a power cut may leave the new name with half of the text, and the proof before is gone
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new KeptFileError(`${path} cannot be written`, { cause });
  }
}
