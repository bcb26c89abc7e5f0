/**
 * The words of pictures and widgets. Each text is a constant with all languages in it, in the order of `LANGUAGES` and
 * separated by bars, so that a script contains only what it shows. `pickTranslation` reads them.
 */
import type { PhaseKey, Signal } from "peak-cycle-model";

type PerPhase = Readonly<Record<PhaseKey, string>>;

export const PHASE_NAMES: PerPhase = {
  FONDO: "Bottom|Fondo|Fundo|Boden|Creux",
  ACUM: "Accumulation|Acumulación|Acumulação|Akkumulation|Accumulation",
  BULL: "Bull Active|Alcista|Mercado de alta|Bullenmarkt|Hausse",
  HOT: "Hot Zone|Zona caliente|Zona quente|Heiße Zone|Zone chaude",
  PEAK: "Peak|Pico|Pico|Gipfel|Sommet",
};

/** Where there is little room; the others are short. */
export const SHORT_NAMES: Partial<PerPhase> = {
  ACUM: "Accum.|Acum.|Acum.|Akkum.|Accum.",
  BULL: "Bull|Alcista|Alta|Bullen|Hausse",
  HOT: "Hot|Caliente|Quente|Heiß|Chaud",
};

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

/** What a badge of one line is about. */
export const LINE_TEXTS = {
  btc: "Bitcoin cycle|Ciclo de Bitcoin|Ciclo do Bitcoin|Bitcoin-Zyklus|Cycle du bitcoin",
  crypto: "Crypto cycle|Ciclo cripto|Ciclo cripto|Krypto-Zyklus|Cycle crypto",
} as const;

/** What a head names first. */
export const CRYPTO = "Crypto|Cripto|Cripto|Krypto|Crypto";
export const NAME_TEXT =
  "Bitcoin cycle index|Índice de ciclo de Bitcoin|Índice de ciclo do Bitcoin|" +
  "Bitcoin-Zyklusindex|Indice de cycle du bitcoin";

/** The long chart. */
export const CYCLE_TEXTS = {
  price:
    "Bitcoin price in US dollars, log scale|Precio de Bitcoin, USD, escala log.|Preço do Bitcoin, USD, escala log.|" +
    "Bitcoin-Kurs, USD, logarithmisch|Cours du bitcoin, USD, échelle log.",
  shortPrice: "Price, US dollars|Precio en dólares|Preço em dólares|Kurs in US-Dollar|Cours en dollars",
  score: "Score, 0 to 100|Puntuación, 0 a 100|Pontuação, 0 a 100|Indexwert, 0 bis 100|Score, 0 à 100",
} as const;
