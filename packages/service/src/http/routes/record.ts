/** `/api/public/nhci/record`: a summary of the record, which the page `/record` draws. */
import type { FastifyInstance } from "fastify";
import type { Alarm, FlagRecord, PeriodKey, PlaceError, TrackRecord, Turn } from "peak-cycle-model";
import * as z from "zod";
import { json } from "../answers.js";
import { STATIC_CACHE } from "../cache-control.js";
import { answer, type Edge } from "../edge.js";
import * as fields from "../reply-fields.js";
import type { Doc } from "../route-doc.js";

const CAUTION =
  "There have been only a few cycles. Thousands of daily figures look like much evidence, but they describe the same " +
  "few rises and falls. In the development period the model was chosen on these very days, so its figures there are " +
  "in-sample. Nothing here forecasts anything, and it is no advice.";

const periodField = z
  .enum(["early", "development", "later"])
  .describe("early: before 2014; development: to 2022, the days on which the model was chosen; later: after them");

function readingField(description: string) {
  return z.number().min(0).max(100).nullable().describe(description);
}

const FlagCounts = z
  .strictObject({
    right: fields.count("unbroken runs of days with the flag up that turned out right"),
    false: fields.count("runs that turned out false"),
    open: fields.count("runs that are not settled yet"),
    missed: fields.count("turns at which it should have been up and was not"),
  })
  .meta({ id: "FlagCounts" });

const RecordFlags = z
  .strictObject({
    top_risk: FlagCounts.describe("alarms of a cycle top, and missed highs"),
    descent_guard: FlagCounts.describe("alarms of a bear-market descent, and missed lows"),
  })
  .meta({ id: "RecordFlags" });

const ERROR_FIELDS = {
  from: fields.day("first day that it is the error of"),
  to: fields.day("last day of it: 180 days have to follow before the error of a day is known"),
  days: fields.count("days with a score between the two", 1),
  mean_absolute_error: z.number().describe("points between the score and the place of its day, on average"),
  mean_error: z.number().describe("score minus place, on average; below 0 it was too low"),
};

const Readings = z.strictObject({
  mvrv: readingField("market value over realized value alone, in the band of its past"),
  mayer: readingField("price over its 200-day average, likewise"),
  power_law: readingField("distance from a power law of the price, likewise"),
  fear_greed: readingField("the vendor's number"),
});

const RecordReply = z.strictObject({
  ok: fields.ok,
  model_version: fields.text("version of the model that computed the scores"),
  from: fields.day("first UTC day with a score"),
  to: fields.day("last day of the record"),
  caution: fields.text("what the figures cannot tell; to be passed on with them"),
  turns: fields.list("every cycle high and low, oldest first", {
    kind: z.enum(["high", "low"]).describe("a cycle high, or the low after it; both known in hindsight only"),
    date: fields.day("its UTC day"),
    period: periodField,
    price_usd: z.number().positive().describe("close of that day"),
    fall: z.number().describe("from the high to its low, e.g. -0.77"),
    is_final: fields.flag("false while the price may still go lower"),
    score: fields.score("what the score said on that day"),
    readings: Readings.describe("what plain measures read on that day, 0 to 100; null where there is none"),
    phase_key: fields.phaseKey("its phase"),
    signal: fields.signal("its signal"),
    top_risk: fields.flag("whether that flag was up"),
    descent_guard: fields.flag("whether that flag was up"),
    lead_days: z
      .int()
      .nullable()
      .describe("days before it on which the score first stood in PEAK (high) or FONDO (low); null: never"),
  }),
  flags: RecordFlags.describe("of all periods together"),
  year_after: fields.list("what the price did in the year after each phase", {
    period: periodField,
    phase_key: fields.phaseKey("the phase that the score stood in"),
    days: fields.count("days in it whose following year lies in the period; they overlap"),
    p10: z.number().describe("return of the following 365 days that a tenth of them stayed below, e.g. -0.3"),
    median: z.number().describe("the return in the middle"),
    p90: z.number().describe("the return that a tenth exceeded"),
    rose: z.number().min(0).max(1).describe("share of days after which the price was higher"),
  }),
  hindsight: z
    .strictObject({ ...ERROR_FIELDS, halves: fields.list("the same up to 2018, and since", ERROR_FIELDS) })
    .nullable()
    .describe("how far the score was from the price's place between the lows and highs of the two years around it"),
  periods: fields.list("flags of each period by itself: those of the development period are in-sample", {
    period: periodField,
    from: fields.day("its first UTC day with a score"),
    to: fields.day("its last day so far"),
    flags: RecordFlags.describe("alarms that began in it, and turns missed in it"),
  }),
});

type RecordReply = z.infer<typeof RecordReply>;

const DOC: Doc = {
  id: "record",
  tag: "data",
  summary: "What the score said in the past, and what came of it",
  reply: RecordReply,
};

export function record(app: FastifyInstance, edge: Edge): void {
  answer(app, edge, "/api/public/nhci/record", DOC, () => {
    const newest = edge.published.record.get();
    if (newest === undefined) return undefined;
    return { cache: STATIC_CACHE, shows: [newest], make: () => json(RecordReply, presentRecord(newest)) };
  });
}

/** The summary of a record. */
export function presentRecord(record: TrackRecord): RecordReply {
  const { hindsight } = record;
  return {
    ok: true,
    model_version: record.modelVersion,
    from: record.from,
    to: record.to,
    caution: CAUTION,
    turns: record.turns.map((turn) => ({
      kind: turn.kind,
      date: turn.day,
      period: turn.period,
      price_usd: rounded(turn.priceUsd, 2),
      fall: rounded(turn.fall, 3),
      is_final: turn.isFinal,
      score: rounded(turn.readings.score ?? 0, 1),
      readings: readingsOf(turn),
      phase_key: turn.phase,
      signal: turn.signal,
      top_risk: turn.topRisk,
      descent_guard: turn.descentGuard,
      lead_days: turn.leadDays ?? null,
    })),
    flags: flagsOf(record),
    year_after: record.periods.flatMap(({ period, phases }) =>
      phases.flatMap(({ phase, yearAfter }) => {
        if (yearAfter === undefined) return [];
        const { days, p10, median, p90, rose } = yearAfter;
        const returns = { p10: rounded(p10, 3), median: rounded(median, 3), p90: rounded(p90, 3) };
        return [{ period, phase_key: phase, days, ...returns, rose: rounded(rose, 3) }];
      }),
    ),
    hindsight: hindsight === undefined ? null : { ...errorOf(hindsight), halves: hindsight.halves.map(errorOf) },
    periods: record.periods.map(({ period, from, to }) => ({ period, from, to, flags: flagsOf(record, period) })),
  };
}

/** @param period all by default */
function flagsOf({ topRisk, descentGuard }: TrackRecord, period?: PeriodKey): RecordReply["flags"] {
  const isAsked = (each: { readonly period: PeriodKey }) => period === undefined || each.period === period;
  const counts = ({ alarms, misses }: FlagRecord) => {
    const count = (verdict: Alarm["verdict"]) =>
      alarms.filter((each) => isAsked(each) && each.verdict === verdict).length;
    const missed = misses.filter(isAsked).length;
    return { right: count("right"), false: count("false"), open: count("open"), missed };
  };
  return { top_risk: counts(topRisk), descent_guard: counts(descentGuard) };
}

function errorOf({ from, to, days, meanAbsoluteError, meanError }: PlaceError) {
  return { from, to, days, mean_absolute_error: rounded(meanAbsoluteError, 1), mean_error: rounded(meanError, 1) };
}

function readingsOf({ readings: { mvrv, mayer, powerLaw, fearGreed } }: Turn) {
  const reading = (value: number | undefined) => (value === undefined ? null : rounded(value, 1));
  return { mvrv: reading(mvrv), mayer: reading(mayer), power_law: reading(powerLaw), fear_greed: reading(fearGreed) };
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
