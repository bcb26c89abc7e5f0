import type { Language } from "../chart/locale.js";

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
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short", hourCycle: "h23", timeZone: "UTC" });
  return {
    score: (value) => score.format(value),
    money: (value) => money.format(value),
    percent: (value) => percent.format(value / 100),
    change: (value) => change.format(value / 100),
    day: (date) => day.format(new Date(date)),
    minute: (instant) => `${day.format(new Date(instant))}, ${time.format(new Date(instant))} UTC`,
  };
}
