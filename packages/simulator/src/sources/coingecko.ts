/** CoinGecko's keyless API below `/api/v3`: global and simple/price; in USD only. */

import { type Coin, dominanceAt, firstDayOf, priceAt } from "../market/market.js";
import { json, type Source, type SourceRequest, type SourceResponse, usualMessage } from "../source.js";
import { DAY_MS } from "../time.js";
import { TETHER_USD } from "./kraken.js";

export const coingecko: Source = {
  name: "coingecko",
  answer(request) {
    if (request.path === "/api/v3/global") return global(request);
    return request.path === "/api/v3/simple/price" ? simplePrice(request) : undefined;
  },
  error(status) {
    const message = status === 429 ? "You've exceeded the Rate Limit. Please visit ..." : usualMessage(status);
    return { status: { error_code: status, error_message: message } };
  },
};

/** `/global` is updated every ten minutes, prices every half minute; responses carry the time of the update. */
const GLOBAL_CACHE_MS = 600_000;
const PRICE_CACHE_MS = 30_000;

/** Only Bitcoin's share of the market changes; the rest just needs to look right. */
function global({ nowMs, spoil }: SourceRequest): SourceResponse {
  const at = nowMs - (nowMs % GLOBAL_CACHE_MS);
  const [row] = spoil([{ at, name: "", numbers: [dominanceAt(at)] }]);
  return json({
    data: {
      active_cryptocurrencies: 17_890,
      markets: 1460,
      total_market_cap: { usd: 3_000_000_000_000 },
      market_cap_percentage: { btc: row?.numbers[0], eth: 11.9, usdt: 6.3 },
      market_cap_change_percentage_24h_usd: 1.2,
      updated_at: at / 1000,
    },
  });
}

/** Prices here are 0.3 basis points above the market's. */
const FACTOR = 1.00003;

/** Keyed by CoinGecko's names. */
const COINS: Readonly<Record<string, Coin>> = {
  bitcoin: "btc",
  ethereum: "eth",
  ripple: "xrp",
  binancecoin: "bnb",
  solana: "sol",
  dogecoin: "doge",
  cardano: "ada",
  litecoin: "ltc",
};

/** Unknown names are left out. */
function simplePrice({ query, nowMs, spoil }: SourceRequest): SourceResponse | undefined {
  if (query.get("vs_currencies") !== "usd") return undefined;
  const at = nowMs - (nowMs % PRICE_CACHE_MS);
  const rows = (query.get("ids") ?? "").split(",").flatMap((name) => {
    const coin = COINS[name];
    if (name === "tether") return [{ at, name, numbers: [TETHER_USD] }];
    if (coin === undefined || firstDayOf(coin) * DAY_MS > at) return [];
    return [{ at, name, numbers: [Number((priceAt(coin, at) * FACTOR).toPrecision(7))] }];
  });
  const time = query.get("include_last_updated_at") === "true" ? { last_updated_at: at / 1000 } : {};
  return json(Object.fromEntries(spoil(rows).map(({ name, numbers: [usd] }) => [name, { usd, ...time }])));
}
