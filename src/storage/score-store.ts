import type { Kysely } from "kysely";
import type { HourlyScore } from "../domain/snapshot.js";
import type { ScoreStore } from "../operations/store-ports.js";
import { attempt } from "./attempt.js";
import { type FencingCheck, writing } from "./fence.js";
import { newestChanges } from "./score-changes.js";
import type { ScoresTable, Tables } from "./tables.js";

/** Hourly scores in the table `scores`. */
export function scoreStore(queries: Kysely<Tables>, fence?: FencingCheck): ScoreStore {
  const write = writing(queries, fence);
  return {
    async add(score) {
      const insert = (into: Kysely<Tables>) =>
        into
          .insertInto("scores")
          .values(toRow(score))
          .onConflict((conflict) => conflict.column("hour").doNothing())
          .executeTakeFirst();
      const result = await attempt("add a score", () => write.statement(insert));
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async newest() {
      const query = queries.selectFrom("scores").selectAll().orderBy("hour", "desc").limit(1);
      const row = await attempt("read the newest score", () => query.executeTakeFirst());
      return row === undefined ? undefined : toScore(row);
    },

    async first() {
      const query = queries.selectFrom("scores").select("computed_at").orderBy("hour").limit(1);
      return (await attempt("read the first score", () => query.executeTakeFirst()))?.computed_at;
    },

    async computedSince(hour) {
      const query = queries.selectFrom("scores").select("computed_at").where("hour", ">=", hour).orderBy("hour");
      return (await attempt("read when scores were computed", () => query.execute())).map((row) => row.computed_at);
    },

    changes: (count) => attempt("read changes", () => newestChanges(queries, count)),
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
  };
}
