import type { Language } from "../chart/locale.js";

/** A language's own name, as a menu writes it: `Deutsch`. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Numbers and times as a language writes them. */
export interface Format {
  /** One decimal: `61.2`. */
  readonly score: (value: number) => string;
  /** Two decimals: `83,236.56`. */
  readonly money: (value: number) => string;
  /** Up to two decimals and a sign of percent: `57.43%`. */
  readonly percent: (value: number) => string;
  /** No decimals, with its sign: `+39%`. */
  readonly change: (value: number) => string;
  /** A UTC day: `Dec 16, 2017`. @param date YYYY-MM-DD */
  readonly day: (date: string) => string;
  /** A UTC minute: `Nov 21, 2026, 07:05 UTC`. @param instant ISO 8601 */
  readonly minute: (instant: string) => string;
}

export function formatOf(language: Language): Format {
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options);
  const score = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const money = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const percent = number({ style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 2 });
  const change = number({ style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  // The first of a month is an ordinal in French, which `Intl` does not know.
  const dayOf = (date: string) =>
    language === "fr" ? day.format(new Date(date)).replace(/^1 /, "1er ") : day.format(new Date(date));
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short", hourCycle: "h23", timeZone: "UTC" });
  return {
    score: (value) => score.format(value),
    money: (value) => money.format(value),
    percent: (value) => percent.format(value / 100),
    change: (value) => change.format(value / 100),
    day: dayOf,
    minute: (instant) => `${dayOf(instant)}, ${time.format(new Date(instant))} UTC`,
  };
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** How long ago something was, in the words of a language: `3 minutes ago`. Never more than two digits but for days. */
export function ago(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language);
  const [unit, size] = unitOf(seconds);
  return format.format(-Math.floor(Math.max(0, seconds) / size), unit);
}

function unitOf(seconds: number): readonly [unit: Intl.RelativeTimeFormatUnit, size: number] {
  if (seconds < 90) return ["second", 1];
  if (seconds < 90 * MINUTE) return ["minute", MINUTE];
  return seconds < 2 * DAY ? ["hour", HOUR] : ["day", DAY];
}

/** How long something takes, in whole minutes from two minutes on: `45 seconds`, `3 minutes`. */
export function duration(seconds: number, language: Language): string {
  const [unit, size] = seconds < 2 * MINUTE ? (["second", 1] as const) : (["minute", MINUTE] as const);
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.ceil(Math.max(1, seconds) / size));
}

/** `3 hr`, from two days on `2 days`. */
export function hoursText(hours: number, language: Language): string {
  if (hours >= 48) return dayCount(Math.floor(hours / 24), language);
  return new Intl.NumberFormat(language, { style: "unit", unit: "hour", unitDisplay: "short" }).format(hours);
}

/** `12 days` */
export function dayCount(days: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(days);
}

/** A difference of two scores: `+0.8`, `-12.4`, `0.0`. */
export function points(change: number, language: Language): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language, { ...digits, signDisplay: "exceptZero" }).format(change);
}

/** Writes shares in percent with up to two decimals, rounded down: what is not whole never becomes `100%`. */
export function shareFormat(language: Language): (share: number) => string {
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  return (share) => percent.format(Math.floor(share * 10_000 + 1e-6) / 10_000);
}

/** What stands where there is no figure. */
export const NONE = "–";

type Optional = number | undefined;

/** Figures of the record as a language writes them; `–` where there is none. */
export interface Figures {
  /** 0..100, one decimal. */
  readonly reading: (value: Optional) => string;
  /** `83,237`, below 1,000 with two decimals. */
  readonly usd: (value: Optional) => string;
  /** `+39%` @param value e.g. 0.39 */
  readonly change: (value: Optional) => string;
  /** `-7.4%`, one decimal. @param value e.g. -0.074 */
  readonly gain: (value: Optional) => string;
  /** `25%`, the name of a quantile. @param value 0..1 */
  readonly quantile: (value: number) => string;
  /** `15.2%` @param value 0..1 */
  readonly share: (value: Optional) => string;
  /** `0.74`, two decimals. */
  readonly rank: (value: Optional) => string;
  /** `1,792` */
  readonly count: (value: Optional) => string;
  /** `+12`, `-3`: days after or before. */
  readonly lag: (value: Optional) => string;
  /** `Dec 16, 2017` @param day YYYY-MM-DD */
  readonly day: (day: string) => string;
}

export function figuresOf(language: Language): Figures {
  const { score, percent, change, day } = formatOf(language);
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options);
  const [cents, whole] = [
    number({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    number({ maximumFractionDigits: 0, useGrouping: "always" }),
  ];
  const quantile = number({ style: "percent" });
  const lag = number({ signDisplay: "exceptZero" });
  const gain = number({
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const known = (write: (value: number) => string) => (value: Optional) => (value === undefined ? NONE : write(value));
  return {
    reading: known(score),
    usd: known((value) => (value < 1000 ? cents : whole).format(value)),
    change: known((value) => change(100 * value)),
    gain: known((value) => gain.format(value)),
    quantile: (value) => quantile.format(value),
    share: known((value) => percent(Math.round(1000 * value) / 10)),
    rank: known((value) => cents.format(value)),
    count: known((value) => whole.format(value)),
    lag: known((value) => lag.format(value)),
    day,
  };
}
