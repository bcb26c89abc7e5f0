// Asks a site for everything it has published about its history, and says whether it is sound.

import { open, readFile, rename, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { FetchFault, getText, statusFault } from "./fetch-text.js";
import { checkPublished, checkSince, type Findings, type Proof, type PublishedLedger } from "./proof.js";
import {
  constant,
  count,
  fields,
  hex,
  list,
  matching,
  number,
  orNull,
  parsed,
  type Shape,
  ShapeError,
  shapeOf,
  text,
} from "./shape.js";

/** What a reader has kept, keeps and accepts. */
export interface VerifyOptions {
  readonly since?: string | undefined;
  readonly save?: string | undefined;
  readonly acceptNewKey?: boolean | undefined;
}

/** A site, or a file that was kept, gave nothing that can be checked. The message is one sentence that names it. */
export class VerifyError extends Error {
  override readonly name = "VerifyError";
}

/**
 * Checks a site, compares it with a kept proof, prints a line for each finding, and keeps today's proof when all is
 * sound.
 *
 * @param base the site's address; a path in front of ours stays
 * @returns whether it is sound @throws VerifyError; the signal's reason when that aborts
 */
export async function verifySite(
  base: URL,
  options: VerifyOptions,
  out: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const kept = options.since === undefined ? undefined : await readKept(options.since);
  const look = async () => {
    const site = await askSite(base, signal);
    const since = kept && checkSince(kept, site, options.acceptNewKey === true);
    return {
      proof: site.proof,
      findings: since === undefined ? [checkPublished(site)] : [checkPublished(site), since],
    };
  };
  let { proof, findings } = await look();
  if (!isSound(findings)) {
    out("note   something does not fit; asking once more, since a day may just have been closed\n");
    await sleep(AGAIN_MS, undefined, { signal });
    ({ proof, findings } = await look());
  }
  printFindings(findings, out);
  if (isSound(findings) && options.save !== undefined) await keep(options.save, `${JSON.stringify(proof)}\n`);
  return isSound(findings);
}

/** A day is closed and published everywhere within this time. */
const AGAIN_MS = 2000;

/** Prints a line for each finding, and the verdict. */
export function printFindings(findings: readonly Findings[], out: (line: string) => void): void {
  for (const { right, notes, faults } of findings) {
    for (const [kind, lines] of Object.entries({ ok: right, note: notes, fault: faults })) {
      for (const line of lines) out(`${kind.padEnd(7)}${line.replaceAll(/\p{C}/gu, "?").slice(0, 500)}\n`);
    }
  }
  out(isSound(findings) ? "sound\n" : "not sound\n");
}

function isSound(findings: readonly Findings[]): boolean {
  return findings.every(({ faults }) => faults.length === 0);
}

/** Everything that is read of an answer is checked. */
const placed = { position: count, entry: text };
const PROOF = {
  ok: constant(true),
  format: text,
  ledger: hex,
  position: count,
  hash: hex,
  statement: text,
  signature: text,
  key_id: text,
  previous: hex,
  entries: list(fields({ ...placed, hash: hex })),
  keys: list(fields(placed)),
  revisions: list(fields(placed)),
};
const KEPT_PROOF = fields(PROOF);
const SITE_PROOF = fields({
  ...PROOF,
  keys_url: address("/.well-known/peak-keys.json"),
  leaves_url: address("/api/public/nhci/proof/leaves"),
});

/** An address of the site that answers, wherever a proxy puts it. */
function address(path: string): Shape<string> {
  return shapeOf((value): value is string => typeof value === "string" && URL.canParse(value) && value.endsWith(path));
}

/** The ledger has the key of a phase alone; a site may show no other label with it. */
const LABELS: Readonly<Record<string, string>> = {
  FONDO: "Bottom",
  ACUM: "Accumulation",
  BULL: "Bull Active",
  HOT: "Hot Zone",
  PEAK: "Peak",
};

const numbers = { score: number, score_smoothed: number };
const named = { phase: text, phase_key: text, btc_price_usd: number };

/** Checks the label of a phase, and leaves it out. */
function labelled<T extends { readonly phase: string; readonly phase_key: string }>(shape: Shape<T>) {
  return (value: unknown, place?: string): Omit<T, "phase"> => {
    const { phase, ...row } = shape(value, place);
    if (LABELS[row.phase_key] !== phase) throw new ShapeError(`another label of a phase at ${place}`);
    return row;
  };
}

const HISTORY = fields({
  ok: constant(true),
  asset: constant("BTC"),
  days: count,
  data: list(labelled(fields({ date: text, ...numbers, ...named }))),
});
const REVISIONS = fields({
  ok: constant(true),
  revisions: list(
    labelled(fields({ number: count, date: text, revised_at: text, reason: text, ...numbers, ...named })),
  ),
});
const KEYS = fields({
  keys: list(
    fields({
      kty: constant("OKP"),
      crv: constant("Ed25519"),
      alg: constant("EdDSA"),
      use: constant("sig"),
      kid: text,
      x: text,
      endorsed_by: orNull(text),
      endorsement: orNull(text),
    }),
  ),
});

/** One leaf a line; more than 30 years of entries are none of ours. */
const LEAVES = matching(/^([0-9a-f]{64}\n){1,50000}$/);

/** @throws VerifyError */
async function askSite(base: URL, signal: AbortSignal): Promise<PublishedLedger> {
  const proof = await ask(base, "/api/public/nhci/proof", SITE_PROOF, signal);
  const leaves = await ask(base, "/api/public/nhci/proof/leaves", LEAVES, signal);
  const { keys } = await ask(base, "/.well-known/peak-keys.json", KEYS, signal);
  const { revisions } = await ask(base, "/api/public/nhci/revisions", REVISIONS, signal);
  const { days, data } = await ask(base, "/api/public/nhci/history", HISTORY, signal).catch(async (error: unknown) => {
    if (!(error instanceof VerifyError && error.message.includes("429"))) throw error;
    const { data } = await ask(base, "/embed/nhci.json", fields({ data: HISTORY_ROWS }), signal); // unmetered
    return { days: data.length, data };
  });
  if (days !== data.length) throw new VerifyError(`${base.host}: the history has another number of days than it says`);
  const listed = keys.map(({ kid: key_id, x, endorsed_by, endorsement }) => ({ key_id, x, endorsed_by, endorsement }));
  return { proof, leaves: leaves.trimEnd().split("\n"), keys: listed, revisions, rows: data };
}

const HISTORY_ROWS = list(labelled(fields({ date: text, ...numbers, ...named })));

/** 4 MB are the leaves of 60,000 entries. */
const LIMITS = { maxBytes: 4_000_000, timeoutMs: 20_000 };

async function ask<T>(base: URL, path: string, shape: Shape<T>, signal: AbortSignal): Promise<T> {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, "") + path;
  const headers = { "user-agent": "peak-cycle-verify", "cache-control": "no-cache" };
  try {
    const answer = await getText(url, { headers, signal, ...LIMITS });
    const fault = statusFault(answer.status);
    if (fault !== undefined) throw fault;
    return shape(path.endsWith("/leaves") ? answer.text : parsed(answer.text));
  } catch (cause) {
    if (!(cause instanceof FetchFault || cause instanceof ShapeError)) throw cause;
    throw new VerifyError(`${url.host}${url.pathname}: ${cause.message}`, { cause });
  }
}

async function readKept(path: string): Promise<Proof> {
  try {
    return KEPT_PROOF(parsed(await readFile(path, "utf8")));
  } catch (cause) {
    const why = cause instanceof ShapeError ? "is not a proof that was kept" : "cannot be read";
    throw new VerifyError(`${path} ${why}`, { cause });
  }
}

/** Writes the file as a whole or not at all. */
async function keep(path: string, body: string): Promise<void> {
  const draft = `${path}.part`;
  try {
    const file = await open(draft, "w");
    try {
      await file.writeFile(body);
      await file.sync(); // else a power cut may leave the new name with half of the text
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new VerifyError(`${path} cannot be written`, { cause });
  }
}
