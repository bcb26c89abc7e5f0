import { PHASES, SIGNAL_KEYS, type TrackRecord } from "peak-cycle-model";
import * as z from "zod";

/** Reads a stored record, which another version may have made. @returns `undefined` when it is not one of this version */
export function readRecord(text: string): TrackRecord | undefined {
  try {
    return trackRecord.safeParse(JSON.parse(text)).data as TrackRecord | undefined;
  } catch {
    return undefined;
  }
}

/** A value as it comes back from JSON, where what is `undefined` is missing. */
type FromJson<T> = T extends readonly (infer Each)[]
  ? readonly FromJson<Each>[]
  : T extends object
    ? { readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: FromJson<T[Key]> } & {
        readonly [Key in keyof T as undefined extends T[Key] ? Key : never]?: FromJson<T[Key]> | undefined;
      }
    : T;

type ShapeOf<T> = z.ZodType<FromJson<T>>;

const day = z.iso.date();
const [whole, number, maybe] = [z.int(), z.number(), z.number().optional()];
const phase = z.enum(PHASES.map(({ key }) => key));
const period = z.enum(["early", "development", "later"]);

function byBaseline<Each extends z.ZodType>(each: Each) {
  return z.object({ score: each, mvrv: each, mayer: each, powerLaw: each, fearGreed: each });
}

const turn: ShapeOf<TrackRecord["turns"][number]> = z.object({
  ...{ kind: z.enum(["high", "low"]), day, period, cycle: whole, priceUsd: number, fall: number },
  ...{ isFinal: z.boolean(), phase, signal: z.enum(SIGNAL_KEYS), topRisk: z.boolean(), descentGuard: z.boolean() },
  readings: byBaseline(maybe),
  ...{ leadDays: maybe, settledLeadDays: maybe },
});

const alarm: ShapeOf<TrackRecord["topRisk"]["alarms"][number]> = z.object({
  ...{ from: day, to: day, period, priceUsd: number },
  verdict: z.enum(["right", "false", "open"]),
  fallAfter: number,
});

const flag = z.object({ alarms: z.array(alarm), misses: z.array(z.object({ day, period })) });

const yearAfter = z.object({ days: whole, p10: number, median: number, p90: number, rose: number });

const periodRecord = z.object({
  ...{ period, from: day, to: day, days: whole },
  phases: z.array(z.object({ phase, days: whole, share: number, yearAfter: yearAfter.optional() })),
});

const stay = z.object({ phase, from: day });

const restlessness = z.object({ changes: whole, shortStays: whole });

const settled = z.object({
  ...{ from: day, to: day, days: whole, plain: restlessness, settled: restlessness },
  ...{ shownTurns: whole, lostTurns: whole, lateTurns: whole, maxDaysLate: whole, equalShare: number },
});

const placeError = { from: day, to: day, days: whole, meanAbsoluteError: number, meanError: number };

const hindsight = z.object({ ...placeError, halves: z.array(z.object(placeError)) });

/** The fields of `TrackRecord`; the compiler holds the two together. */
const trackRecord: ShapeOf<TrackRecord> = z.object({
  ...{ modelVersion: z.string(), from: day, to: day },
  curve: z.array(z.object({ day, priceUsd: number, score: maybe })),
  ...{ turns: z.array(turn), topRisk: flag, descentGuard: flag, periods: z.array(periodRecord), stays: z.array(stay) },
  ...{ settled: settled.optional(), hindsight: hindsight.optional() },
});
