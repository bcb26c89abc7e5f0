/** CoinPaprika: Bitcoin dominance, up to 1.5 points from CoinGecko's because it counts other coins. */

import * as z from "zod";
import type { Observation } from "../domain/observation.js";
import { DOMINANCE_AGE_MS, liveQuotes } from "./live.js";
import { instantOfSeconds, RequiredNumber, readPayload } from "./payload.js";
import type { DominanceSource } from "./source.js";

export const coinpaprika: DominanceSource = {
  name: "coinpaprika",
  title: "CoinPaprika",
  gives: "Bitcoin dominance",
  baseUrl: "https://api.coinpaprika.com",
  root: "/v1",
  link: "https://coinpaprika.com",
  license: "Terms were not verified; credited with a link.",
  attribution: "CoinPaprika",
  use: {
    requestsADay: "24",
    purpose: "a second value of dominance every hour",
    maxRequestsADay: 26,
    known: "the shape of `/v1/global`; 402 for history beyond the free window",
    unverified: "the body of a 402",
  },
  faultIn: (body) => (Refusal.safeParse(body).success ? "refused" : undefined),

  async dominance(client, signal) {
    const answer = await client.getJson("/global", {}, signal);
    const { bitcoin_dominance_percentage: value, last_updated } = readPayload(coinpaprika.name, Global, answer.body);
    const dominance = { metric: "dominance", value, at: instantOfSeconds(last_updated) } as const;
    return liveQuotes(client, answer, [dominance], DOMINANCE_AGE_MS)[0] as Observation;
  },
};

const Refusal = z.object({ error: z.string() });
const Global = z.object({ bitcoin_dominance_percentage: RequiredNumber, last_updated: RequiredNumber });
