/**
 * What the rows of the latest state have to be. Another version, or somebody else, may have stored something else: that is
 * passed over until the next value replaces it.
 */

import type { Instant } from "peak-cycle-model";
import * as z from "zod";
import { SOURCE_FAULTS } from "../domain/errors.js";
import { readRecord } from "../domain/record-shape.js";

/** Dates of JavaScript end there. */
export const MAX_INSTANT = 8.64e15 as Instant;

const instant = z.custom<Instant>((value) => Number.isInteger(value) && Math.abs(Number(value)) <= MAX_INSTANT);

const SCHEMAS = {
  market: z.object({
    part: z.enum(["btcPrice", "btcDominance", "fearGreed"]),
    value: z.number(),
    source: z.string(),
    observedAt: instant,
    fetchedAt: instant,
  }),
  source_states: z.object({
    source: z.string(),
    askedAt: instant,
    answeredAt: instant.nullable(),
    fault: z.enum(SOURCE_FAULTS).nullable(),
  }),
  reports: z.object({
    name: z.string(),
    mark: z.string(),
    body: z.string().transform((text, context) => {
      const record = readRecord(text);
      if (record === undefined) context.addIssue("no record of this version");
      return record ?? z.NEVER;
    }),
  }),
};

/** A row of the table; `undefined` when this version cannot read it. */
export function readRow<Table extends keyof typeof SCHEMAS>(table: Table, row: unknown) {
  return SCHEMAS[table].safeParse(row).data as z.output<(typeof SCHEMAS)[Table]> | undefined;
}
