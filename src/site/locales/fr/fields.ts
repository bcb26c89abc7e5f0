import type { FieldPath } from "../docs-shape.js";
import { dataFields } from "./data-fields.js";

/** What each field means. */
export const fields: Readonly<Record<FieldPath, string>> = {
  ok: "true\u00a0; false à chaque échec",
  "btc.score": "où en est le bitcoin dans son cycle\u00a0: de 0 à 100, une décimale au plus",
  "btc.phase": "nom de la phase, toujours en anglais",
  "btc.phase_key": "la même chose pour les programmes\u00a0; dépend de btc.score seul",
  "btc.signal": "découle de la phase et des deux alertes",
  "btc.context.descent_guard": "BEAR_DESCENT tant qu’une descente de marché baissier est en cours, sinon null",
  "btc.context.top_risk": "TOP_DISTRIBUTION pendant 30 jours après une figure de sommet de cycle, sinon null",
  "btc.updated_at": "quand le score a été calculé\u00a0; ISO 8601, UTC",
  "btc.stale": "true si le score avait plus de 2 heures au moment de répondre",
  "crypto.score": "la même chose pour la crypto dans son ensemble\u00a0: de 0 à 100, une décimale au plus",
  "crypto.phase": "nom de sa phase, toujours en anglais",
  "market.btc_price_usd": "cours du bitcoin en USD, deux décimales au plus",
  "market.btc_dominance_pct":
    "part du bitcoin dans la valeur de marché de toutes les monnaies, en pourcentage, deux décimales au plus",
  "market.fear_greed.value": "peur et avidité du jour\u00a0: de 0 à 100",
  "market.fear_greed.classification": "le mot pour cette valeur, toujours en anglais",
  asset: "l’actif de toutes les lignes",
  days: "nombre de lignes",
  "data[].date": "le jour UTC, AAAA-MM-JJ\u00a0; calculé à 06:00 UTC de ce jour",
  "data[].score": "score du jour\u00a0: de 0 à 100, une décimale au plus",
  "data[].score_smoothed": "moyenne exponentielle des scores quotidiens sur 10 jours, une décimale au plus",
  "data[].phase": "nom de la phase de score, toujours en anglais",
  "data[].phase_key": "la même chose pour les programmes",
  "data[].btc_price_usd": "cours du bitcoin en USD au moment du calcul, deux décimales au plus",
  ...dataFields,
};
