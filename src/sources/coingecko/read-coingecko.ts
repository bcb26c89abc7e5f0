import * as z from "zod";
import type { Instant } from "../../domain/instant.js";
import type { Coin } from "../../operations/ports.js";
import type { LiveQuote } from "../live-quotes.js";
import { fromSeconds } from "../moment.js";
import { Needed, Optional } from "../number.js";
import { readPayload } from "../read-payload.js";
import { COINGECKO_IDS } from "./coingecko-ids.js";

export const COINGECKO = "coingecko";

const Global = z.object({ data: z.object({ market_cap_percentage: z.object({ btc: Needed }), updated_at: Needed }) });

const SimplePrices = z.record(z.string(), z.unknown());
const SimplePrice = z.object({ usd: Optional, last_updated_at: Optional });

const Markets = z.array(
  z.object({ id: z.string(), current_price: Optional, last_updated: z.iso.datetime().nullable() }),
);

/** `/global`: Bitcoin's share of all market value, in percent. */
export function readGlobal(payload: unknown): LiveQuote {
  const { data } = readPayload(COINGECKO, Global, payload);
  return { metric: "dominance", value: data.market_cap_percentage.btc, at: fromSeconds(data.updated_at) };
}

/** `/simple/price`: coins that are there with a price and its time. An unknown name gives `{}`. */
export function readSimplePrices(payload: unknown, coins: readonly Coin[]): LiveQuote[] {
  const entries = readPayload(COINGECKO, SimplePrices, payload);
  return coins.flatMap((coin) => {
    const id = COINGECKO_IDS[coin];
    if (!Object.hasOwn(entries, id)) return [];
    const { usd, last_updated_at } = readPayload(COINGECKO, SimplePrice, entries[id]);
    return quoteOf(coin, usd, last_updated_at === undefined ? undefined : fromSeconds(last_updated_at));
  });
}

/** `/coins/markets`: coins that are there with a price and its time. */
export function readMarkets(payload: unknown, coins: readonly Coin[]): LiveQuote[] {
  const rows = readPayload(COINGECKO, Markets, payload);
  return coins.flatMap((coin) => {
    const row = rows.find((each) => each.id === COINGECKO_IDS[coin]);
    const updated = row?.last_updated;
    return quoteOf(
      coin,
      row?.current_price,
      typeof updated === "string" ? (Date.parse(updated) as Instant) : undefined,
    );
  });
}

function quoteOf(coin: Coin, value: number | undefined, at: Instant | undefined): LiveQuote[] {
  return value === undefined || at === undefined ? [] : [{ metric: `${coin}-price`, value, at }];
}
