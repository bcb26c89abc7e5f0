import { openForCommand } from "../dist/src/cli/open-stores.js";
import { parseConfig } from "../dist/src/config.js";
import { HOUR_MS, type Instant } from "../dist/src/domain/instant.js";
import { MAJORS, type Metric } from "../dist/src/domain/observation.js";
import { publicData } from "../dist/src/http/public-data.js";
import { historyCheck } from "../dist/src/operations/check-history.js";
import { modelState } from "../dist/src/operations/model-state.js";
import { publicView } from "../dist/src/operations/public-view.js";
import { scoreNow } from "../dist/src/operations/score-now.js";
import type { Stores } from "../dist/src/operations/store-ports.js";
import { silentLog } from "../dist/src/platform/log.js";
import { systemClock } from "../dist/src/platform/system.js";
import type { PublicStateSink } from "../src/operations/ports.js";
import type { ScoreTimes } from "./parts/score.js";
import { storesInMemory } from "./parts/stores-in-memory.js";

/** Times hourly scores on a real database, and the same with every stored answer at hand. */

const HOURS = 18;
const WARM = 3;
const REPEATS = 40;
const PRICE = 95_000;
const SOURCE = "kraken";

const stores = await openForCommand(parseConfig({ DATA_DIR: process.argv[2] }));
const model = modelState();
const holds = { hold: () => {}, release: () => {}, check: () => {} };
await historyCheck({ log: silentLog, stores, model, report: { ofAll: () => {} }, memory: undefined }).run();
let now = systemClock.now();
const clock = { ...systemClock, now: () => now };
const answers = publicData(clock);

const onDatabase: number[] = [];
for (let hour = 0; hour < HOURS; hour++) {
  now = (now + HOUR_MS) as Instant;
  await collected();
  onDatabase.push(await timeOf(stores));
}

const { remembering, atHand } = storesInMemory(stores);
now = (now + HOUR_MS) as Instant;
await collected();
await timeOf(remembering);
const computing: number[] = [];
for (let i = 0; i < REPEATS; i++) computing.push(await timeOf(atHand));

await stores.close();
process.send?.({ onDatabase: onDatabase.slice(WARM), computing: computing.slice(WARM) } satisfies ScoreTimes);

/** What an hourly round stores before it scores. */
async function collected(): Promise<void> {
  const seen = (metric: Metric, value: number) => ({ metric, source: SOURCE, observedAt: now, fetchedAt: now, value });
  const prices = MAJORS.map((major, i) => seen(`${major}-price`, 100 + i));
  await stores.observations.add([seen("btc-price", PRICE), ...prices]);
}

/** Milliseconds of one score, from the question for the time to the public bytes. */
async function timeOf(stored: Stores): Promise<number> {
  let shown = 0;
  const sink: PublicStateSink = {
    showSnapshot(snapshot) {
      answers.showSnapshot(snapshot);
      shown++;
    },
    showHistory: () => {},
  };
  const view = publicView({ clock, stores: stored, sink });
  for (const part of ["btcDominance", "fearGreed", "btcPrice"] as const) {
    const value = part === "btcPrice" ? PRICE : 55;
    await view.showQuote(part, { value, source: SOURCE, observedAt: now, fetchedAt: now });
  }
  const start = performance.now();
  await scoreNow({ clock, log: silentLog, stores: stored, model, view, holds });
  const ms = performance.now() - start;
  if (shown !== 1) throw new Error("the score was not shown once");
  return ms;
}
