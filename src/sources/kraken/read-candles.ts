import * as z from "zod";
import { UpstreamError } from "../../domain/errors.js";
import type { Close } from "../close-checks.js";
import { periodEnd } from "../closed-periods.js";
import { fromSeconds } from "../moment.js";
import { Needed } from "../number.js";
import { readPayload } from "../read-payload.js";
import { KRAKEN, krakenResult } from "./kraken-result.js";

/** `[open time in s, open, high, low, close, average, volume, count]` */
const Candles = z.array(z.tuple([Needed, z.unknown(), z.unknown(), z.unknown(), Needed], z.unknown()));

/** Closes as stated, the running one included. The pair is the only key besides `last`, whatever its name. */
export function readCandles(payload: unknown, stepMs: number): Close[] {
  const result = krakenResult(payload);
  const pairs = Object.keys(result).filter((key) => key !== "last");
  if (pairs.length !== 1) throw new UpstreamError(KRAKEN, "malformed", `${pairs.length} pairs instead of one`);
  return readPayload(KRAKEN, Candles, result[pairs[0] ?? ""]).map((row) => ({
    end: periodEnd(KRAKEN, fromSeconds(row[0]), stepMs),
    value: row[4],
  }));
}
