import * as z from "zod";
import type { SourceFault } from "../domain/errors.js";
import type { Coin } from "../ingest/data-source.js";
import { askLive, DOMINANCE_AGE_MS, type LiveQuote } from "./live-quotes.js";
import { instantOfSeconds, OptionalNumber, RequiredNumber, readPayload } from "./payload.js";
import { source } from "./source.js";

const COINGECKO = "coingecko";

/** Asks CoinGecko for Bitcoin dominance, and for live prices of several coins in one call. */
export const coingecko = source({
  name: COINGECKO,
  title: "CoinGecko",
  gives: "Bitcoin dominance; live prices",
  baseUrl: "https://api.coingecko.com",
  link: "https://www.coingecko.com",
  license: "Keyless use at low volume, with attribution linked near the data; ads or commercial use unclear.",
  attribution: "Powered by CoinGecko",
  spacingFactor: 10, // keyless, it allows about 10 requests a minute and address, at times fewer
  keyHeader: "x-cg-demo-api-key",
  faultIn: coingeckoFault,
  root: "/api/v3",
  open: ({ fetchJson, url }) => ({
    dominance(_request, signal) {
      const read = (body: unknown) => [readGlobal(body)];
      return askLive(fetchJson, { source: COINGECKO, url: url("/global"), read, maxAgeMs: DOMINANCE_AGE_MS }, signal);
    },
    prices({ coins }, signal) {
      const ids = coins.map((coin) => COINGECKO_IDS[coin]).join(",");
      const query = { ids, vs_currencies: "usd", include_last_updated_at: "true" };
      const read = (body: unknown) => readSimplePrices(body, coins);
      return askLive(fetchJson, { source: COINGECKO, url: url("/simple/price", query), read }, signal);
    },
  }),
});

/** An error, at times with status 200; some stand one level deeper. */
const Refusal = z.object({ status: z.object({ error_code: RequiredNumber }) });
const DeeperRefusal = z.object({ error: Refusal });

function coingeckoFault(payload: unknown): SourceFault | undefined {
  const { status } = Refusal.safeParse(payload).data ?? DeeperRefusal.safeParse(payload).data?.error ?? {};
  const code = status?.error_code;
  if (code === undefined || code === 0) return undefined;
  return code === 429 ? "throttled" : "refused";
}

const Global = z.object({
  data: z.object({ market_cap_percentage: z.object({ btc: RequiredNumber }), updated_at: RequiredNumber }),
});

const SimplePrices = z.record(z.string(), z.unknown());
const SimplePrice = z.object({ usd: OptionalNumber, last_updated_at: OptionalNumber });

/** `/global`: Bitcoin's share of all market value, in percent. */
function readGlobal(payload: unknown): LiveQuote {
  const { data } = readPayload(COINGECKO, Global, payload);
  return { metric: "dominance", value: data.market_cap_percentage.btc, at: instantOfSeconds(data.updated_at) };
}

/** `/simple/price`: coins that are there with a price and its time. An unknown name gives `{}`. */
function readSimplePrices(payload: unknown, coins: readonly Coin[]): LiveQuote[] {
  const entries = readPayload(COINGECKO, SimplePrices, payload);
  return coins.flatMap((coin) => {
    const { usd, last_updated_at } = SimplePrice.safeParse(entries[COINGECKO_IDS[coin]]).data ?? {};
    if (usd === undefined || last_updated_at === undefined) return [];
    return [{ metric: `${coin}-price` as const, value: usd, at: instantOfSeconds(last_updated_at) }];
  });
}

/** CoinGecko's names of the coins. */
const COINGECKO_IDS: Readonly<Record<Coin, string>> = {
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
