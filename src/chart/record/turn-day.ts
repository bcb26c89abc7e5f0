import { instantOf } from "../../domain/instant.js";
import type { Language } from "../language.js";

/** `Dec 16, 2017`, or short `Dec 2017`. @param day YYYY-MM-DD, a UTC day @throws RangeError for anything else */
export function turnDay(day: string, language: Language, isShort: boolean): string {
  const options: Intl.DateTimeFormatOptions = isShort ? { month: "short", year: "numeric" } : { dateStyle: "medium" };
  const text = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(instantOf(day));
  return text.replaceAll(" de ", " ");
}
