/** The languages of drawings: how translations are picked, and how numbers and days are formatted. */
import { formatInstant, instantOf, type PhaseKey } from "peak-cycle-model";
import * as words from "./locales/words.js";

/** The languages of pictures, widgets and pages, by their ISO 639-1 codes. The first is the default. */
export const LANGUAGES = ["en", "es", "pt", "de", "fr"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Lowest first. Derived from the names, so that scripts need not bundle the model; a test compares the two. */
export const PHASE_KEYS = /* @__PURE__ */ Object.keys(words.PHASE_NAMES) as readonly PhaseKey[];

/** Each phase with its lowest score and the next phase's: fifths of the scale, as in the model. */
export const PHASES = /* @__PURE__ */ PHASE_KEYS.map((key, i) => ({ key, from: 20 * i, to: 20 * i + 20 }));

/** The phase of a score: a fifth of the scale. */
export function phaseAt(score: number): PhaseKey {
  return PHASE_KEYS[Math.min(4, Math.floor(score / 20))] as PhaseKey;
}

/** @param tag as in an HTML `lang` attribute or a query, e.g. `pt-BR`; anything unknown is English */
export function languageOf(tag: string | undefined): Language {
  const code = `${tag}`.slice(0, 2).toLowerCase();
  return LANGUAGES.find((each) => each === code) ?? "en";
}

/** `Heiße Zone`, or `Heiß` where there is little room. */
export function phaseName(phase: PhaseKey, language: Language, isShort = false): string {
  return pickTranslation((isShort && words.SHORT_NAMES[phase]) || words.PHASE_NAMES[phase], language);
}

/** The text for a phase, a signal or a warning; embedded scripts need only some of these texts. */
export function translate(key: keyof typeof TEXTS, language: Language): string {
  return pickTranslation(TEXTS[key], language);
}

const TEXTS = /* @__PURE__ */ Object.assign(
  { topRisk: words.TOP_RISK, descentGuard: words.DESCENT_GUARD },
  words.PHASE_NAMES,
  words.SIGNAL_NAMES,
);

/** @param texts one for each of `LANGUAGES`, separated by bars; a test rejects a table that lacks one */
export function pickTranslation(texts: string, language: Language): string {
  return texts.split("|")[LANGUAGES.indexOf(language)] ?? "";
}

/** The name at the top of a head. @param asset Bitcoin by default */
export function nameOf(asset: string | undefined, language: Language, isShort = false): string {
  if (asset === "crypto") return pickTranslation(words.CRYPTO, language);
  return pickTranslation(isShort ? words.SHORT_NAME : words.NAME_TEXT, language);
}

/** `72.4`, with the decimal separator of the language, and `100`. */
export function formatScore(score: number, language: Language): string {
  return score === 100 ? "100" : formatDecimal(score, language);
}

/** `8.1`, `8,1` */
export function formatDecimal(value: number, language: Language): string {
  return value.toFixed(1).replace(".", language === "en" ? "." : ",");
}

/**
 * `$93,390`, `93.390 $`; `$93.4K` if short, or `$1.23M` from a million on. Two decimals below 20 USD. Written like
 * `Intl.NumberFormat`, which a browser takes 10 ms of its main thread to set up.
 *
 * @param priceUsd 0 or more; a billion or more is still written in millions
 */
export function formatUsd(priceUsd: number, language: Language, isShort = false): string {
  const isCompact = priceUsd >= (isShort ? 1000 : 1e6);
  const digits = priceUsd < 20 && !(isShort && Number.isInteger(priceUsd)) ? 2 : 0;
  const rounded = Number(isCompact ? priceUsd.toPrecision(3) : priceUsd.toFixed(digits));
  const [names, size] = rounded < 1e6 ? THOUSAND : MILLION;
  const unit = isCompact && pickTranslation(names, language); // German writes thousands out
  const number = grouped(unit ? `${rounded / size}` : rounded.toFixed(digits), language);
  const isAhead = language === "en" || language === "pt";
  const parts = [isAhead && "$", number, unit, !isAhead && "$"];
  return parts.filter(Boolean).join(language === "en" ? "" : "\u00a0");
}

/** `93,390`, `9390` in Spanish, which groups from five digits on. @param number with up to two decimals */
function grouped(number: string, language: Language): string {
  const localized = number.replace(".", language === "en" ? "." : ",");
  const separator = language === "en" ? "," : language === "fr" ? "\u202f" : ".";
  return language === "es" && Number(number) < 1e4 ? localized : localized.replace(/\B(?=(\d{3})+\b)/g, separator);
}

const THOUSAND = ["K|mil|mil||k", 1e3] as const;
const MILLION = ["M|M|mi|Mio.|M", 1e6] as const;

/** `Nov 21`, `21 nov`, `21. Nov.` @param date YYYY-MM-DD, a UTC day @throws RangeError for anything else */
export function formatShortDay(date: string, language: Language): string {
  const month = formatMonth(date, language);
  const day = Number(date.slice(8, 10));
  return language === "en" ? `${month} ${day}` : `${day}${language === "de" ? "." : ""} ${month}`;
}

/** `Nov 21, 2026`, `21 nov 2026` @param date YYYY-MM-DD, a UTC day @throws RangeError for anything else */
export function formatShortDate(date: string, language: Language): string {
  return `${formatShortDay(date, language)}${language === "en" ? "," : ""} ${date.slice(0, 4)}`;
}

/**
 * `Nov`, `nov.`, `Nov.`: as `Intl.DateTimeFormat` abbreviates, but without it: its first use takes a browser's main
 * thread 28 ms, and a phone's 110 ms.
 *
 * @param date YYYY-MM-DD, a UTC day
 * @throws RangeError for anything else
 */
export function formatMonth(date: string, language: Language): string {
  const month = Number(formatInstant(instantOf(date)).slice(5, 7));
  return `${pickTranslation(words.MONTHS, language).split(" ")[month - 1]}`;
}
