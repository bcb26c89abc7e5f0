import { instantOf } from "../domain/instant.js";
import type { Language } from "./language.js";

/** `Nov 21`, `21 nov.`, `21. Nov.` @param date YYYY-MM-DD, a UTC day @throws RangeError for anything else */
export function shortDay(date: string, language: Language): string {
  return write(date, language, { day: "numeric", month: "short" }).replace(" de ", " ");
}

/** `November 21, 2026`, `21. November 2026` @param date YYYY-MM-DD, a UTC day @throws RangeError for anything else */
export function longDay(date: string, language: Language): string {
  return write(date, language, { dateStyle: "long" });
}

function write(date: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(instantOf(date));
}
