import type { FieldPath } from "../docs-shape.js";
import { dataFields } from "./data-fields.js";

/** What each field means. */
export const fields: Readonly<Record<FieldPath, string>> = {
  ok: "true; false em toda falha",
  "btc.score": "em que ponto do ciclo está o Bitcoin: de 0 a 100, no máximo uma casa decimal",
  "btc.phase": "nome da fase, sempre em inglês",
  "btc.phase_key": "o mesmo para programas; depende só de btc.score",
  "btc.signal": "resulta da fase e dos dois alertas",
  "btc.context.descent_guard": "BEAR_DESCENT enquanto há uma descida de mercado de baixa em curso; senão, null",
  "btc.context.top_risk": "TOP_DISTRIBUTION por 30 dias após um padrão de topo de ciclo; senão, null",
  "btc.updated_at": "quando a pontuação foi calculada; ISO 8601, UTC",
  "btc.stale": "true se a pontuação tinha mais de 2 horas no momento da resposta",
  "crypto.score": "o mesmo para cripto como um todo: de 0 a 100, no máximo uma casa decimal",
  "crypto.phase": "nome da sua fase, sempre em inglês",
  "market.btc_price_usd": "preço do Bitcoin em USD, no máximo duas casas decimais",
  "market.btc_dominance_pct":
    "parcela do Bitcoin no valor de mercado de todas as moedas, em porcentagem, no máximo duas casas decimais",
  "market.fear_greed.value": "medo e ganância do dia: de 0 a 100",
  "market.fear_greed.classification": "a palavra para esse valor, sempre em inglês",
  asset: "o ativo de todas as linhas",
  days: "número de linhas",
  "data[].date": "o dia UTC, AAAA-MM-DD; calculado às 06:00 UTC desse dia",
  "data[].score": "pontuação do dia: de 0 a 100, no máximo uma casa decimal",
  "data[].score_smoothed": "média exponencial das pontuações diárias em 10 dias, no máximo uma casa decimal",
  "data[].phase": "nome da fase de score, sempre em inglês",
  "data[].phase_key": "o mesmo para programas",
  "data[].btc_price_usd": "preço do Bitcoin em USD no momento do cálculo, no máximo duas casas decimais",
  ...dataFields,
};
