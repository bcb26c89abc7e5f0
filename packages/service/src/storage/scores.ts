/** The table `scores`: one per hour, append-only. */

import type { Instant } from "peak-cycle-model";
import type { HourlyScore } from "../domain/hourly-score.js";
import type { Db } from "./database.js";
import { firstReadable, readableRows } from "./parsed-rows.js";
import type { StoredScore } from "./tables.js";

/** @returns false if the hour already has a score, which is not replaced */
export async function addScore(db: Db, score: HourlyScore): Promise<boolean> {
  const insert = db.insertInto("scores").values(toRow(score));
  const result = await insert.onConflict((conflict) => conflict.column("hour").doNothing()).executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The score of the latest hour. @param latest ignores scores of later hours, and scores computed later */
export async function newestScore(db: Db, latest: Instant): Promise<HourlyScore | undefined> {
  const untilNow = db.selectFrom("scores").selectAll().where("hour", "<=", latest).where("computedAt", "<=", latest);
  const newest = untilNow.orderBy("hour", "desc");
  const row = await firstReadable(db, "scores", (limit, offset) => newest.limit(limit).offset(offset).execute());
  return row && toScore(row);
}

/** The scores of the hours with `from <= hour < to`, oldest first. */
export async function scoresBetween(db: Db, from: Instant, to: Instant): Promise<readonly HourlyScore[]> {
  const rows = db.selectFrom("scores").selectAll().where("hour", ">=", from).where("hour", "<", to);
  return readableRows(db, "scores", await rows.orderBy("hour").execute()).map(toScore);
}

function toRow({ btc, crypto, flags, ...rest }: HourlyScore): StoredScore {
  return {
    ...rest,
    ...flags,
    btcRaw: btc.raw,
    btcScore: btc.score,
    btcPhase: btc.phase,
    btcSignal: btc.signal,
    cryptoRaw: crypto.raw,
    cryptoScore: crypto.score,
    cryptoPhase: crypto.phase,
  };
}

function toScore({ descentGuard, topRisk, ...row }: StoredScore): HourlyScore {
  const { btcRaw, btcScore, btcPhase, btcSignal, cryptoRaw, cryptoScore, cryptoPhase, ...rest } = row;
  return {
    ...rest,
    btc: { raw: btcRaw, score: btcScore, phase: btcPhase, signal: btcSignal },
    crypto: { raw: cryptoRaw, score: cryptoScore, phase: cryptoPhase },
    flags: { descentGuard, topRisk },
  };
}
