import * as z from "zod";
import type { Upstream } from "../operations/ports.js";
import { endpoint } from "./endpoint.js";
import { DOMINANCE_AGE_MS, type LiveQuote, liveObservations } from "./live-quotes.js";
import { fromSeconds } from "./moment.js";
import { Needed } from "./number.js";
import { readPayload } from "./read-payload.js";
import type { SourceDeps } from "./source-deps.js";

const COINPAPRIKA = "coinpaprika";

const Global = z.object({ bitcoin_dominance_percentage: Needed, last_updated: Needed });

/** Bitcoin dominance. Its level differs from CoinGecko's by up to 1.5 points: another universe of coins. */
export function coinpaprika({ fetchJson, base }: SourceDeps): Upstream {
  return {
    name: COINPAPRIKA,
    answers: (request) => request.kind === "dominance",
    async *observe(request, signal) {
      if (request.kind !== "dominance") return;
      const { body, receivedAt } = await fetchJson(endpoint({ base, root: "/v1", path: "/global" }), {
        signal,
        patience: "live",
      });
      yield liveObservations({
        source: COINPAPRIKA,
        quotes: [readGlobal(body)],
        receivedAt,
        maxAgeMs: DOMINANCE_AGE_MS,
      });
    },
  };
}

/** Bitcoin's share of all market value, in percent. */
function readGlobal(payload: unknown): LiveQuote {
  const { bitcoin_dominance_percentage, last_updated } = readPayload(COINPAPRIKA, Global, payload);
  return { metric: "dominance", value: bitcoin_dominance_percentage, at: fromSeconds(last_updated) };
}
