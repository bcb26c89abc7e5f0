import type { ObservationStore, Stores } from "../../dist/src/operations/store-ports.js";

/** What a score asks of the stores, answered without a database. */
export interface StoresInMemory {
  /** The real stores; what they say about each metric is written down. */
  readonly remembering: Stores;
  /** Says the same again, and accepts every score. */
  readonly atHand: Stores;
}

export function storesInMemory(stores: Stores): StoresInMemory {
  const { observations } = stores;
  const between = new Map<string, Awaited<ReturnType<ObservationStore["between"]>>>();
  const newest = new Map<string, Awaited<ReturnType<ObservationStore["newest"]>>>();
  return {
    remembering: {
      ...stores,
      observations: {
        ...observations,
        async between(metric, from, to) {
          const rows = await observations.between(metric, from, to);
          between.set(`${metric} ${from} ${to}`, rows);
          return rows;
        },
        async newest(metric) {
          const row = await observations.newest(metric);
          newest.set(metric, row);
          return row;
        },
      },
    },
    atHand: {
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
