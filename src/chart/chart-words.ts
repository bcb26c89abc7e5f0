import type { Signal } from "../domain/score.js";
import { pick } from "./labels.js";
import type { Language } from "./language.js";

const SIGNAL_WORDS: Readonly<Record<Signal, string>> = {
  ACCUMULATE: "Accumulate|Acumular|Acumular|Aufstocken|Accumuler",
  HOLD: "Hold|Mantener|Manter|Halten|Conserver",
  CAUTION: "Caution|Precaución|Cautela|Vorsicht|Prudence",
  REDUCE: "Reduce|Reducir|Reduzir|Reduzieren|Réduire",
};

/** The words that only charts need, in the order of `LANGUAGES`. */
const WORDS = {
  ...SIGNAL_WORDS,
  signal: "Signal|Señal|Sinal|Signal|Signal",
  topRisk: "Cycle-top risk|Riesgo de techo|Risco de topo|Zyklushoch-Risiko|Risque de sommet",
  descentGuard: "Bear-market descent|Descenso bajista|Descida de baixa|Bärenmarkt-Abstieg|Descente baissière",
  smoothed: "Smoothed|Suavizado|Suavizado|Geglättet|Lissé",
  daily: "Daily|Diario|Diário|Täglich|Quotidien",
} as const;

/** All signals, the calmest first. */
export const SIGNAL_KEYS = Object.keys(SIGNAL_WORDS) as readonly Signal[];

/** A word that only charts need, e.g. `topRisk` is `Zyklushoch-Risiko`. */
export function chartWord(word: keyof typeof WORDS, language: Language): string {
  return pick(WORDS[word], language);
}
