/** CoinGecko's keyless API below `/api/v3`: global and simple/price; in USD only. */

import type { Quoted } from "../figures.js";
import { usdOf } from "../listing.js";
import { firstDayOf } from "../market/market.js";
import { json, type Source, type SourceRequest, type SourceResponse, usualMessage } from "../source.js";
import { DAY_MS } from "../time.js";

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
function global({ nowMs, market, spoil }: SourceRequest): SourceResponse {
  const newestMs = market.newestMs("dominance", "btc", nowMs);
  const at = newestMs - (newestMs % GLOBAL_CACHE_MS);
  const share = market.state("dominance", "btc", at, (truth, _coin, ms) => truth.dominanceAt(ms));
  const [row] = spoil([{ at, name: "", numbers: [share ?? null] }]);
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
const COINS: Readonly<Record<string, Quoted>> = {
  bitcoin: "btc",
  ethereum: "eth",
  ripple: "xrp",
  binancecoin: "bnb",
  solana: "sol",
  dogecoin: "doge",
  cardano: "ada",
  litecoin: "ltc",
  tether: "usdt",
};

/** Unknown names are omitted. */
function simplePrice({ query, nowMs, market, spoil }: SourceRequest): SourceResponse | undefined {
  if (query.get("vs_currencies") !== "usd") return undefined;
  const rows = (query.get("ids") ?? "").split(",").flatMap((name) => {
    const coin = COINS[name];
    if (coin === undefined) return [];
    const newestMs = market.newestMs("live", coin, nowMs);
    const at = newestMs - (newestMs % PRICE_CACHE_MS);
    if (coin !== "usdt" && firstDayOf(coin) * DAY_MS > at) return [];
    const usd = market.state("live", coin, at, (truth, each, ms) => {
      return usdOf(truth, each, ms) * (each === "usdt" ? 1 : FACTOR);
    });
    return usd === undefined ? [] : [{ at, name, numbers: [Number(usd.toPrecision(7))] }];
  });
  const isDated = query.get("include_last_updated_at") === "true";
  const prices = spoil(rows).map(({ at, name, numbers: [usd] }) => {
    return [name, { usd, ...(isDated && { last_updated_at: at / 1000 }) }];
  });
  return json(Object.fromEntries(prices));
}
