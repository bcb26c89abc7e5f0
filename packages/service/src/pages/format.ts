/** Formats numbers and times for each language. */
import type { Language } from "peak-cycle-drawing";
import { MAX_SCORE } from "peak-cycle-model";

/** One cached object per language, since `Intl` formats are large. */
export function formatOf(language: Language): Format {
  formats[language] ??= makeFormat(language);
  return formats[language];
}

/** A language's own name for menus: `Deutsch`. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Numbers and times as one language writes them. A date is YYYY-MM-DD, an instant ISO 8601. */
interface Format {
  /** A colon, with a space before it in French. */
  readonly colon: string;
  /** One decimal, and none at the end of the scale: `61.2`, `100`. */
  score(value: number): string;
  /** A difference of two scores: `+0.8`, `−12.4`, `0.0`. */
  points(value: number): string;
  /** Two decimals: `83,236.56`. */
  money(value: number): string;
  /** `8,784` */
  count(value: number): string;
  /** One or two decimals: `57.43%`. @param value 0..100 */
  percent(value: number): string;
  /** Up to two decimals, rounded down, so that less than all never becomes `100%`. @param value 0..1 */
  share(value: number): string;
  /** No decimals, with its sign: `+39%`. @param value e.g. 0.39 */
  change(value: number): string;
  /** One decimal, with its sign: `+18.9%`. @param value e.g. 0.189 */
  gain(value: number): string;
  /** A UTC day: `Dec 16, 2017`. */
  day(date: string): string;
  /** A UTC day without its year: `Dec 16`. */
  shortDay(date: string): string;
  /** A UTC month without its year: `July`. */
  longMonth(date: string): string;
  /** A UTC month: `Jun 2026`. */
  month(date: string): string;
  /** A UTC minute: `Nov 21, 2026, 07:05 UTC`. */
  minute(instant: string): string;
  /** A minute of a UTC day: `07:05`. */
  time(instant: string): string;
  /** How long ago something was: `3 minutes ago`. At most two digits, except for days. */
  ago(seconds: number): string;
  /** `3 hr`, from two days on `2 days`. */
  hours(count: number): string;
  /** `12 days` */
  days(count: number): string;
}

const formats: Partial<Record<Language, Format>> = {};

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

function makeFormat(language: Language): Format {
  const number = (options: Intl.NumberFormatOptions) => numberFormat(language, options);
  const unit = (unit: string, unitDisplay: "short" | "long") => number({ style: "unit", unit, unitDisplay });
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const score = number(oneDecimal);
  const percent = number({ style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 2 });
  const share = number({ style: "percent", maximumFractionDigits: 2 });
  const [days, hours] = [unit("day", "long"), unit("hour", "short")];
  const withSign = (options: Intl.NumberFormatOptions) => number({ ...options, signDisplay: "exceptZero" });
  const date = dateFormat(language, { dateStyle: "medium" });
  const time = dateFormat(language, { timeStyle: "short", hourCycle: "h23" });
  const relative = new Intl.RelativeTimeFormat(language);
  // French writes the first of a month as an ordinal, which `Intl` does not know.
  const ordinal = (write: typeof date) => (text: string) =>
    language === "fr" ? write(text).replace(/^1 /, "1er ") : write(text);
  const day = ordinal(date);
  return {
    colon: language === "fr" ? "\u00a0:" : ":",
    score: (value) => (value === MAX_SCORE ? `${value}` : score(value)),
    points: withSign(oneDecimal),
    money: number({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    count: number({}),
    percent: (value) => percent(value / 100),
    share: (value) => share(Math.floor(value * 10_000 + 1e-6) / 10_000),
    change: withSign({ style: "percent", maximumFractionDigits: 0 }),
    gain: withSign({ style: "percent", ...oneDecimal }),
    day,
    shortDay: ordinal(dateFormat(language, { month: "short", day: "numeric" })),
    longMonth: dateFormat(language, { month: "long" }),
    month: dateFormat(language, { month: "short", year: "numeric" }),
    minute: (instant) => `${day(instant)}, ${time(instant)} UTC`,
    time,
    ago(elapsed) {
      const [name, size] = unitOf(elapsed);
      return relative.format(-Math.floor(Math.max(0, elapsed) / size), name);
    },
    hours: (count) => (count >= 48 ? days(Math.floor(count / 24)) : hours(count)),
    days,
  };
}

function numberFormat(language: Language, options: Intl.NumberFormatOptions): (value: number) => string {
  const format = new Intl.NumberFormat(language, options);
  return (value) => format.format(value).replace("-", "−");
}

/** Formats a UTC day, an hour or a part of one. */
function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): (text: string) => string {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  return (text) => format.format(new Date(text));
}

function unitOf(seconds: number): readonly [unit: Intl.RelativeTimeFormatUnit, size: number] {
  if (seconds < 90) return ["second", 1];
  if (seconds < 90 * MINUTE) return ["minute", MINUTE];
  return seconds < 2 * DAY ? ["hour", HOUR] : ["day", DAY];
}
