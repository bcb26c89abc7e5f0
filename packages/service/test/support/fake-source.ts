import { type Instant, MAJORS, utcDay } from "peak-cycle-model";
import type { SourceError } from "../../src/domain/errors.js";
import type { OpenSource } from "../../src/sources/all.js";
import { SourceClient } from "../../src/sources/get-json.js";
import { SOURCE_NAMES, type SourceName } from "../../src/sources/order.js";
import type { LiveQuote, Source } from "../../src/sources/source.js";
import type { DataRequest } from "./canned-source.js";
import { fakeClock } from "./fake-clock.js";
import { quietLog } from "./quiet-log.js";

export type FakeSource = OpenSource & {
  /** Every request so far, oldest first. */
  readonly asked: readonly DataRequest[];
};

type Given = readonly LiveQuote[] | SourceError | undefined;

const DAY = utcDay("2013-01-03");
const DAYS = { from: DAY, to: DAY };
const COINS = ["btc", ...MAJORS, "usdt"] as const;

/** A source that answers what the test says, at once or later: `undefined` means it does not have this at all. */
export function fakeSource(
  name: string,
  answer: (request: DataRequest) => Given,
  wait: (request: DataRequest) => Promise<unknown> = async () => undefined,
): FakeSource {
  const asked: DataRequest[] = [];
  const give = async (request: DataRequest): Promise<readonly LiveQuote[]> => {
    asked.push(request);
    await wait(request);
    const given = answer(request);
    if (given instanceof Error) throw given;
    return given ?? [];
  };
  const has = (request: DataRequest) => answer(request) !== undefined;
  const span = { from: 0 as Instant, to: 0 as Instant };
  const coins = COINS.filter(
    (coin) => has({ kind: "prices", coins: [coin] }) || (coin !== "usdt" && has({ kind: "daily", coin, ...DAYS })),
  );
  const functions: Partial<Source> = {
    ...(has({ kind: "prices", coins: ["btc"] }) && {
      prices: (_client, wanted) => give({ kind: "prices", coins: wanted }),
    }),
    ...(coins.some((coin) => coin !== "usdt" && has({ kind: "daily", coin, ...DAYS })) && {
      dailyCloses: (_client, coin, days) => give({ kind: "daily", coin, ...days }),
    }),
    ...(has({ kind: "mvrv", ...DAYS }) && { mvrv: (_client, days) => give({ kind: "mvrv", ...days }) }),
    ...(has({ kind: "hourly", ...span }) && { hourlyCloses: (_client, wanted) => give({ kind: "hourly", ...wanted }) }),
    ...(has({ kind: "dominance" }) && {
      dominance: async () => {
        const [quote] = await give({ kind: "dominance" });
        if (quote === undefined) throw new Error("a test without a quote");
        return quote;
      },
    }),
    ...(has({ kind: "fear-greed", from: DAY }) && {
      fearGreed: (_client, from) => give({ kind: "fear-greed", from }),
    }),
  };
  const source = { name: nameOf(name), root: "", faultIn: () => undefined };
  const base = new URL("http://source.test");
  const client = new SourceClient(source, {
    clock: fakeClock("2026-11-21T12:00:00Z"),
    log: quietLog(),
    base,
    headers: {},
    spacingMs: 0,
  });
  const about = { title: name, gives: "", baseUrl: base.href, link: "", license: "", attribution: "" };
  return { ...about, ...source, ...functions, coins, client, asked };
}

function nameOf(name: string): SourceName {
  const known = SOURCE_NAMES.find((each) => each === name);
  if (known === undefined) throw new Error(`no source is called ${name}`);
  return known;
}
