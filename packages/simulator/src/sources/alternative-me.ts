/** alternative.me's `/fng/`: fear and greed, newest first, everything a string. */

import { FIRST_SENTIMENT_DAY } from "../market/market.js";
import { decimal, json, type Row, type Source, usualMessage } from "../source.js";
import { DAY_MS, dayOf } from "../time.js";

export const alternativeMe: Source = {
  name: "alternative-me",
  answer({ path, query, nowMs, market, spoil }) {
    if (path !== "/fng/") return undefined;
    const limit = Number(query.get("limit") ?? "1") || Number.POSITIVE_INFINITY; // 0 means all days
    const rows: Row[] = [];
    for (let day = dayOf(nowMs); day >= FIRST_SENTIMENT_DAY && rows.length < limit; day -= 1) {
      const value = market.state("fear-greed", "btc", (day + 1) * DAY_MS, (truth, _coin, endMs) => {
        return truth.fearAndGreed(Math.ceil(endMs / DAY_MS) - 1);
      });
      if (value !== undefined) rows.unshift({ at: day * DAY_MS, name: "", numbers: [value] });
    }
    const data = spoil(rows).toReversed().map(said);
    const untilUpdate = String(Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000));
    return answer(data.map((row, place) => (place === 0 ? { ...row, time_until_update: untilUpdate } : row)));
  },
  error: (status) => answer([], usualMessage(status)).body,
};

function answer(data: readonly unknown[], error: string | null = null) {
  return json({ name: "Fear and Greed Index", data, metadata: { error } });
}

function said({ at, numbers: [value = null] }: Row) {
  return { value: decimal(value, 0), value_classification: mood(value ?? 0), timestamp: String(at / 1000) };
}

/** The vendor's five names, with the bounds of its own gauge. */
function mood(value: number): string {
  if (value < 25) return "Extreme Fear";
  if (value < 46) return "Fear";
  if (value < 55) return "Neutral";
  return value < 76 ? "Greed" : "Extreme Greed";
}
