import type { Instant } from "peak-cycle-model";
import * as z from "zod";
import { SourceError, type SourceFault } from "../domain/errors.js";
import type { Coin } from "../ingest/data-source.js";
import { askLive, DOMINANCE_AGE_MS, type LiveCall, type LiveQuote } from "./live-quotes.js";
import { instantOfSeconds, OptionalNumber, RequiredNumber, readPayload } from "./payload.js";
import { source } from "./source.js";

const COINGECKO = "coingecko";

/** Bitcoin dominance; live prices of several coins in one call. */
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
  open({ fetchJson, url }) {
    const askFor = (call: Omit<LiveCall, "source">, signal: AbortSignal) =>
      askLive(fetchJson, { source: COINGECKO, ...call }, signal);
    return {
      dominance: (_request, signal) =>
        askFor({ url: url("/global"), read: (body) => [readGlobal(body)], maxAgeMs: DOMINANCE_AGE_MS }, signal),
      async prices({ coins }, signal) {
        const ids = coins.map((coin) => COINGECKO_IDS[coin]).join(",");
        const query = { ids, vs_currencies: "usd", include_last_updated_at: "true" };
        const read = (body: unknown) => readSimplePrices(body, coins);
        try {
          return await askFor({ url: url("/simple/price", query), read }, signal);
        } catch (error) {
          if (!isOfThisCall(error)) throw error;
          const other = url("/coins/markets", { vs_currency: "usd", ids, sparkline: "false" });
          return askFor({ url: other, read: (body) => readMarkets(body, coins) }, signal);
        }
      },
    };
  },
});

/** Whether another call of the same source may do better: a lost connection or a quota would meet it too. */
function isOfThisCall(error: unknown): boolean {
  return error instanceof SourceError && (error.fault === "malformed" || error.fault === "implausible");
}

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

const Markets = z.array(z.unknown());
const MarketRow = z.object({
  id: z.string(),
  current_price: OptionalNumber,
  last_updated: z.iso.datetime({ offset: true }).nullish(),
});

/** `/global`: Bitcoin's share of all market value, in percent. */
function readGlobal(payload: unknown): LiveQuote {
  const { data } = readPayload(COINGECKO, Global, payload);
  return { metric: "dominance", value: data.market_cap_percentage.btc, at: instantOfSeconds(data.updated_at) };
}

/** `/simple/price`: coins that are there with a price and its time. An unknown name gives `{}`. */
function readSimplePrices(payload: unknown, coins: readonly Coin[]): LiveQuote[] {
  const entries = readPayload(COINGECKO, SimplePrices, payload);
  return coins.flatMap((coin) => {
    const id = COINGECKO_IDS[coin];
    if (!Object.hasOwn(entries, id)) return [];
    const { usd, last_updated_at } = SimplePrice.safeParse(entries[id]).data ?? {};
    return quoteOf(coin, usd, last_updated_at === undefined ? undefined : instantOfSeconds(last_updated_at));
  });
}

/** `/coins/markets`: coins that are there with a price and its time. */
function readMarkets(payload: unknown, coins: readonly Coin[]): LiveQuote[] {
  const rows = readPayload(COINGECKO, Markets, payload).flatMap((row) => MarketRow.safeParse(row).data ?? []);
  return coins.flatMap((coin) => {
    const row = rows.find((each) => each.id === COINGECKO_IDS[coin]);
    const updated = row?.last_updated;
    const at = typeof updated === "string" ? (Date.parse(updated) as Instant) : undefined;
    return quoteOf(coin, row?.current_price, at);
  });
}

function quoteOf(coin: Coin, value: number | undefined, at: Instant | undefined): LiveQuote[] {
  return value === undefined || at === undefined ? [] : [{ metric: `${coin}-price`, value, at }];
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
