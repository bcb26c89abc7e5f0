import type { Language } from "./language.js";

/** `72.4`, with the decimal sign of the language. */
export function scoreText(score: number, language: Language): string {
  return score.toFixed(1).replace(".", language === "en" ? "." : ",");
}

/** `2026-11-21 10:00 UTC` @param instant ISO 8601, UTC */
export function minuteText(instant: string): string {
  return instant.replace(/T(.{5}).*/, " $1 UTC");
}

/** `83,237`, `0.07` @param price in USD */
export function priceText(price: number, language: Language): string {
  return price.toLocaleString(language, { maximumFractionDigits: price < 1000 ? 2 : 0 });
}
