import { type Language, pickTranslation } from "../locale.js";

/** The texts that only the chart of the record needs, in the order of `LANGUAGES`: the widget scripts do without them. */
const TEXTS = {
  price:
    "Bitcoin price in USD, log scale|Precio de Bitcoin en USD, escala log.|Preço do Bitcoin em USD, escala log.|Bitcoin-Kurs in USD, logarithmisch|Cours du bitcoin en USD, échelle log.",
  score: "Score|Puntuación|Pontuação|Index|Score",
  weekly: "weekly|semanal|semanal|wöchentlich|hebdomadaire",
  smoothed: "smoothed|suavizada|suavizada|geglättet|lissé",
  high: "cycle high|techo de ciclo|topo de ciclo|Zyklushoch|haut de cycle",
  low: "cycle low|suelo de ciclo|fundo de ciclo|Zyklustief|bas de cycle",
  halving: "halving|halving|halving|Halving|halving",
  early: "Early|Inicial|Inicial|Früh|Début",
  development: "Development|Desarrollo|Desenvolvimento|Entwicklung|Mise au point",
  later: "Later|Posterior|Posterior|Später|Après",
} as const;

/** A text of the chart of the record, e.g. `high` is `Zyklushoch`. */
export function translateRecord(key: keyof typeof TEXTS, language: Language): string {
  return pickTranslation(TEXTS[key], language);
}
