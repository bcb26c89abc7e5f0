import { MAJORS, utcDay } from "peak-cycle-model";
import type { SourceError } from "../../src/domain/errors.js";
import type { Observation } from "../../src/domain/observation.js";
import type { OpenSource } from "../../src/sources/all.js";
import { SourceClient } from "../../src/sources/get-json.js";
import { SOURCE_NAMES, type SourceName } from "../../src/sources/order.js";
import type { DataRequest, Past } from "./canned-source.js";
import { fakeClock } from "./fake-clock.js";
import { quietLog } from "./quiet-log.js";

export type FakeSource = OpenSource & {
  /** Every request so far, oldest first. */
  readonly asked: readonly DataRequest[];
};

type Given = readonly Observation[] | SourceError | undefined;

const DAY = utcDay("2013-01-03");
const COINS = ["btc", ...MAJORS, "usdt"] as const;

/** A source that answers what the test says, at once or later: `undefined` means it does not have this at all. */
export function fakeSource(
  name: string,
  answer: (request: DataRequest) => Given,
  wait: (request: DataRequest) => Promise<unknown> = async () => undefined,
): FakeSource {
  const asked: DataRequest[] = [];
  const coins = COINS.filter((coin) => {
    const closes = { kind: `${coin}-close` as Past, from: DAY, to: DAY };
    return coin === "btc" || answer({ kind: "prices", coins: [coin] }) !== undefined || answer(closes) !== undefined;
  });
  const give = async (request: DataRequest): Promise<readonly Observation[]> => {
    if (answer(request) !== undefined) asked.push(request);
    await wait(request);
    const given = answer(request);
    if (given instanceof Error) throw given;
    return given ?? [];
  };
  const functions: Partial<OpenSource> = {
    prices: (_client, wanted) => give({ kind: "prices", coins: wanted }),
    async dominance() {
      const [quote] = await give({ kind: "dominance" });
      if (quote === undefined) throw new Error("a test without a quote");
      return quote;
    },
    history: (_client, metric, days) => give({ kind: metric as Past, ...days }),
  };
  const source = { name: nameOf(name), root: "", faultIn: () => undefined };
  const base = new URL("http://source.test");
  const options = { base, headers: {}, spacingMs: 0 };
  const client = new SourceClient(source, options, fakeClock("2026-11-21T12:00:00Z"), quietLog());
  const about = { title: name, gives: "", baseUrl: base.href, link: "", license: "", attribution: "" };
  return { ...about, ...source, ...functions, coins, client, asked };
}

function nameOf(name: string): SourceName {
  const known = SOURCE_NAMES.find((each) => each === name);
  if (known === undefined) throw new Error(`no source is called ${name}`);
  return known;
}
