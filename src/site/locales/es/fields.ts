import type { FieldPath } from "../docs-shape.js";
import { dataFields } from "./data-fields.js";

/** What each field means. */
export const fields: Readonly<Record<FieldPath, string>> = {
  ok: "true; false en todo fallo",
  "btc.score": "en qué punto de su ciclo está Bitcoin: de 0 a 100, un decimal como máximo",
  "btc.phase": "nombre de la fase, siempre en inglés",
  "btc.phase_key": "lo mismo para programas; depende solo de btc.score",
  "btc.signal": "resulta de la fase y de las dos alertas",
  "btc.context.descent_guard": "BEAR_DESCENT mientras hay un descenso bajista en curso; si no, null",
  "btc.context.top_risk": "TOP_DISTRIBUTION durante 30 días tras un patrón de techo de ciclo; si no, null",
  "btc.updated_at": "cuándo se calculó la puntuación; ISO 8601, UTC",
  "btc.stale": "true si la puntuación tenía más de 2 horas en el momento de responder",
  "crypto.score": "lo mismo para cripto en conjunto: de 0 a 100, un decimal como máximo",
  "crypto.phase": "nombre de su fase, siempre en inglés",
  "market.btc_price_usd": "precio de Bitcoin en USD, dos decimales como máximo",
  "market.btc_dominance_pct":
    "parte de Bitcoin en el valor de mercado de todas las monedas, en porcentaje, dos decimales como máximo",
  "market.fear_greed.value": "miedo y codicia del día: de 0 a 100",
  "market.fear_greed.classification": "la palabra para ese valor, siempre en inglés",
  asset: "el activo de todas las filas",
  days: "número de filas",
  "data[].date": "el día UTC, AAAA-MM-DD; calculado a las 06:00 UTC de ese día",
  "data[].score": "puntuación del día: de 0 a 100, un decimal como máximo",
  "data[].score_smoothed": "media exponencial de las puntuaciones diarias en 10 días, un decimal como máximo",
  "data[].phase": "nombre de la fase de score, siempre en inglés",
  "data[].phase_key": "lo mismo para programas",
  "data[].btc_price_usd": "precio de Bitcoin en USD en el momento del cálculo, dos decimales como máximo",
  ...dataFields,
};
