import { type Language, translate } from "../chart/locale.js";
import type { PhaseKey } from "../domain/score.js";
import { formatOf } from "./format.js";
import { type Html, html } from "./html.js";
import { localeOf } from "./locales/locales.js";

/** The settled phase, and since when. */
export interface SettledRun {
  readonly key: PhaseKey;
  /** YYYY-MM-DD, a UTC day. */
  readonly since: string;
  /** That day included. */
  readonly days: number;
}

/** `Hot Zone, for 12 days, since Nov 10, 2026` */
export function settledRunText({ key, since, days }: SettledRun, language: Language): Html {
  const { now } = localeOf(language).status;
  const format = formatOf(language);
  const span = now.since(format.days(days), format.day(since));
  return html`<strong class="${key}">${translate(key, language)}</strong>, ${span}`;
}
