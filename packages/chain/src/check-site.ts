import { setTimeout as sleep } from "node:timers/promises";
import type { Instant } from "peak-cycle-model";
import { FetchFault, getText, statusFault } from "./fetch-text.js";
import { type Finding, note } from "./finding.js";
import type { CheckedChain } from "./proof.js";
import {
  constant,
  count,
  fields,
  list,
  number,
  orNull,
  otherShapeAt,
  parsed,
  type Shape,
  ShapeError,
  shapeOf,
  text,
  yes,
} from "./shape.js";
import { checkSite, type PublishedChain } from "./verify-published.js";

/**
 * Fetches everything that a site has published about its chain, one request after the other, and checks it. A day may be
 * closed and signed between two answers: what is not right at once is asked again a second later.
 *
 * @param base the site's address; a path in front of ours stays
 * @throws SiteError naming the path that gave nothing usable
 */
export async function checkSiteAt(base: URL, options: SiteOptions): Promise<CheckedChain> {
  const { userAgent, signal, now } = options;
  const ask = (url: URL) => siteText(url, userAgent, signal);
  const check = async () => checkSite(await askSite(base, ask), now());
  const first = await check();
  const remarks = [...(await readiness(base, ask)), UNSEEN];
  if (first.findings.every(({ kind }) => kind === "ok")) return { ...first, findings: [...first.findings, ...remarks] };
  await sleep(1000, undefined, { signal });
  const second = await check();
  const twice = note("asked twice, to see whether it was between two days");
  return { ...second, findings: [...second.findings, twice, ...remarks] };
}

/** What was published stays sound while nothing more is published: only `/readyz` tells. Not every site shows that. */
async function readiness(base: URL, ask: (url: URL) => Promise<string>): Promise<readonly Finding[]> {
  try {
    await ask(below(base, "/readyz"));
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    if (error.status === 503) return [NOT_READY];
  }
  return [];
}

const NOT_READY = note(
  "the site says that it is not ready, and why at /readyz: its score is old, its database does not answer, or publishing is held back",
);

function below(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, "") + path;
  return url;
}

/** How a site is asked. */
export interface SiteOptions {
  readonly userAgent: string;
  readonly now: () => Instant;
  readonly signal: AbortSignal;
}

/** What no check of public answers can find. Shown each time, so that `sound` is not taken for more than it is. */
const UNSEEN = note(
  "not seen from here: the inputs of all days, rows older than 30 days (of both only hashes are public), prices and scores of the hour (not chained). Whoever runs the site checks what is stored with `peak verify` on its database",
);

/** 2 MB are the leaves of 80 years. */
const LIMITS = { maxBytes: 2_000_000, timeoutMs: 20_000 };

/** Gets one text of a site, not out of a cache. @throws SiteError when there is none; the signal's reason when it aborts */
async function siteText(url: URL, userAgent: string, signal: AbortSignal): Promise<string> {
  const headers = { "user-agent": userAgent, "cache-control": "no-cache" };
  const fail = (fault: FetchFault, status?: number) => {
    const message = `${url.host}${url.pathname} is ${fault.kind}: ${fault.message}`;
    return new SiteError(message, status, { cause: fault });
  };
  const { status, text } = await getText(url, { headers, signal, ...LIMITS }).catch((error: unknown) => {
    throw error instanceof FetchFault ? fail(error) : error;
  });
  const fault = statusFault(status);
  if (fault !== undefined) throw fail(fault, status);
  return text;
}

/** A site did not give what was asked for. The message is one sentence of ours that names the address. */
export class SiteError extends Error {
  override readonly name = "SiteError";
  /** Of its answer, when that is why. */
  readonly status: number | undefined;
  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** What a site says about its chain, checked for its shape only. @throws SiteError as `checkSiteAt` */
export async function askSite(base: URL, fetchFrom: (url: URL) => Promise<string>): Promise<PublishedChain> {
  async function ask<T>(path: string, read: (body: string) => T): Promise<T> {
    const url = below(base, path);
    const body = await fetchFrom(url);
    try {
      return read(body);
    } catch (cause) {
      if (!(cause instanceof ShapeError)) throw cause;
      throw new SiteError(`${url.host}${url.pathname} is malformed: ${cause.message}`, undefined, { cause });
    }
  }
  const askJson = <T>(path: string, shape: Shape<T>) => ask(path, (body) => shape(parsed(body)));
  const askHistory = () =>
    askJson("/api/public/nhci/history", HISTORY).catch((error: unknown) => {
      if (!(error instanceof SiteError && error.status === 429)) throw error;
      return askJson("/embed/nhci.json", fields({ data: list(shownRow) })); // the same rows, for those whose address has used up its limit
    });
  return {
    proof: await askJson("/api/public/nhci/proof", PROOF),
    leaves: await ask("/api/public/nhci/proof/leaves", readLeaves),
    keys: (await askJson("/.well-known/peak-keys.json", KEYS)).keys,
    revisions: (await askJson("/api/public/nhci/revisions", REVISIONS)).revisions,
    rows: (await askHistory()).data,
  };
}

/** No chain of days is longer: it would end in the year 2284. */
const MAX_LINKS = 100_000;

const position: Shape<number> = (value, place = "") => {
  const found = count(value, place);
  if (found > MAX_LINKS) throw otherShapeAt(place);
  return found;
};

/** An address of the site that answers, wherever a proxy puts it. */
function linkTo(path: string): Shape<string> {
  return shapeOf((value): value is string => typeof value === "string" && URL.canParse(value) && value.endsWith(path));
}

const PROOF_FIELDS = {
  ok: yes,
  head: fields({ position, date: orNull(text), hash: text, closed: text }),
  statement: text,
  signature: text,
  key_id: text,
  previous: text,
  links: list(fields({ position, date: orNull(text), hash: text, entry: text, leaf: text })),
};

/** A proof that somebody has kept, of a site or of a database. */
const KEPT_PROOF = fields(PROOF_FIELDS);
const PROOF = fields({
  ...PROOF_FIELDS,
  keys: linkTo("/.well-known/peak-keys.json"),
  leaves: linkTo("/api/public/nhci/proof/leaves"),
});

const ROW_FIELDS = {
  date: text,
  score: number,
  score_smoothed: number,
  phase_key: text,
  btc_price_usd: number,
};
const ROW = fields(ROW_FIELDS);

/** The chain has the key of a phase alone; a site may not show another label with it. */
const LABELS: Readonly<Record<string, string>> = {
  FONDO: "Bottom",
  ACUM: "Accumulation",
  BULL: "Bull Active",
  HOT: "Hot Zone",
  PEAK: "Peak",
};
const LABELLED = fields({ ...ROW_FIELDS, phase: text });
const shownRow: Shape<PublishedChain["rows"][number]> = (value, place = "") => {
  const row = LABELLED(value, place);
  if (LABELS[row.phase_key] !== row.phase) throw otherShapeAt(`${place}.phase`);
  return row;
};

const ANSWER = fields({ ok: yes, asset: constant("BTC"), days: count, data: list(shownRow) });
const HISTORY: Shape<{ readonly data: PublishedChain["rows"] }> = (value) => {
  const answer = ANSWER(value);
  if (answer.days !== answer.data.length) throw otherShapeAt("days");
  return answer;
};
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
const REVISIONS = fields({
  ok: yes,
  revisions: list(fields({ ...ROW_FIELDS, number: count, revised_at: text, reason: text })),
});

/** The proof in a file that somebody has kept. @throws ShapeError */
export function readProof(body: string): PublishedChain["proof"] {
  return KEPT_PROOF(parsed(body));
}

/** One history row, a list of rows, or a whole answer. @throws ShapeError */
export function readRows(body: string): PublishedChain["rows"] {
  const payload = parsed(body);
  if (Array.isArray(payload)) return list(ROW)(payload);
  const isAnswer = typeof payload === "object" && payload !== null && "data" in payload;
  return isAnswer ? fields({ data: list(ROW) })(payload).data : [ROW(payload)];
}

/** Leaves, one a line. */
function readLeaves(body: string): readonly string[] {
  const leaves = body.split("\n").filter((line) => line !== "");
  if (leaves.every((leaf) => /^[0-9a-f]{64}$/.test(leaf))) return leaves;
  throw new ShapeError("a line is not 64 hex digits");
}
