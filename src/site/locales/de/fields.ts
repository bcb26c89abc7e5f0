import type { FieldPath } from "../docs-shape.js";
import { dataFields } from "./data-fields.js";

/** What each field means. */
export const fields: Readonly<Record<FieldPath, string>> = {
  ok: "true; bei jedem Fehler false",
  "btc.score": "wo Bitcoin in seinem Zyklus steht: 0 bis 100, höchstens eine Nachkommastelle",
  "btc.phase": "Name der Phase, immer auf Englisch",
  "btc.phase_key": "dasselbe für Programme; hängt allein von btc.score ab",
  "btc.signal": "folgt aus der Phase und den beiden Warnungen",
  "btc.context.descent_guard": "BEAR_DESCENT, solange ein Bärenmarkt-Abstieg im Gange ist, sonst null",
  "btc.context.top_risk": "TOP_DISTRIBUTION für 30 Tage nach dem Muster eines Zyklushochs, sonst null",
  "btc.updated_at": "wann der Wert berechnet wurde; ISO 8601, UTC",
  "btc.stale": "true, wenn der Wert beim Antworten älter als 2 Stunden war",
  "crypto.score": "dasselbe für Krypto insgesamt: 0 bis 100, höchstens eine Nachkommastelle",
  "crypto.phase": "Name der Phase davon, immer auf Englisch",
  "market.btc_price_usd": "Bitcoin-Kurs in USD, höchstens zwei Nachkommastellen",
  "market.btc_dominance_pct":
    "Anteil von Bitcoin am Marktwert aller Coins, in Prozent, höchstens zwei Nachkommastellen",
  "market.fear_greed.value": "Angst und Gier des Tages: 0 bis 100",
  "market.fear_greed.classification": "das Wort für diese Zahl, immer auf Englisch",
  asset: "worum es in allen Zeilen geht",
  days: "Anzahl der Zeilen",
  "data[].date": "der UTC-Tag, JJJJ-MM-TT; berechnet um 06:00 UTC dieses Tages",
  "data[].score": "Wert des Tages: 0 bis 100, höchstens eine Nachkommastelle",
  "data[].score_smoothed": "exponentieller Durchschnitt der Tageswerte über 10 Tage, höchstens eine Nachkommastelle",
  "data[].phase": "Name der Phase von score, immer auf Englisch",
  "data[].phase_key": "dasselbe für Programme",
  "data[].btc_price_usd": "Bitcoin-Kurs in USD im Moment der Berechnung, höchstens zwei Nachkommastellen",
  ...dataFields,
};
