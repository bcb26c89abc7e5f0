import { pick } from "../labels.js";
import type { Language } from "../language.js";

/** The words of the drawings of the record, in the order of `LANGUAGES`. */
const WORDS = {
  price:
    "Bitcoin price in USD, log scale|Precio de Bitcoin en USD, escala log.|Preço do Bitcoin em USD, escala log.|Bitcoin-Kurs in USD, logarithmisch|Cours du Bitcoin en USD, échelle log.",
  score: "Score|Puntuación|Pontuação|Index|Score",
  weekly: "weekly|semanal|semanal|wöchentlich|hebdomadaire",
  smoothed: "smoothed|suavizada|suavizada|geglättet|lissé",
  high: "cycle high|techo de ciclo|topo de ciclo|Zyklushoch|sommet de cycle",
  low: "cycle low|suelo de ciclo|fundo de ciclo|Zyklustief|creux de cycle",
  halving: "halving|halving|halving|Halving|halving",
  early: "Early|Inicio|Início|Früh|Début",
  development: "Development|Desarrollo|Desenvolvimento|Entwicklung|Mise au point",
  later: "Later|Después|Depois|Danach|Ensuite",
} as const;

/** A word of the drawings of the record, e.g. `high` is `Zyklushoch`. */
export function recordWord(word: keyof typeof WORDS, language: Language): string {
  return pick(WORDS[word], language);
}
