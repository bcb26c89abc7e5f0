/*
 * The texts of drawings that no widget shows: apart from those of `locale.ts`, which the scripts for other people's pages
 * contain. One string each, in the order of `LANGUAGES`; `pickTranslation` reads it.
 */

/** The badge as a picture: in its text alternative. */
export const BADGE_TEXTS = {
  settled: "Settled phase|Fase asentada|Fase consolidada|Gefestigte Phase|Phase établie",
  since: "since|desde el|desde|seit dem|depuis le",
} as const;

/** The long chart, and the cycles over each other. */
export const CYCLE_TEXTS = {
  price:
    "Bitcoin price, USD, log scale|Precio de Bitcoin, USD, escala log.|Preço do Bitcoin, USD, escala log.|Bitcoin-Kurs, USD, logarithmisch|Cours du bitcoin, USD, échelle log.",
  score: "Score, 0 to 100|Puntuación, 0 a 100|Pontuação, 0 a 100|Indexwert, 0 bis 100|Score, 0 à 100",
  filled:
    "filled: the settled phase|relleno: la fase asentada|preenchido: a fase consolidada|gefüllt: die gefestigte Phase|rempli : la phase établie",
  halving: "Halving|Halving|Halving|Halving|Halving",
  day: "day|día|dia|Tag|jour",
  years: "years|años|anos|Jahre|ans",
} as const;

/** The chart of the record. */
export const RECORD_TEXTS = {
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
