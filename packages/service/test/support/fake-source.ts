/** A source with responses set by a test. */
import { FIRST_DAY, MAJORS, utcDay } from "peak-cycle-model";
import type { SourceError } from "../../src/domain/errors.js";
import type { Observation, PastMetric } from "../../src/domain/observation.js";
import type { SourceClient } from "../../src/sources/get-json.js";
import { SOURCE_NAMES } from "../../src/sources/order.js";
import type { DominanceSource, HistorySource, PriceSource } from "../../src/sources/source.js";
import type { SourcesConfig } from "../../src/sources/sources.js";
import type { DataRequest } from "./canned-source.js";

export interface FakeSource extends PriceSource, DominanceSource, HistorySource {
  /** Every request so far, oldest first. */
  readonly asked: readonly DataRequest[];
}

/** Settings for sources that send no request. */
export const NO_SETTINGS: SourcesConfig = { urls: {}, keys: {}, disabled: new Set(), spacingMs: 0, userAgent: "" };

type Given = readonly Observation[] | SourceError | undefined;

const DAY = utcDay("2013-01-03");
const COINS = ["btc", ...MAJORS, "usdt"] as const;

/** A source with responses set by the test, immediate or delayed; `undefined` means that it does not provide this. */
export function fakeSource(
  name: string,
  answer: (request: DataRequest) => Given,
  wait: (request: DataRequest) => Promise<unknown> = async () => undefined,
): FakeSource {
  if (!SOURCE_NAMES.includes(name)) throw new Error(`no source is called ${name}`);
  const asked: DataRequest[] = [];
  const coins = COINS.filter((coin) => {
    const closes = { kind: `${coin}-close` as PastMetric, from: DAY, to: DAY };
    return coin === "btc" || answer({ kind: "prices", coins: [coin] }) !== undefined || answer(closes) !== undefined;
  });
  const closes = MAJORS.filter((major) => coins.includes(major)).map((major) => `${major}-close` as const);
  const metrics: readonly PastMetric[] = ["btc-close", "btc-hour-close", "mvrv", "fear-greed", ...closes];
  const give = async (client: SourceClient, request: DataRequest): Promise<readonly Observation[]> => {
    client.offset = { aheadMs: 0, at: client.clock.now() }; // every response has a date
    if (answer(request) !== undefined) asked.push(request);
    await wait(request);
    const given = answer(request);
    if (given instanceof Error) throw given;
    return given ?? [];
  };
  return {
    ...{ name, title: name, gives: "", link: "", license: "", attribution: "" },
    ...{ baseUrl: "http://source.test", root: "", faultIn: () => undefined },
    use: { requestsADay: "", purpose: "", maxRequestsADay: 0, known: "", unverified: "" },
    asked,
    coins,
    series: Object.fromEntries(metrics.map((metric) => [metric, { firstDay: FIRST_DAY, lagMs: 0 }])),
    prices: (client, wanted) => give(client, { kind: "prices", coins: wanted }),
    async dominance(client) {
      const [quote] = await give(client, { kind: "dominance" });
      if (quote === undefined) throw new Error("a test without a quote");
      return quote;
    },
    history: (client, kind, days) => give(client, { kind, ...days }),
  };
}
