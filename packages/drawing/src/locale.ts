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

/**
 * `stale`: the score is older than 2 h. `waiting`: no score exists yet. `unreachable`: the last refresh failed.
 */
export type Note = "stale" | "waiting" | "unreachable";

/** Stands in a picture's place. `soon`: the asset is announced. `unknown`: there is no such asset. */
type AssetNote = "soon" | "unknown";

type ChartLabel = "signal" | "topRisk" | "descentGuard";

/**
 * Texts of widgets beside the names of the phases. One string each, in the order of `LANGUAGES`: an object for each language
 * would make the scripts larger.
 */
const LABELS: Readonly<Record<"unreachable" | AssetNote | Signal | ChartLabel, string>> = {
  unreachable: "Not updated|Sin conexión|Sem conexão|Nicht abrufbar|Sans connexion",
  soon: "Coming soon|Próximamente|Em breve|Demnächst|Bientôt",
  unknown: "Unknown asset|Activo desconocido|Ativo desconhecido|Unbekanntes Asset|Actif inconnu",
  ACCUMULATE: "Accumulate|Acumular|Acumular|Aufstocken|Accumuler",
  HOLD: "Hold|Mantener|Manter|Halten|Conserver",
  CAUTION: "Caution|Precaución|Cautela|Vorsicht|Prudence",
  REDUCE: "Reduce|Reducir|Reduzir|Reduzieren|Réduire",
  signal: "Signal|Señal|Sinal|Signal|Signal",
  topRisk: "Cycle-top risk|Riesgo de techo|Risco de topo|Zyklushoch-Risiko|Risque de sommet",
  descentGuard: "Bear-market descent|Mercado bajista|Mercado de baixa|Bärenmarkt|Marché baissier",
};

const TEXTS: Readonly<Record<PhaseKey | keyof typeof LABELS, string>> = /* @__PURE__ */ Object.assign(
  {},
  PHASE_NAMES,
  LABELS,
);

/** The text for a phase, a note, a signal or a label of a chart: `HOT` is `Heiße Zone` in German. */
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

/* Texts that no widget shows; the bundler leaves them out of the scripts for other people's pages. `pickTranslation` reads them. */

/** What a badge of one line is about. */
export const LINE_TEXTS = {
  btc: "Bitcoin cycle|Ciclo de Bitcoin|Ciclo do Bitcoin|Bitcoin-Zyklus|Cycle du bitcoin",
  crypto: "Crypto cycle|Ciclo cripto|Ciclo cripto|Krypto-Zyklus|Cycle crypto",
} as const;

/** Why a picture has no score, or an old one. */
export function translateNote(note: Note, language: Language): string {
  return note === "unreachable" ? translate(note, language) : pickTranslation(NOTE_TEXTS[note], language);
}

const NOTE_TEXTS = {
  stale: "Over 2 h old|Hace más de 2 h|Há mais de 2 h|Über 2 h alt|Plus de 2 h",
  waiting: "Waiting|Sin datos|Sem dados|Wartet|En attente",
} as const;

/** The head of badge and chart; `{}` stands for a number of days. */
const NAME_TEXT =
  "Bitcoin cycle index|Índice ciclo Bitcoin|Índice ciclo Bitcoin|Bitcoin-Zyklusindex|Indice cycle bitcoin";

/** What a head names first. @param asset Bitcoin by default */
export function nameOf(asset: string | undefined, language: Language): string {
  return asset === "crypto" ? titleOf(asset, language) : pickTranslation(NAME_TEXT, language);
}

export const SINCE_TEXT = "since|desde el|desde|seit|depuis le";
export const LASTED_TEXT = "for {} days|desde hace {} días|há {} dias|seit {} Tagen|depuis {} jours";

/** The badge as a picture: in its text alternative. */
export const BADGE_TEXTS = {
  settled: "Settled phase|Fase asentada|Fase consolidada|Gefestigte Phase|Phase établie",
  since: "since|desde el|desde|seit dem|depuis le",
} as const;

/** The long chart. */
export const CYCLE_TEXTS = {
  price:
    "Bitcoin price in US dollars, log scale|Precio de Bitcoin, USD, escala log.|Preço do Bitcoin, USD, escala log.|Bitcoin-Kurs, USD, logarithmisch|Cours du bitcoin, USD, échelle log.",
  shortPrice: "Price, US dollars|Precio en dólares|Preço em dólares|Kurs in US-Dollar|Cours en dollars",
  score: "Score, 0 to 100|Puntuación, 0 a 100|Pontuação, 0 a 100|Indexwert, 0 bis 100|Score, 0 à 100",
  halving: "Halving|Halving|Halving|Halving|Halving",
} as const;

/** `72.4`, with the decimal separator of the language. */
export function formatScore(score: number, language: Language): string {
  return score.toFixed(1).replace(".", language === "en" ? "." : ",");
}

/** `$93,390`, `93.390 $`; short, and from a million on, `$93K`. Below 20 USD with two decimals. */
export function formatUsd(priceUsd: number, language: Language, isShort = false): string {
  const isCompact = priceUsd >= (isShort ? 1000 : 1e6);
  const digits = priceUsd < 20 ? 2 : 0;
  const minDigits = isShort && Number.isInteger(priceUsd) ? 0 : digits;
  const key = `${language}${isCompact ? "" : `${minDigits}${digits}`}`;
  usdFormats[key] ??= new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    ...(isCompact
      ? { notation: "compact", maximumSignificantDigits: 3 }
      : { minimumFractionDigits: minDigits, maximumFractionDigits: digits }),
  });
  return usdFormats[key].format(priceUsd);
}

/** `Nov 21, 10:00 UTC`, `21. Nov., 10:00 UTC` @param instant ISO 8601, UTC */
export function formatTime(instant: string, language: Language): string {
  return formatBriefDate(instant, language, MINUTE);
}

export const MINUTE = {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
} as const;

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
 * Each is made once: that takes 0.3 ms, and 40 kB that the garbage collector does not know of. A server that made one for
 * every date of every page came to 600 MB within minutes.
 */
const formats: Record<string, Intl.DateTimeFormat> = {};
const usdFormats: Record<string, Intl.NumberFormat> = {};
