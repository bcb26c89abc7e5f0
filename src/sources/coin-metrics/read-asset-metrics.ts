import * as z from "zod";
import { UpstreamError } from "../../domain/errors.js";
import { endOf, parseDay } from "../../domain/instant.js";
import type { DayFigures } from "../day-figures.js";
import { Optional } from "../number.js";
import { readPayload } from "../read-payload.js";

export const COIN_METRICS = "coin-metrics";

const Payload = z.object({
  data: z.array(z.object({ asset: z.string(), time: z.string(), PriceUSD: Optional, CapMVRVCur: Optional })),
  next_page_url: z.string().nullish(),
});

/** A day as `2026-11-18T00:00:00.000000000Z`. */
const DAY_TIME = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z$/;

export interface AssetMetrics {
  /** As stated. A metric that is null or whose key is absent is `undefined`. */
  readonly figures: readonly DayFigures[];
  /** Where the next page is, unchecked. */
  readonly next: string | undefined;
}

/** @throws UpstreamError `malformed` for another shape, another asset or a time that is no day */
export function readAssetMetrics(payload: unknown, asset: string): AssetMetrics {
  const { data, next_page_url } = readPayload(COIN_METRICS, Payload, payload);
  const figures = data.map((row) => {
    const day = parseDay(DAY_TIME.exec(row.time)?.[1] ?? "");
    if (day === undefined) throw new UpstreamError(COIN_METRICS, "malformed", "a row is dated at no day");
    if (row.asset !== asset) throw new UpstreamError(COIN_METRICS, "malformed", "a row of another asset");
    return { end: endOf(day), price: row.PriceUSD, mvrv: row.CapMVRVCur };
  });
  return { figures, next: next_page_url ?? undefined };
}
