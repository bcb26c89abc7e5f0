/**
 * Bitcoin Research Kit, `/api/series/bulk`: daily dates, prices and MVRV as columns, in the requested order. The
 * running day has a price as of the newest block, and no MVRV.
 */

import type { StatedFigures } from "../figures.js";
import { usdOf } from "../listing.js";
import { chance } from "../market/noise.js";
import { json, type Row, type Source, usualMessage } from "../source.js";
import { DAY_MS, dateText, dayNumber, dayOf } from "../time.js";

export const brk: Source = {
  name: "brk",
  answer({ path, query, nowMs, market, spoil }) {
    // Unknown parameters are rejected.
    const isKnown = [...query.keys()].every((name) => ["series", "index", "start", "end"].includes(name));
    if (path !== "/api/series/bulk" || !isKnown || query.get("index") !== "day1") return undefined;
    const today = dayOf(nowMs);
    const position = (name: string, otherwise: number) => {
      const day = query.has(name) ? dayNumber(query.get(name) ?? "") : otherwise;
      return Math.max(0, Math.min(day, today + 1) - FIRST_DAY);
    };
    const start = position("start", FIRST_DAY);
    const length = Math.max(0, position("end", today + 1) - start); // the end is exclusive
    const series = (query.get("series") ?? "")
      .split(",")
      .map((name) => SERIES[name])
      .filter((each) => each !== undefined);
    if (Number.isNaN(length) || series.length === 0) return undefined;
    const rows = spoil(Array.from({ length }, (_, place) => brkRow(market, FIRST_DAY + start + place, nowMs)));
    const stamp = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
    const [end, index] = [start + rows.length, "day1"];
    return json(
      series.map(([type, value]) => ({ version: 12, index, type, start, end, stamp, data: rows.map(value) })),
    );
  },
  error(status) {
    const [type, code] = status === 500 ? ["unavailable", "unavailable"] : ["invalid_request", "parse_error"];
    return { error: { type, code, message: usualMessage(status), doc_url: "/api" } };
  },
};

const SERIES: Readonly<Record<string, readonly [type: string, value: (row: Row) => unknown]>> = {
  date: ["Date", ({ at }) => dateText(dayOf(at))],
  price_close: ["Dollars", ({ numbers }) => numbers[0]],
  mvrv: ["StoredF32", ({ numbers }) => numbers[1]],
};

/** Position 0 of every daily series. */
const FIRST_DAY = dayNumber("2009-01-01");
/** There is no price before this day; price series have 0. */
const FIRST_PRICED = dayNumber("2010-08-16");
/** The running day is updated with every block. */
const BLOCK_MS = 600_000;

/** Price and MVRV of a day. MVRV uses the source's own price, so it is off by as much. */
function brkRow(market: StatedFigures, day: number, nowMs: number): Row {
  const at = day * DAY_MS;
  if (day < FIRST_PRICED) return { at, name: "", numbers: [0, null] };
  const blockMs = Math.max(at, Math.min(at + DAY_MS, nowMs - (nowMs % BLOCK_MS)));
  const price = market.state("close", "btc", blockMs, (truth, coin, ms) => usdOf(truth, coin, ms) * factorOf(day));
  const mvrv =
    at + DAY_MS <= nowMs
      ? market.state("mvrv", "btc", at + DAY_MS, (truth, _coin, ms) => truth.mvrvAt(ms) * factorOf(day))
      : undefined;
  return { at, name: "", numbers: [rounded(price), rounded(mvrv)] };
}

/** Rounds to the precision of a 32-bit float in JSON. */
function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Number(value.toPrecision(8));
}

/**
 * Prices come from the chain, not an exchange: off by up to half a percent, and by a third in one week of January 2015.
 */
function factorOf(day: number): number {
  return FALTERING[day - dayNumber("2015-01-13")] ?? 0.995 + 0.01 * chance(901, day);
}

const FALTERING = [1.16, 0.68, 1.37, 1.37, 1.37, 1.36, 1.35];
