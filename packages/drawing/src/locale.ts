/** The languages: the words of pictures and widgets, and how each language writes numbers and days. */

import { instantOf, type PhaseKey, type Signal } from "peak-cycle-model";
import { PHASE_NAMES, SHORT_NAMES } from "./phases.js";

/** The languages of pictures, widgets and pages, by their ISO 639-1 codes. The first is the default. */
export const LANGUAGES = ["en", "es", "pt", "de", "fr"] as const;

export type Language = (typeof LANGUAGES)[number];

/** @param tag as in an HTML `lang` attribute or a query, e.g. `pt-BR`; anything unknown is English */
export function languageOf(tag: string | null | undefined): Language {
  const code = `${tag}`.slice(0, 2).toLowerCase();
  return LANGUAGES.find((each) => each === code) ?? "en";
}

/*
 * Each text is a constant with all languages in it, so that a script contains only what it shows. `pickTranslation`
 * reads them.
 */

/** In the place of a score: the asset is announced. */
export const SOON = "Coming soon|Próximamente|Em breve|Demnächst|Bientôt";
export const TOP_RISK = "Cycle top|Techo de ciclo|Topo de ciclo|Zyklushoch|Sommet de cycle";
export const DESCENT_GUARD = "Bear market|Mercado bajista|Mercado de baixa|Bärenmarkt|Marché baissier";
export const WARNINGS = "{} warnings|{} alertas|{} alertas|{} Warnungen|{} alertes";
/** Before the first score: in the place of the phase, and below it. */
export const WAITING =
  "Waiting for the first score|Esperando la primera puntuación|Aguardando a primeira pontuação|" +
  "Warten auf den ersten Indexwert|En attente du premier score";
export const AWAITED =
  "It appears here by itself|Aparecerá aquí por sí sola|Ela aparecerá aqui sozinha|" +
  "Er erscheint hier von selbst|Il s’affichera ici de lui-même";
export const OF_100 = "of 100|de 100|de 100|von 100|sur 100";
/** The age of a stale score in hours. */
export const OLD = "{} h old|hace {} h|há {} h|{} h alt|il y a {} h";
export const SOURCES = "Sources|Fuentes|Fontes|Quellen|Sources";
export const SIGNAL = "Signal:|Señal:|Sinal:|Signal:|Signal\u00a0:";
/** What stands behind the comma is enough where there is little room. */
export const DAYS_TITLE =
  "Price and index, 30 days|Precio e índice, 30 días|Preço e índice, 30 dias|" +
  "Kurs und Index, 30 Tage|Cours et indice, 30 jours";
/** How much each has changed. */
export const PRICE_CHANGE = "price|precio|preço|Kurs|cours";
export const SCORE_CHANGE = "score|puntuación|pontuação|Index|score";
export const SIGNAL_NAMES: Readonly<Record<Signal, string>> = {
  ACCUMULATE: "Accumulate|Acumular|Acumular|Aufstocken|Accumuler",
  HOLD: "Hold|Mantener|Manter|Halten|Conserver",
  CAUTION: "Caution|Precaución|Cautela|Vorsicht|Prudence",
  REDUCE: "Reduce|Reducir|Reduzir|Reduzieren|Réduire",
};

const TEXTS = /* @__PURE__ */ Object.assign(
  { topRisk: TOP_RISK, descentGuard: DESCENT_GUARD },
  PHASE_NAMES,
  SIGNAL_NAMES,
);

/** The text for a phase, a signal or a warning: `HOT` is `Heiße Zone` in German. */
export function translate(key: keyof typeof TEXTS, language: Language): string {
  return pickTranslation(TEXTS[key], language);
}

/** What is scored, as the title of a picture. @param asset Bitcoin by default */
export function titleOf(asset: string | undefined, language: Language): string {
  return asset === "crypto" ? pickTranslation("Crypto|Cripto|Cripto|Krypto|Crypto", language) : "Bitcoin";
}

/** The name of a phase where there is little room: `Heiß`. */
export function translateShort(phase: PhaseKey, language: Language): string {
  return pickTranslation(SHORT_NAMES[phase] ?? PHASE_NAMES[phase], language);
}

/** @param texts one for each of `LANGUAGES`, separated by bars; a test refuses a table that lacks one */
export function pickTranslation(texts: string, language: Language): string {
  return texts.split("|")[LANGUAGES.indexOf(language)] ?? "";
}

/* Texts that no widget shows; the bundler leaves them out of the scripts for other people's pages. */

/** What a badge of one line is about. */
export const LINE_TEXTS = {
  btc: "Bitcoin cycle|Ciclo de Bitcoin|Ciclo do Bitcoin|Bitcoin-Zyklus|Cycle du bitcoin",
  crypto: "Crypto cycle|Ciclo cripto|Ciclo cripto|Krypto-Zyklus|Cycle crypto",
} as const;

const NAME_TEXT =
  "Bitcoin cycle index|Índice de ciclo de Bitcoin|Índice de ciclo do Bitcoin|" +
  "Bitcoin-Zyklusindex|Indice de cycle du bitcoin";

/** What a head names first. @param asset Bitcoin by default */
export function nameOf(asset: string | undefined, language: Language): string {
  return asset === "crypto" ? titleOf(asset, language) : pickTranslation(NAME_TEXT, language);
}

/** The long chart. */
export const CYCLE_TEXTS = {
  price:
    "Bitcoin price in US dollars, log scale|Precio de Bitcoin, USD, escala log.|Preço do Bitcoin, USD, escala log.|" +
    "Bitcoin-Kurs, USD, logarithmisch|Cours du bitcoin, USD, échelle log.",
  shortPrice: "Price, US dollars|Precio en dólares|Preço em dólares|Kurs in US-Dollar|Cours en dollars",
  score: "Score, 0 to 100|Puntuación, 0 a 100|Pontuação, 0 a 100|Indexwert, 0 bis 100|Score, 0 à 100",
} as const;

/** `72.4`, with the decimal separator of the language. */
export function formatScore(score: number, language: Language): string {
  return score.toFixed(1).replace(".", language === "en" ? "." : ",");
}

/** `$93,390`, `93.390 $`; short, and from a million on, `$93K`. Below 20 USD with two decimals. */
export function formatUsd(priceUsd: number, language: Language, isShort = false): string {
  const isCompact = priceUsd >= (isShort ? 1000 : 1e6);
  const digits = priceUsd < 20 && !(isShort && Number.isInteger(priceUsd)) ? 2 : 0;
  const key = `${language}${isCompact || digits}`;
  usdFormats[key] ??= new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    ...(isCompact
      ? { notation: "compact", maximumSignificantDigits: 3 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  });
  return usdFormats[key].format(priceUsd);
}

/** `Nov 21`, `21 nov.`, `21. Nov.` @param date YYYY-MM-DD, a UTC day @throws RangeError for anything else */
export function formatShortDay(date: string, language: Language): string {
  return formatBriefDate(date, language, { day: "numeric", month: "short" });
}

/** `November 21, 2026`, `21. November 2026` @param date YYYY-MM-DD, a UTC day @throws RangeError for anything else */
export function formatLongDay(date: string, language: Language): string {
  return formatDate(date, language, { dateStyle: "long" });
}

/** `Sep 7, 2014`, `7 sept 2014`: without the `de` of Spanish and Portuguese, where there is little room. */
export function formatBriefDate(date: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  return formatDate(date, language, options).replaceAll(" de ", " ");
}

/** @param date YYYY-MM-DD, a UTC day @throws RangeError for anything else */
function formatDate(date: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  const key = `${language}${Object.entries(options)}`;
  formats[key] ??= new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  return formats[key].format(instantOf(date));
}

/**
 * Each is made once: that takes 0.3 ms, and 40 kB that the garbage collector does not know of. A server that made one
 * for every date of every page came to 600 MB within minutes.
 */
const formats: Record<string, Intl.DateTimeFormat> = {};
const usdFormats: Record<string, Intl.NumberFormat> = {};
