/** The table `scores`: one an hour, only ever appended to. */

import type { Instant, PhaseKey } from "peak-cycle-model";
import type { HourlyScore } from "../domain/snapshot.js";
import { type Connection, withStorageErrors } from "./database.js";
import type { StoredScore } from "./tables.js";

export function scoreStore({ queries }: Connection) {
  return {
    /** @returns false when that hour has a score already; the stored one stays */
    async add(score: HourlyScore): Promise<boolean> {
      const result = await withStorageErrors("add a score", () =>
        queries
          .insertInto("scores")
          .values(toRow(score))
          .onConflict((conflict) => conflict.column("hour").doNothing())
          .executeTakeFirst(),
      );
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /**
     * The score of the latest hour.
     *
     * @param upTo leaves out scores of later hours, and those that were computed later
     */
    async newest(upTo?: Instant): Promise<HourlyScore | undefined> {
      const all = queries.selectFrom("scores").selectAll();
      const known = upTo === undefined ? all : all.where("hour", "<=", upTo).where("computedAt", "<=", upTo);
      const query = known.orderBy("hour", "desc").limit(1);
      const row = await withStorageErrors("read the newest score", () => query.executeTakeFirst());
      return row && toScore(row);
    },

    /** The scores of the hours with `from <= hour < to`, oldest first. */
    async between(from: Instant, to: Instant): Promise<readonly HourlyScore[]> {
      const query = queries.selectFrom("scores").selectAll().where("hour", ">=", from).where("hour", "<", to);
      return (await withStorageErrors("read scores", () => query.orderBy("hour").execute())).map(toScore);
    },

    /**
     * When the unbroken run of scores in a phase began; `undefined` when it did with the first score, or there is none.
     */
    async phaseStart(phase: PhaseKey, upTo: Instant): Promise<Instant | undefined> {
      const known = queries.selectFrom("scores").where("hour", "<=", upTo).where("computedAt", "<=", upTo);
      return withStorageErrors("read since when the phase lasts", async () => {
        const other = known.where("btcPhase", "!=", phase).select("hour").orderBy("hour", "desc").limit(1);
        const before = await other.executeTakeFirst();
        if (before === undefined) return undefined;
        const first = known.where("hour", ">", before.hour).select("hour").orderBy("hour").limit(1);
        return (await first.executeTakeFirst())?.hour;
      });
    },
  };
}

function toRow(score: HourlyScore): StoredScore {
  return {
    hour: score.hour,
    computedAt: score.computedAt,
    modelVersion: score.modelVersion,
    btcRaw: score.btc.raw,
    btcScore: score.btc.score,
    btcPhase: score.btc.phase,
    btcSignal: score.btc.signal,
    cryptoRaw: score.crypto.raw,
    cryptoScore: score.crypto.score,
    cryptoPhase: score.crypto.phase,
    descentGuard: score.context.descentGuard,
    topRisk: score.context.topRisk,
    coverage: score.coverage,
    btcPriceUsd: score.btcPriceUsd,
  };
}

function toScore(row: StoredScore): HourlyScore {
  return {
    hour: row.hour,
    computedAt: row.computedAt,
    modelVersion: row.modelVersion,
    btc: { raw: row.btcRaw, score: row.btcScore, phase: row.btcPhase, signal: row.btcSignal },
    crypto: { raw: row.cryptoRaw, score: row.cryptoScore, phase: row.cryptoPhase },
    context: { descentGuard: row.descentGuard, topRisk: row.topRisk },
    coverage: row.coverage,
    btcPriceUsd: row.btcPriceUsd,
  };
}
