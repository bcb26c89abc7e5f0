import { HOUR_MS, type Instant, MAJORS } from "peak-cycle-model";
import type { Metric } from "../../packages/service/src/domain/observation.js";
import { HistoryCheck } from "../../packages/service/src/history/check-history.js";
import { currentResponse } from "../../packages/service/src/http/endpoints/current.js";
import { silentLog } from "../../packages/service/src/platform/log.js";
import { systemClock } from "../../packages/service/src/platform/system.js";
import { publishFigure } from "../../packages/service/src/publish/publish-figure.js";
import { Published } from "../../packages/service/src/publish/published.js";
import { modelState } from "../../packages/service/src/scoring/model-state.js";
import { scoreNow } from "../../packages/service/src/scoring/score-now.js";
import { parseConfig } from "../../packages/service/src/settings.js";
import type { ObservationStore } from "../../packages/service/src/storage/observation-store.js";
import { openStoresForWriting, type Stores } from "../../packages/service/src/storage/stores.js";
import type { HourlyScoreTimes } from "../measures/hourly-score.js";

/** Times hourly scores on a real database, and the same with what the database answers kept in memory. */

const HOURS = 18;
const WARM_UP = 3;
const REPEATS = 40;
const PRICE = 95_000;
const SOURCE = "kraken";

const stores = await openStoresForWriting(parseConfig({ DATA_DIR: process.argv[2] }));
const model = modelState();
const holds = { hold: () => {}, release: () => {}, check: () => {} };
await new HistoryCheck({ stores, model, report: () => {}, memory: undefined }).run(new AbortController().signal);
let now = systemClock.now();
const clock = { ...systemClock, now: () => now };

const onDatabase: number[] = [];
for (let hour = 0; hour < HOURS; hour++) {
  now = (now + HOUR_MS) as Instant;
  await collect();
  onDatabase.push(await timeOf(stores));
}

const { recording, replaying } = recordedStores(stores);
now = (now + HOUR_MS) as Instant;
await collect();
await timeOf(recording);
const computing: number[] = [];
for (let i = 0; i < REPEATS; i++) computing.push(await timeOf(replaying));

await stores.close();
process.send?.({
  onDatabase: onDatabase.slice(WARM_UP),
  computing: computing.slice(WARM_UP),
} satisfies HourlyScoreTimes);

/** Stores what the hourly job has collected before it scores. */
async function collect(): Promise<void> {
  const observed = (metric: Metric, value: number) => ({
    metric,
    source: SOURCE,
    observedAt: now,
    fetchedAt: now,
    value,
  });
  const prices = MAJORS.map((major, i) => observed(`${major}-price`, 100 + i));
  await stores.observations.add([observed("btc-price", PRICE), ...prices]);
}

/** Milliseconds of one score, from reading the clock to the public bytes. */
async function timeOf(stored: Stores): Promise<number> {
  const published = new Published();
  const response = currentResponse({ clock, published });
  const deps = { clock, log: silentLog, stores: stored, model, published, checkPublishing: holds.check };
  for (const part of ["btcDominance", "fearGreed", "btcPrice"] as const) {
    const value = part === "btcPrice" ? PRICE : 55;
    await publishFigure(deps, part, { value, source: SOURCE, observedAt: now, fetchedAt: now });
  }
  const start = performance.now();
  await scoreNow(deps);
  const ms = performance.now() - start;
  if (response() === undefined) throw new Error("the score is not answered");
  return ms;
}

interface RecordedStores {
  /** The real stores; what they answer about each metric is recorded. */
  readonly recording: Stores;
  /** Answers the same from memory, and accepts every score. */
  readonly replaying: Stores;
}

function recordedStores(stores: Stores): RecordedStores {
  const { observations } = stores;
  const between = new Map<string, Awaited<ReturnType<ObservationStore["between"]>>>();
  const newest = new Map<string, Awaited<ReturnType<ObservationStore["newest"]>>>();
  return {
    recording: {
      ...stores,
      observations: {
        ...observations,
        async between(metric, from, to) {
          const rows = await observations.between(metric, from, to);
          between.set(`${metric} ${from} ${to}`, rows);
          return rows;
        },
        async newest(metric, latest) {
          const row = await observations.newest(metric, latest);
          newest.set(metric, row);
          return row;
        },
      },
    },
    replaying: {
      ...stores,
      observations: {
        ...observations,
        between: async (metric, from, to) => between.get(`${metric} ${from} ${to}`) ?? [],
        newest: async (metric) => newest.get(metric),
      },
      scores: { ...stores.scores, add: async () => true },
      market: { ...stores.market, put: async () => {} },
    },
  };
}
