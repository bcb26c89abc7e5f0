/** Faults that can be injected on the wire, by name: for one source or all, on one path or every path. */

import { html, json, type Row, type Source, type SourceRequest, type SourceResponse } from "./source.js";
import { checkName } from "./sources/all.js";
import { StatedMarket } from "./stated-market.js";

/** Details of a fault; each fault reads the ones that apply to it. */
export interface FaultOptions {
  /** Path below the source. Default: every path. */
  readonly path?: string;
  /** How long to wait after a 429 (default 30), how far the Date header is off, or how old or early a response is. */
  readonly seconds?: number;
  /** The factor of a 10x-spike. */
  readonly factor?: number;
  /** The metric of refused-metric. */
  readonly key?: string;
}

/** The active faults. Several can be active at once. */
export class Faults {
  #rules: readonly Rule[] = [];

  /** @param source `*` for all sources. @throws RangeError for an unknown source */
  set(source: string, fault: Fault, options: FaultOptions = {}): void {
    if (source !== "*") checkName(source);
    this.#rules = [...this.#rules, { source, fault, options }];
  }

  clear(): void {
    this.#rules = [];
  }

  match(source: string, path: string): readonly Rule[] {
    return this.#rules.filter(
      (rule) => ["*", source].includes(rule.source) && [undefined, path].includes(rule.options.path),
    );
  }
}

interface Rule {
  readonly source: string;
  readonly fault: Fault;
  readonly options: FaultOptions;
}

/** Faults that replace the right response with another, in the words of the real services. */
const ANSWERS = {
  "200-html": () => html(200, "Just a moment..."),
  "200-error": ({ source }) => json(source.error(400)),
  "200-throttled": ({ source }) => json(source.error(429)),
  "403-forbidden-metric": () => forbidden("CapRealUSD"),
  "refused-metric": ({ request, options: { key = "CapMVRVCur" } }) =>
    request.query.get("metrics")?.includes(key) ? forbidden(key) : undefined,
  "404": ({ source }) => json(source.error(400), 404),
  "429": ({ source, options: { seconds = 30 } }) => {
    const response = json(source.error(429), 429);
    return { ...response, headers: { ...response.headers, "retry-after": String(seconds) } };
  },
  "451-binance": () => json({ code: 0, msg: RESTRICTED }, 451),
  "500": ({ source }) => json(source.error(500), 500),
} satisfies Record<string, (about: About) => SourceResponse | undefined>;

type Asked = Omit<SourceRequest, "spoil" | "market"> & Partial<Pick<SourceRequest, "market">>;

interface About {
  readonly source: Source;
  readonly request: Asked;
  readonly options: FaultOptions;
}

function forbidden(metric: string): SourceResponse {
  const about = `'${metric}' with frequency '1d' for asset 'btc'`;
  const message = `Requested metric ${about} is not available with supplied credentials.`;
  return json({ error: { type: "forbidden", message } }, 403);
}

const RESTRICTED =
  "Service unavailable from a restricted location according to 'b. Eligibility' in https://www.binance.com/en/terms. " +
  "Please contact customer service if you believe you received this message in error.";

/** Faults in rows, which the source then formats in its own way. */
const ROWS = {
  "empty-rows": () => [],
  "gap-day": (rows) => (rows.length < 3 ? rows : rows.toSpliced(-3, 1)),
  "duplicate-row": (rows) => [...rows.slice(0, -1), ...rows.slice(-2)],
  unsorted: (rows) => [...rows.filter((_, at) => at % 2 === 1), ...rows.filter((_, at) => at % 2 === 0)],
  "null-tail": (rows) => newest(rows, () => null),
  "zero-price": (rows) => newest(rows, () => 0),
  "10x-spike": (rows, { factor = 10 }) => newest(rows, (value) => value && value * factor),
  "wrong-pair": (rows) => rows.map((row) => changed(row, (value) => value && value * 0.87)),
} satisfies Record<string, (rows: readonly Row[], options: FaultOptions) => readonly Row[]>;

type Change = (value: number | null) => number | null;

function newest(rows: readonly Row[], change: Change): readonly Row[] {
  return rows.map((row) => (row.at === rows.at(-1)?.at ? changed(row, change) : row));
}

function changed(row: Row, change: Change): Row {
  return { ...row, numbers: row.numbers.map(change) };
}

/** Faults in a whole JSON body. */
const BODIES = {
  "200-wrong-shape": (body) => (Array.isArray(body) ? { rows: body } : [body]),
  "type-flip": (body) => JSON.parse(JSON.stringify(body), (_key, value) => flipped(value)),
} satisfies Record<string, (body: unknown) => unknown>;

/** Turns numbers into strings, and numeric strings into numbers. */
function flipped(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" && !Number.isNaN(Number(value)) ? Number(value) : value;
}

/**
 * Faults in time: a response from six hours ago, as if from a cache without an `Age` header, or from six hours ahead.
 */
const TIMES = { stale: -1, early: 1 };
const SIX_HOURS_S = 21_600;

/** Faults in transit: no response at all, a connection reset halfway, or a Date header that is 54 hours behind. */
const WAYS = ["hang", "reset", "date-behind"] as const;

export type Fault = keyof (typeof ANSWERS & typeof ROWS & typeof BODIES & typeof TIMES) | (typeof WAYS)[number];

export const FAULTS = [...[ANSWERS, ROWS, BODIES, TIMES].flatMap((each) => Object.keys(each)), ...WAYS] as Fault[];

type FaultTable<T> = Readonly<Partial<Record<Fault, T>>>;
const answers: FaultTable<(about: About) => SourceResponse | undefined> = ANSWERS;
const ofRows: FaultTable<(rows: readonly Row[], options: FaultOptions) => readonly Row[]> = ROWS;
const ofBodies: FaultTable<(body: unknown) => unknown> = BODIES;
const ofTimes: FaultTable<number> = TIMES;

/**
 * A source's response under the given faults, from a market without bends by default. Faults in transit are applied by
 * the server.
 */
export function faultyAnswer(source: Source, request: Asked, rules: readonly Rule[]): SourceResponse {
  for (const { fault, options } of rules) {
    const response = answers[fault]?.({ source, request, options });
    if (response !== undefined) return response;
  }
  const offSeconds = rules.map(({ fault, options }) => (ofTimes[fault] ?? 0) * (options.seconds ?? SIX_HOURS_S));
  const nowMs = offSeconds.reduce((ms, seconds) => ms + seconds * 1000, request.nowMs);
  const spoil = (rows: readonly Row[]) =>
    rules.reduce((spoilt, { fault, options }) => ofRows[fault]?.(spoilt, options) ?? spoilt, rows);
  const market = request.market ?? new StatedMarket(nowMs);
  const response = source.answer({ ...request, nowMs, market, spoil }) ?? json(source.error(400), 400);
  if (response.status !== 200) return response;
  return { ...response, body: rules.reduce((body, { fault }) => ofBodies[fault]?.(body) ?? body, response.body) };
}
