import { type Language, pickTranslation } from "../locale.js";

/** The texts of the long chart and of the cycles over each other, in the order of `LANGUAGES`. */
const TEXTS = {
  price:
    "Bitcoin price, USD, log scale|Precio de Bitcoin, USD, escala log.|Preço do Bitcoin, USD, escala log.|Bitcoin-Kurs, USD, logarithmisch|Cours du bitcoin, USD, échelle log.",
  score: "Score, 0 to 100|Puntuación, 0 a 100|Pontuação, 0 a 100|Indexwert, 0 bis 100|Score, 0 à 100",
  filled:
    "filled: the settled phase|relleno: la fase asentada|preenchido: a fase consolidada|gefüllt: die gefestigte Phase|rempli : la phase établie",
  halving: "Halving|Halving|Halving|Halving|Halving",
  day: "day|día|dia|Tag|jour",
  years: "years|años|anos|Jahre|ans",
} as const;

export function translateCycle(key: keyof typeof TEXTS, language: Language): string {
  return pickTranslation(TEXTS[key], language);
}

/** `$93,390`, `93.390 $`; short, and from a million on, `$93K`. Below 20 USD with two decimals. */
export function formatUsd(priceUsd: number, language: Language, isShort = false): string {
  const digits = priceUsd < 20 ? 2 : 0;
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    ...(priceUsd >= (isShort ? 1000 : 1e6)
      ? { notation: "compact", maximumSignificantDigits: 3 }
      : { minimumFractionDigits: isShort && Number.isInteger(priceUsd) ? 0 : digits, maximumFractionDigits: digits }),
  }).format(priceUsd);
}
