import type { Instant, PhaseKey, Range } from "peak-cycle-model";
import type { HourlyScore } from "../domain/snapshot.js";
import { type FencingCheck, type OpenDatabase, storable, storeWriter, withStorageErrors } from "./database.js";
import type { ScoresTable } from "./tables.js";

/** Hourly scores. Append-only, at most one an hour. */
export function scoreStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    /** @returns false when that hour has a score already; the stored one stays */
    async add(score: HourlyScore): Promise<boolean> {
      const result = await write.run("add a score", (into) =>
        into
          .insertInto("scores")
          .values(storable(toRow(score)))
          .onConflict((conflict) => conflict.column("hour").doNothing())
          .executeTakeFirst(),
      );
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** The score of the latest hour. @param upTo leaves out scores of later hours, and those that were computed later */
    async newest(upTo?: Instant): Promise<HourlyScore | undefined> {
      const all = queries.selectFrom("scores").selectAll();
      const known = upTo === undefined ? all : all.where("hour", "<=", upTo).where("computed_at", "<=", upTo);
      const query = known.orderBy("hour", "desc").limit(1);
      const row = await withStorageErrors("read the newest score", () => query.executeTakeFirst());
      return row && toScore(row);
    },

    /** The scores of the hours with `from <= hour < to`, oldest first. */
    async between(from: Instant, to: Instant): Promise<readonly HourlyScore[]> {
      const query = queries.selectFrom("scores").selectAll().where("hour", ">=", from).where("hour", "<", to);
      return (await withStorageErrors("read scores", () => query.orderBy("hour").execute())).map(toScore);
    },

    /** When the first score of all was computed. */
    async first(): Promise<Instant | undefined> {
      const query = queries.selectFrom("scores").select("computed_at").orderBy("hour").limit(1);
      return (await withStorageErrors("read the first score", () => query.executeTakeFirst()))?.computed_at;
    },

    /** When the scores of the hours from `hour` on were computed, oldest first. */
    async computedSince(hour: Instant): Promise<readonly Instant[]> {
      const query = queries.selectFrom("scores").select("computed_at").where("hour", ">=", hour).orderBy("hour");
      const rows = await withStorageErrors("read when scores were computed", () => query.execute());
      return rows.map((row) => row.computed_at);
    },

    /** When the unbroken run of scores in a phase began; `undefined` when it did with the first score, or there is none. */
    async phaseStart(phase: PhaseKey, upTo: Instant): Promise<Instant | undefined> {
      const known = queries.selectFrom("scores").where("hour", "<=", upTo).where("computed_at", "<=", upTo);
      return withStorageErrors("read since when the phase lasts", async () => {
        const other = known.where("btc_phase", "!=", phase).select("hour").orderBy("hour", "desc").limit(1);
        const before = await other.executeTakeFirst();
        if (before === undefined) return undefined;
        const first = known.where("hour", ">", before.hour).select("hour").orderBy("hour").limit(1);
        return (await first.executeTakeFirst())?.hour;
      });
    },
  };
}

function toRow(score: HourlyScore): ScoresTable {
  return {
    hour: score.hour,
    computed_at: score.computedAt,
    model_version: score.modelVersion,
    btc_raw: score.btc.raw,
    btc_score: score.btc.score,
    btc_phase: score.btc.phase,
    btc_signal: score.btc.signal,
    crypto_raw: score.crypto.raw,
    crypto_score: score.crypto.score,
    crypto_phase: score.crypto.phase,
    descent_guard: score.context.descentGuard,
    top_risk: score.context.topRisk,
    coverage: score.coverage,
    btc_price_usd: score.btcPriceUsd,
    place_low: score.laterPlace?.low ?? null,
    place_high: score.laterPlace?.high ?? null,
    disagreement_low: score.disagreement?.low ?? null,
    disagreement_high: score.disagreement?.high ?? null,
  };
}

function toScore(row: ScoresTable): HourlyScore {
  return {
    hour: row.hour,
    computedAt: row.computed_at,
    modelVersion: row.model_version,
    btc: { raw: row.btc_raw, score: row.btc_score, phase: row.btc_phase, signal: row.btc_signal },
    crypto: { raw: row.crypto_raw, score: row.crypto_score, phase: row.crypto_phase },
    context: { descentGuard: row.descent_guard, topRisk: row.top_risk },
    coverage: row.coverage,
    btcPriceUsd: row.btc_price_usd,
    laterPlace: toRange(row.place_low, row.place_high),
    disagreement: toRange(row.disagreement_low, row.disagreement_high),
  };
}

function toRange(low: number | null, high: number | null): Range | undefined {
  return low === null || high === null ? undefined : { low, high };
}
