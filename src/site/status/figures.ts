import type { Language } from "../../chart/locale.js";

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
