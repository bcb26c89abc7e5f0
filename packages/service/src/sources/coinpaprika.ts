import * as z from "zod";
import type { SourceFault } from "../domain/errors.js";
import { askLive, DOMINANCE_AGE_MS, type LiveQuote } from "./live-quotes.js";
import { instantOfSeconds, RequiredNumber, readPayload } from "./payload.js";
import { source } from "./source.js";

const COINPAPRIKA = "coinpaprika";

/** Asks CoinPaprika for Bitcoin dominance. Its level differs from CoinGecko's by up to 1.5 points: another universe of coins. */
export const coinpaprika = source({
  name: COINPAPRIKA,
  title: "CoinPaprika",
  gives: "Bitcoin dominance",
  baseUrl: "https://api.coinpaprika.com",
  link: "https://coinpaprika.com",
  license: "Terms were not verified; named and linked.",
  attribution: "CoinPaprika",
  spacingFactor: 1,
  faultIn: coinpaprikaFault,
  root: "/v1",
  open: ({ fetchJson, url }) => ({
    dominance(_request, signal) {
      const read = (body: unknown) => [readGlobal(body)];
      return askLive(fetchJson, { source: COINPAPRIKA, url: url("/global"), read, maxAgeMs: DOMINANCE_AGE_MS }, signal);
    },
  }),
});

const Refusal = z.object({ error: z.string() });

function coinpaprikaFault(payload: unknown): SourceFault | undefined {
  return Refusal.safeParse(payload).success ? "refused" : undefined;
}

const Global = z.object({ bitcoin_dominance_percentage: RequiredNumber, last_updated: RequiredNumber });

/** Bitcoin's share of all market value, in percent. */
function readGlobal(payload: unknown): LiveQuote {
  const { bitcoin_dominance_percentage, last_updated } = readPayload(COINPAPRIKA, Global, payload);
  return { metric: "dominance", value: bitcoin_dominance_percentage, at: instantOfSeconds(last_updated) };
}
