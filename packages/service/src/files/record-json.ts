import { BASELINES, formatDay, HALVING_DAYS, type TrackRecord } from "peak-cycle-model";

/**
 * The track record as a JSON text: numbers in full, what is missing as `null`, names and order always the same.
 * The same record gives the same bytes.
 */
export function recordJson(record: TrackRecord): string {
  const { modelVersion, ...rest } = record;
  return `${write(named({ modelVersion, caution: CAUTION, definitions: DEFINITIONS, ...rest }), "")}\n`;
}

const CAUTION =
  "There have been only a few cycles. Days are many but not independent, and the model was chosen on the days of the " +
  "development period, so its figures are in-sample. Nothing here forecasts anything.";

/** What the figures are; the comments of `TrackRecord` say the same at greater length. */
const DEFINITIONS = {
  days: "UTC days, each at its end (24:00). Readings and scores of a day use that day and earlier ones only.",
  periods:
    "early: from the first score to 2013-12-31; development: 2014-01-01 to 2022-12-31, on which the model was chosen; " +
    "later: from 2023-01-01. No figure of a span uses a price after its period's end.",
  cycle: `Number of halvings up to the day: ${HALVING_DAYS.map((day, i) => `${i + 1} from ${formatDay(day)}`).join(", ")}.`,
  gauges:
    "score; mvrv; mayer (price over its 200-day average); power_law (residual of a line of log price on log age, fitted " +
    "to the days up to each day); fear_greed. Readings: the score; the place of the logarithm of MVRV or of the Mayer " +
    "multiple, or of the residual, in its time-weighted band (0 to 100); the vendor's number.",
  turns:
    "Told, like alarms, as far as they are known today. A high: a close that none of the 365 days before exceeds, " +
    "followed by a close at half of it or less before one above it. Its low: the lowest close before that, or so far. " +
    "Extremes: within 180 days before and after. lead_days: since the score first stood in PEAK (high) or FONDO (low) " +
    "after the turn before. settled_lead_days: since the settled phase did.",
  verdict:
    "Top risk: right when its highest close was followed by a close at half of it or less before one above it, false " +
    "after one above it. Descent guard: right when the price closed 20 % or more below its first day while it was up, " +
    "false when it went down without. Else open.",
  hindsight:
    "Spearman's rho with the place of the log price between its lowest and highest within 730 days before and after, " +
    "as far as known, 180 days after at least.",
  top_auc:
    "Chance that a top day reads higher than another day. Top day: at 0.8 or more of the highest close within 365 days " +
    "before and after, and within 400 days a close at 0.55 of it or less. Days with less than 200 days after are left out.",
  bottom_auc:
    "Chance that a bottom day reads lower than another day. Bottom day: at 1.35 or less of the lowest close within 365 " +
    "days before and after, and within 400 days a close at 1.9 of it or more. Days with less than 200 days after are left out.",
  forward: "Spearman's rho with the log return of the next 365 days.",
  fifths: "Readings from 0, 20, 40, 60 and 80 on; for the score by its published value, rounded to one decimal.",
  returns:
    "Over so many days ahead, if they end within the period. Quantiles are interpolated between the two nearest returns, " +
    "the least standing at 0 and the greatest at 1.",
  stays:
    "Every stay in a settled phase, from the first score on; next is the phase after it. year_return: from the close of its " +
    "first day to that 365 days later.",
  settled:
    "From 2014-01-01 on: the settled phase next to the plain one. A short stay has ended within less than seven days. Of the " +
    "turns whose lead_days are known (shown): lost where settled_lead_days are not, late where they are fewer.",
  buying:
    "Every day for 2 - reading / 50 dollars (scaled) or for the same sum (plain): dollars spent over coins bought.",
} as const;

/** Names in snake case; a gauge named as a value goes by the same name as one named as a key. */
function named(value: unknown): unknown {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(named);
  if (typeof value === "string") return (BASELINES as readonly string[]).includes(value) ? snake(value) : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [snake(key), named(each)]));
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A value whose JSON is longer than this is spread over several lines. */
const LINE_LENGTH = 240;

/** What fits on a line stays on a line, so that a point, a turn or an alarm reads as one. */
function write(value: unknown, indent: string): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || line.length <= LINE_LENGTH) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const entries = Array.isArray(value)
    ? value.map((each) => write(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${write(each, inner)}`);
  return `${open}\n${entries.map((each) => inner + each).join(",\n")}\n${indent}${close}`;
}
