/** `/api/public/nhci/record`: a summary of the track record, which the page `/record` shows. */
import type { FastifyInstance } from "fastify";
import type { Alarm, Baseline, FlagRecord, PeriodKey, PlaceError, TrackRecord, Turn, Warning } from "peak-cycle-model";
import * as z from "zod";
import { headlineOf, sinceTuningOf, verdictCounts } from "../../domain/verdicts.js";
import * as fields from "../../published/public-fields.js";
import { STATIC_CACHE } from "../cache-control.js";
import { cachedRoute, type Doc, type Edge, recipeOf } from "../edge.js";
import { json } from "../responses.js";

const CAUTION =
  "There have been only a few cycles. Thousands of daily figures look like much evidence, but they describe the same " +
  "few rises and falls. The days of the development period were used to choose the model, so its figures there are " +
  "in-sample. None of this is a forecast or advice.";

const periodField = z
  .enum(["early", "development", "later"])
  .describe("early: before 2014; development: to 2022, the days used to choose the model; later: since then");

/** A number rounded to a number of decimals. */
function decimals(count: number) {
  return z.number().overwrite((value) => Number(value.toFixed(count)));
}

function readingField(description: string) {
  return decimals(1).min(0).max(100).nullable().describe(description);
}

const verdictField = z
  .enum(["in_time", "early", "missed"])
  .describe(
    "in_time: the warning came at 80% or more of a high's price, or at 125% or less of a low's; early: it came " +
      "farther from the turn; missed: there was none",
  );
const daysBeforeField = fields.count
  .nullable()
  .describe("days from the first day since the previous turn with the settled phase PEAK (high) or FONDO (low)");
const priceShareField = decimals(3).positive().nullable().describe("price of that day as a share of the turn's price");

/** A baseline's warning; null where it had no reading. */
const BaselineWarning = z
  .strictObject({ verdict: verdictField, days_before: daysBeforeField, price_share: priceShareField })
  .nullable()
  .meta({ id: "BaselineWarning" });

const VerdictCounts = z
  .strictObject({
    in_time: fields.count.describe("turns warned of in time"),
    early: fields.count.describe("turns warned of too early"),
    missed: fields.count.describe("turns without a warning"),
  })
  .meta({ id: "VerdictCounts" });

const FlagCounts = z
  .strictObject({
    right: fields.count.describe("unbroken runs of days with the flag set that turned out right"),
    false: fields.count.describe("runs that turned out false"),
    open: fields.count.describe("runs whose outcome is not known yet"),
    missed: fields.count.describe("turns at which it should have been set but was not"),
  })
  .meta({ id: "FlagCounts" });

const RecordFlags = z
  .strictObject({
    top_risk: FlagCounts.describe("alarms of a cycle top, and missed highs"),
    descent_guard: FlagCounts.describe("alarms of a bear-market descent, and missed lows"),
  })
  .meta({ id: "RecordFlags" });

const ERROR_FIELDS = {
  from: fields.day.describe("first day covered"),
  to: fields.day.describe("last day covered: the error of a day is known 180 days later"),
  days: fields.count.min(1).describe("days with a score from the first to the last"),
  mean_absolute_error: decimals(1).describe("average distance between the score and the place of its day, in points"),
  mean_error: decimals(1).describe("average of score minus place; below 0, the score was too low"),
};

const RecordReply = z.strictObject({
  ok: fields.ok,
  model_version: z.string().describe("version of the model that computed the scores"),
  from: fields.day.describe("first UTC day with a score"),
  to: fields.day.describe("last day of the record"),
  caution: z.string().describe("what the figures cannot show; pass it on with them"),
  headline: z.string().describe("all verdicts on the score, and those since the model was tuned, in English"),
  verdicts: fields.list("the score and simpler indicators, judged by one rule on the turns where each had a reading", {
    measure: z.enum(["score", "mvrv", "mayer", "power_law", "fear_greed"]).describe("what is judged"),
    highs: VerdictCounts.describe("verdicts at cycle highs"),
    lows: VerdictCounts.describe("verdicts at cycle lows"),
  }),
  turns: fields.list("every cycle high and low, oldest first", {
    kind: z.enum(["high", "low"]).describe("a cycle high, or the low after it; known only in hindsight"),
    date: fields.day.describe("UTC day of the turn"),
    period: periodField,
    price_usd: decimals(2).positive().describe("closing price of that day"),
    fall: decimals(3).describe("fall from the high to its low, e.g. -0.77"),
    is_final: z.boolean().describe("false while the price may still go lower"),
    score: decimals(1).min(0).max(100).describe("score of that day"),
    readings: z
      .strictObject({
        mvrv: readingField("market value over realized value alone, relative to its past range"),
        mayer: readingField("price over its 200-day average, likewise"),
        power_law: readingField("distance from a power law of the price, likewise"),
        fear_greed: readingField("the vendor's figure"),
      })
      .describe("simpler indicators on that day, 0 to 100; null for one without a reading"),
    phase_key: fields.phaseKey.describe("phase of that day"),
    signal: fields.signal.describe("signal of that day"),
    top_risk: z.boolean().describe("whether this flag was set on that day"),
    descent_guard: z.boolean().describe("whether this flag was set on that day"),
    verdict: verdictField,
    days_before: daysBeforeField,
    price_share: priceShareField,
    baselines: z
      .strictObject({
        mvrv: BaselineWarning,
        mayer: BaselineWarning,
        power_law: BaselineWarning,
        fear_greed: BaselineWarning,
      })
      .describe("how the simpler indicators had warned, by the same rule; null without a reading on that day"),
  }),
  entries: fields.list("every entry of the settled phase into PEAK or FONDO, oldest first", {
    date: fields.day.describe("UTC day of the entry"),
    phase_key: z.enum(["PEAK", "FONDO"]).describe("the phase that was entered"),
    period: periodField,
    price_usd: decimals(2).positive().describe("closing price of that day"),
    year_later: decimals(3)
      .positive()
      .nullable()
      .describe("closing price 365 days later divided by price_usd, e.g. 0.29; null until then"),
  }),
  average_cost: fields.list("what a coin cost on average: bought by the score, and in equal daily amounts", {
    period: z
      .enum(["early", "development", "later", "whole"])
      .describe("the periods as above, and all periods together; the whole can differ in sign from its parts"),
    from: fields.day.describe("first UTC day with a score"),
    to: fields.day.describe("last UTC day with a score"),
    by_score_usd: decimals(2).positive().describe("average cost when spending 2 - score / 50 each day"),
    steady_usd: decimals(2).positive().describe("average cost when spending the same sum in equal daily amounts"),
    difference: decimals(3).describe("by_score_usd / steady_usd - 1; below 0, buying by the score was cheaper"),
  }),
  flags: RecordFlags.describe("counts for all periods together"),
  year_after: fields.list("what the price did in the year after each phase", {
    period: periodField,
    phase_key: fields.phaseKey.describe("phase of the score"),
    days: fields.count.describe("days in this phase whose following year lies in the period; the years overlap"),
    p10: decimals(3).describe("365-day return that a tenth of these days stayed below, e.g. -0.3"),
    median: decimals(3).describe("the median 365-day return"),
    p90: decimals(3).describe("365-day return that a tenth of these days exceeded"),
    rose: decimals(3).min(0).max(1).describe("share of these days after which the price was higher a year later"),
  }),
  hindsight: z
    .strictObject({ ...ERROR_FIELDS, halves: fields.list("the same up to 2018, and since", ERROR_FIELDS) })
    .nullable()
    .describe("how far the score was from the price's place between the lows and highs of the two years around it"),
  periods: fields.list("flags of each period separately; in the development period they are in-sample", {
    period: periodField,
    from: fields.day.describe("first UTC day of the period with a score"),
    to: fields.day.describe("last day of the period so far"),
    flags: RecordFlags.describe("alarms that began in the period, and turns missed in it"),
  }),
});

type RecordReply = z.infer<typeof RecordReply>;

const DOC: Doc = {
  id: "record",
  tag: "data",
  summary: "What the score said in the past, and how often it was right",
  description:
    "Every high and low of the cycle with what the score said before it, misses included; how often the flags " +
    "were right; prices a year after each phase; and the same verdicts for simpler indicators.",
  reply: RecordReply,
};

export function recordRoute(app: FastifyInstance, edge: Edge): void {
  cachedRoute(app, edge, "/api/public/nhci/record", DOC, () =>
    recipeOf(edge.published.record.get(), STATIC_CACHE, (newest) => json(RecordReply, presentRecord(newest))),
  );
}

function presentRecord(record: TrackRecord): RecordReply {
  const { hindsight } = record;
  return {
    ok: true,
    model_version: record.modelVersion,
    from: record.from,
    to: record.to,
    caution: CAUTION,
    headline: [headlineOf(record), sinceTuningOf(record)].filter((each) => each !== undefined).join(" "),
    verdicts: BASELINES.map((baseline) => presentVerdicts(record.turns, baseline)),
    turns: record.turns.map(presentTurn),
    entries: record.entries.map(({ day, phase, period, priceUsd, yearLater = null }) => {
      return { date: day, phase_key: phase, period, price_usd: priceUsd, year_later: yearLater };
    }),
    average_cost: record.averageCosts.map(({ period, from, to, byScoreUsd, steadyUsd, difference }) => {
      return { period, from, to, by_score_usd: byScoreUsd, steady_usd: steadyUsd, difference };
    }),
    flags: flagsOf(record),
    year_after: record.periods.flatMap(({ period, phases }) =>
      phases.flatMap(({ phase, yearAfter }) => (yearAfter ? [{ period, phase_key: phase, ...yearAfter }] : [])),
    ),
    hindsight: hindsight ? { ...presentError(hindsight), halves: hindsight.halves.map(presentError) } : null,
    periods: record.periods.map(({ period, from, to }) => ({ period, from, to, flags: flagsOf(record, period) })),
  };
}

function presentTurn(turn: Turn): RecordReply["turns"][number] {
  const baselineOf = (baseline: Baseline) => {
    const warning = turn.warnings[baseline];
    return warning === undefined ? null : presentWarning(warning);
  };
  const { score, mvrv = null, mayer = null, powerLaw = null, fearGreed = null } = turn.readings;
  return {
    kind: turn.kind,
    date: turn.day,
    period: turn.period,
    price_usd: turn.priceUsd,
    fall: turn.fall,
    is_final: turn.isFinal,
    score,
    readings: { mvrv, mayer, power_law: powerLaw, fear_greed: fearGreed },
    phase_key: turn.phase,
    signal: turn.signal,
    top_risk: turn.topRisk,
    descent_guard: turn.descentGuard,
    ...presentWarning(turn.warnings.score),
    baselines: {
      mvrv: baselineOf("mvrv"),
      mayer: baselineOf("mayer"),
      power_law: baselineOf("powerLaw"),
      fear_greed: baselineOf("fearGreed"),
    },
  };
}

const BASELINES = ["score", "mvrv", "mayer", "powerLaw", "fearGreed"] as const satisfies readonly Baseline[];

const BASELINE_NAMES = {
  score: "score",
  mvrv: "mvrv",
  mayer: "mayer",
  powerLaw: "power_law",
  fearGreed: "fear_greed",
} as const;

function presentVerdicts(turns: readonly Turn[], baseline: Baseline): RecordReply["verdicts"][number] {
  const countsOf = (kind: Turn["kind"]) => {
    const { inTime, early, missed } = verdictCounts(
      turns.filter((turn) => turn.kind === kind),
      baseline,
    );
    return { in_time: inTime, early, missed };
  };
  return { measure: BASELINE_NAMES[baseline], highs: countsOf("high"), lows: countsOf("low") };
}

function presentWarning({ verdict, daysBefore, priceShare }: Warning) {
  return { verdict: VERDICT_NAMES[verdict], days_before: daysBefore ?? null, price_share: priceShare ?? null };
}

const VERDICT_NAMES = { inTime: "in_time", early: "early", missed: "missed" } as const;

/** @param period all by default */
function flagsOf({ topRisk, descentGuard }: TrackRecord, period?: PeriodKey): RecordReply["flags"] {
  const isAsked = (each: { readonly period: PeriodKey }) => period === undefined || each.period === period;
  const counts = ({ alarms, misses }: FlagRecord) => {
    const verdicts = alarms.filter(isAsked).map(({ verdict }) => verdict);
    const count = (verdict: Alarm["verdict"]) => verdicts.filter((each) => each === verdict).length;
    const missed = misses.filter(isAsked).length;
    return { right: count("right"), false: count("false"), open: count("open"), missed };
  };
  return { top_risk: counts(topRisk), descent_guard: counts(descentGuard) };
}

function presentError({ from, to, days, meanAbsoluteError, meanError }: PlaceError) {
  return { from, to, days, mean_absolute_error: meanAbsoluteError, mean_error: meanError };
}
