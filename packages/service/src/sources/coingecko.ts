/** CoinGecko: Bitcoin dominance, and live prices of several coins in one call. */

import { HOUR_MS, MAJORS } from "peak-cycle-model";
import * as z from "zod";
import type { Coin, Observation } from "../domain/observation.js";
import { DOMINANCE_AGE_MS, liveQuotes, PRICE_AGE_MS } from "./live.js";
import { instantOfSeconds, OptionalNumber, RequiredNumber, readPayload } from "./payload.js";
import type { DominanceSource, PriceSource } from "./source.js";

/** CoinGecko's coin ids. */
const IDS: Readonly<Record<Coin, string>> = {
  btc: "bitcoin",
  ada: "cardano",
  bnb: "binancecoin",
  doge: "dogecoin",
  eth: "ethereum",
  ltc: "litecoin",
  sol: "solana",
  xrp: "ripple",
  usdt: "tether",
};

export const coingecko: PriceSource & DominanceSource = {
  name: "coingecko",
  title: "CoinGecko",
  gives: "Bitcoin dominance; live prices",
  baseUrl: "https://api.coingecko.com",
  root: "/api/v3",
  link: "https://www.coingecko.com",
  license: "Keyless use at low volume, with attribution linked near the data; ads or commercial use unclear.",
  attribution: "Powered by CoinGecko",
  use: {
    requestsADay: "about 96",
    purpose: "dominance, tether and prices of all coins every hour",
    maxRequestsADay: 100,
    alarmAfterMs: 3 * HOUR_MS,
    known: "under 10 requests a minute, 429 with `retry-after: 7`; sometimes status 200 with `status.error_code` 429",
    unverified: "`retry-after` on every 429",
  },
  spacingFactor: 10, // without a key it allows about 10 requests a minute per address, sometimes fewer
  keyHeader: "x-cg-demo-api-key",
  coins: ["btc", ...MAJORS, "usdt"],

  /** An error may have status 200; some are nested one level deeper. */
  faultIn(body) {
    const { status } = Refusal.safeParse(body).data ?? DeeperRefusal.safeParse(body).data?.error ?? {};
    const code = status?.error_code;
    if (code === undefined || code === 0) return undefined;
    return code === 429 ? "throttled" : "refused";
  },

  /** A coin without a price or time is omitted; an unknown id returns `{}`. */
  async prices(client, coins, signal) {
    const ids = coins.map((coin) => IDS[coin]).join(",");
    const query = { ids, vs_currencies: "usd", include_last_updated_at: "true" };
    const answer = await client.getJson("/simple/price", query, signal);
    const entries = readPayload(coingecko.name, SimplePrices, answer.body);
    const tickers = coins.flatMap((coin) => {
      const { usd, last_updated_at } = SimplePrice.safeParse(entries[IDS[coin]]).data ?? {};
      if (usd === undefined || last_updated_at === undefined) return [];
      return [{ metric: `${coin}-price` as const, value: usd, at: instantOfSeconds(last_updated_at) }];
    });
    return liveQuotes(client, answer, tickers, PRICE_AGE_MS);
  },

  async dominance(client, signal) {
    const answer = await client.getJson("/global", {}, signal);
    const { data } = readPayload(coingecko.name, Global, answer.body);
    const value = data.market_cap_percentage.btc;
    const dominance = { metric: "dominance", value, at: instantOfSeconds(data.updated_at) } as const;
    return liveQuotes(client, answer, [dominance], DOMINANCE_AGE_MS)[0] as Observation;
  },
};

const Refusal = z.object({ status: z.object({ error_code: RequiredNumber }) });
const DeeperRefusal = z.object({ error: Refusal });

const Global = z.object({
  data: z.object({ market_cap_percentage: z.object({ btc: RequiredNumber }), updated_at: RequiredNumber }),
});

const SimplePrices = z.record(z.string(), z.unknown());
const SimplePrice = z.object({ usd: OptionalNumber, last_updated_at: OptionalNumber });
