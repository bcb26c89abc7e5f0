/**
 * Parses the rows of the database. Somebody may have edited them, or an older version may have stored values that are
 * no longer valid: such a row is skipped and reported once, and the service continues.
 */

import { HOUR_MS, type Instant, PHASES, SIGNAL_KEYS, type UtcDay } from "peak-cycle-model";
import * as z from "zod";
import { isPlausible, METRICS } from "../domain/observation.js";
import { KEYS, type Tables } from "./tables.js";

/** The rows that could not be read since the database was opened, as sentences that name table and row. */
export class UnreadableRows {
  readonly #sentences = new Set<string>();
  readonly #listeners: ((sentence: string) => void)[] = [];

  get sentences(): readonly string[] {
    return [...this.#sentences];
  }

  /** The listener is called once for each row, including rows found earlier. */
  subscribe(listener: (sentence: string) => void): void {
    for (const sentence of this.#sentences) listener(sentence);
    this.#listeners.push(listener);
  }

  /** @param row identifies the row, e.g. by its key */
  report(table: keyof Tables, row: string, reason: string): void {
    const sentence = `a row of the table ${table} cannot be read and is skipped: ${row}: ${reason}`;
    if (this.#sentences.has(sentence) || this.#sentences.size >= MAX_REPORTED) return;
    this.#sentences.add(sentence);
    for (const listener of this.#listeners) listener(sentence);
  }
}

/** The part of a database that collects unreadable rows. */
interface Reporting {
  readonly unreadable: UnreadableRows;
}

/** Enough to see what happened, without filling the log if every row of a table is wrong. */
const MAX_REPORTED = 100;

/** From 1970 to the year 9999, so that it can be formatted. */
export const instant = z
  .int()
  .min(0)
  .max(253_402_300_799_999)
  .transform((ms) => ms as Instant);

const utcDay = z
  .int()
  .min(0)
  .max(2_932_896)
  .transform((days) => days as UtcDay);

const percent = z.number().min(0).max(100);

const phase = z.enum(PHASES.map(({ key }) => key));

/** Columns of the tables whose rows are read one by one. */
const ROWS = {
  observations: z
    .object({ metric: z.enum(METRICS), source: z.string(), observedAt: instant, fetchedAt: instant, value: z.number() })
    .refine(({ metric, value }) => isPlausible(metric, value), { path: ["value"], error: "is not plausible" }),
  scores: z.object({
    hour: instant.refine((at) => at % HOUR_MS === 0, "is not the start of an hour"),
    computedAt: instant,
    modelVersion: z.string(),
    btcRaw: percent,
    btcScore: percent,
    btcPhase: phase,
    btcSignal: z.enum(SIGNAL_KEYS),
    cryptoRaw: percent,
    cryptoScore: percent,
    cryptoPhase: phase,
    descentGuard: z.literal("BEAR_DESCENT").nullable(),
    topRisk: z.literal("TOP_DISTRIBUTION").nullable(),
    coverage: z.number().min(0).max(1),
    btcPriceUsd: z.number().refine((value) => isPlausible("btc-price", value), "is not plausible"),
  }),
  api_keys: z.object({
    hash: z.string(),
    prefix: z.string(),
    name: z.string(),
    perMinute: z.int().min(1),
    madeAt: instant,
    until: utcDay.nullable(),
    lastUsedDay: utcDay.nullable(),
    revokedAt: instant.nullable(),
  }),
} satisfies Partial<{ [T in keyof Tables]: z.ZodType<Tables[T]> }>;

type ParsedTable = keyof typeof ROWS;

/** The columns that identify a row to people: an API key by its prefix, as in `peak keys list`. */
const NAMES = { ...KEYS, api_keys: ["prefix"] } as const;

/** The rows that can be read, in the same order. */
export function readableRows<T extends ParsedTable>(
  db: Reporting,
  table: T,
  rows: readonly Tables[T][],
): readonly Tables[T][] {
  return rows.filter((row) => {
    const { error } = ROWS[table].safeParse(row);
    if (error === undefined) return true;
    const names: readonly string[] = NAMES[table];
    const key = Object.entries(row).filter(([column]) => names.includes(column));
    db.unreadable.report(table, JSON.stringify(Object.fromEntries(key)), reasonOf(error));
    return false;
  });
}

/** Rows fetched at a time until one of them can be read. */
const PAGE = 10;

/** The first row of a query that can be read. @param query returns at most `limit` rows, after the first `offset` */
export async function firstReadable<T extends ParsedTable>(
  db: Reporting,
  table: T,
  query: (limit: number, offset: number) => Promise<readonly Tables[T][]>,
): Promise<Tables[T] | undefined> {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await query(PAGE, offset);
    const [first] = readableRows(db, table, rows);
    if (first !== undefined || rows.length < PAGE) return first;
  }
}

/** The faults, column by column; never the values. */
export function reasonOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => [...path, message].join(" ")).join("; ");
}
