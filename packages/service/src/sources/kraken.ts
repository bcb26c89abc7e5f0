import { DAY_MS, HOUR_MS, MINUTE_MS, plus } from "peak-cycle-model";
import * as z from "zod";
import { SourceError, type SourceFault } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { Coin } from "../ingest/data-source.js";
import {
  CANDLE_LAG_MS,
  candleCells,
  candleRequest,
  checkedPage,
  firstOpening,
  type HistoryRequest,
} from "./candle-history.js";
import { refuseEmpty } from "./history-checks.js";
import { askLive, type LiveQuote } from "./live-quotes.js";
import { OptionalNumber, readPayload, secondsOf } from "./payload.js";
import { type Handlers, type OpenDeps, source } from "./source.js";

const KRAKEN = "kraken";

/** Asks Kraken for live prices of several coins in one call, and for daily closes and hourly Bitcoin closes of the newest 719 periods. */
export const kraken = source({
  name: KRAKEN,
  title: "Kraken",
  gives: "live prices; daily and hourly closes of the last 720 periods",
  baseUrl: "https://api.kraken.com",
  link: "https://www.kraken.com",
  license: "No clause about displaying market data was found.",
  attribution: "Kraken",
  spacingFactor: 1,
  faultIn: krakenFault,
  root: "/0/public",
  lists: (coin) => KRAKEN_PAIRS[coin] !== undefined,
  open: openKraken,
});

/** Kraken serves the newest 720 candles, the running one among them, whatever is asked. */
const CANDLES = 720;

function openKraken({ fetchJson, url, clock, onDropped }: OpenDeps): Handlers {
  async function history(request: HistoryRequest, signal: AbortSignal): Promise<readonly Observation[]> {
    const candles = candleRequest(request);
    const candleMs = candles.stepMs === DAY_MS ? DAY_MS : HOUR_MS; // Kraken has no 6 h candle; every sixth hour will do
    const { span, stepMs } = candles;
    if (span.first > Math.min(span.last, clock.now())) return [];
    const query = {
      pair: KRAKEN_PAIRS[candles.coin]?.asked ?? "",
      interval: candleMs / MINUTE_MS,
      since: secondsOf(firstOpening({ ...candles, stepMs: candleMs })) - 1, // strictly after
    };
    const { body, ...times } = await fetchJson(url("/OHLC", query), { signal, rows: CANDLES });
    const cells = candleCells(candlesIn(body, candles.coin), 0, 4);
    const page = { source: KRAKEN, stepMs: candleMs, unitMs: 1000, cells, times, onDropped } as const;
    const all = checkedPage({ ...candles, ...page }).observations;
    const observations = all.filter(({ observedAt }) => observedAt % stepMs === 0);
    const { receivedAt } = times;
    const since = plus(receivedAt, -(CANDLES - 1) * candleMs);
    refuseEmpty(KRAKEN, observations.length, { span, stepMs, since, lagMs: CANDLE_LAG_MS, now: receivedAt });
    return observations;
  }

  return {
    prices({ coins }, signal) {
      const pair = coins.map((coin) => KRAKEN_PAIRS[coin]?.asked).join(",");
      const read = (body: unknown) => readTicker(body, coins);
      return askLive(fetchJson, { source: KRAKEN, url: url("/Ticker", { pair }), read }, signal);
    },
    daily: history,
    hourly: history,
  };
}

interface Pair {
  /** The name to ask by. */
  readonly asked: string;
  /**
   * The names an answer may use. Kraken answers `XBTUSD` under `XXBTZUSD`, and has answered under the plain name and the
   * one with a slash too. Any other name is another pair.
   */
  readonly answered: readonly string[];
}

/** Dollar pairs, by Kraken's names of the coin. */
const KRAKEN_PAIRS: Readonly<Partial<Record<Coin, Pair>>> = {
  btc: { asked: "XBTUSD", answered: ["XXBTZUSD", ...plainPairs("XBT", "BTC")] },
  eth: { asked: "ETHUSD", answered: ["XETHZUSD", ...plainPairs("ETH")] },
  sol: { asked: "SOLUSD", answered: plainPairs("SOL") },
  xrp: { asked: "XRPUSD", answered: ["XXRPZUSD", ...plainPairs("XRP")] },
  ada: { asked: "ADAUSD", answered: plainPairs("ADA") },
  doge: { asked: "DOGEUSD", answered: ["XXDGZUSD", ...plainPairs("XDG", "DOGE")] },
  ltc: { asked: "LTCUSD", answered: ["XLTCZUSD", ...plainPairs("LTC")] },
  usdt: { asked: "USDTUSD", answered: ["USDTZUSD", ...plainPairs("USDT")] },
};

function plainPairs(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [`${name}USD`, `${name}/USD`]);
}

/** `c` is the last trade: price, then volume. */
const Ticker = z.object({ c: z.tuple([OptionalNumber], z.unknown()) });

/**
 * Last trade prices in USD, which come without a time.
 *
 * @returns the coins that are there
 */
function readTicker(payload: unknown, coins: readonly Coin[]): LiveQuote[] {
  const result = krakenResult(payload);
  return coins.flatMap((coin) => {
    const name = KRAKEN_PAIRS[coin]?.answered.find((each) => Object.hasOwn(result, each));
    if (name === undefined) return [];
    const value = Ticker.safeParse(result[name]).data?.c[0];
    return value === undefined ? [] : [{ metric: `${coin}-price` as const, value, at: undefined }];
  });
}

/** `[open time in s, open, high, low, close, average, volume, count]` */
const Candles = z.array(z.unknown());

/** Candles as stated, the running one included. The key besides `last` says which pair it is. */
function candlesIn(payload: unknown, coin: Coin): readonly unknown[] {
  const result = krakenResult(payload);
  const [pair, ...others] = Object.keys(result).filter((key) => key !== "last");
  if (pair === undefined || others.length > 0) throw new SourceError(KRAKEN, "malformed", "not one pair");
  if (KRAKEN_PAIRS[coin]?.answered.includes(pair) !== true) {
    throw new SourceError(KRAKEN, "malformed", "another pair than asked for");
  }
  return readPayload(KRAKEN, Candles, result[pair]);
}

/** Entries that begin with `W` are warnings and may come with a result; with an error it is null, empty or not there. */
const Envelope = z.object({ result: z.record(z.string(), z.unknown()).nullish() });
const Errors = z.object({ error: z.union([z.array(z.string()), z.string().transform((text) => [text])]) });

/** What Kraken's error codes mean; they come with status 200. */
const FAULTS: readonly (readonly [prefix: string, fault: SourceFault])[] = [
  ["EGeneral:Too many requests", "throttled"],
  ["EGeneral:Temporary lockout", "throttled"],
  ["EAPI:Rate limit", "throttled"],
  ["EService:Throttled", "throttled"],
  ["EService:", "unreachable"],
  ["E", "refused"],
];

function krakenFault(payload: unknown): SourceFault | undefined {
  const { error = [] } = Errors.safeParse(payload).data ?? {};
  return FAULTS.find(([prefix]) => error.some((each) => each.startsWith(prefix)))?.[1];
}

/** The `result` of an answer, by Kraken's own names. @throws SourceError `malformed` without a result */
function krakenResult(payload: unknown): Readonly<Record<string, unknown>> {
  const { result } = readPayload(KRAKEN, Envelope, payload);
  if (!result) throw new SourceError(KRAKEN, "malformed", "no result");
  return result;
}
