import type { Kysely } from "kysely";
import type { StoredDay } from "../domain/chain.js";
import { addDays, type UtcDay } from "../domain/instant.js";
import { toBaskets } from "./closed-day-rows.js";
import { toHistoryRow } from "./history-rows.js";
import type { Tables } from "./tables.js";

/**
 * Closed days after a day, from the first without one, with the rows on top of them: as they are stored, oldest first.
 *
 * @param most how many at most
 */
export async function readStoredDays(
  queries: Kysely<Tables>,
  after: UtcDay | undefined,
  most: number,
): Promise<readonly StoredDay[]> {
  const all = queries.selectFrom("closed_days").selectAll().orderBy("day").limit(most);
  const closed = await (after === undefined ? all : all.where("day", ">", after)).execute();
  const first = closed.at(0)?.day;
  const last = closed.at(-1)?.day;
  if (first === undefined || last === undefined) return [];
  const majors = queries.selectFrom("closed_majors").selectAll().where("day", ">=", first).where("day", "<=", last);
  const history = queries.selectFrom("history").selectAll();
  const above = history.where("day", ">=", addDays(first, 1)).where("day", "<=", addDays(last, 1));
  const baskets = toBaskets(await majors.execute());
  const rows = new Map((await above.execute()).map((row) => [row.day, toHistoryRow(row)]));
  return closed.map((each) => ({
    day: each.day,
    closedAt: each.closed_at,
    price: each.btc_close ?? undefined,
    mvrv: each.mvrv ?? undefined,
    fearGreed: each.fear_greed ?? undefined,
    dominance: each.dominance ?? undefined,
    majors: baskets.get(each.day) ?? {},
    sources: each.sources,
    row: rows.get(addDays(each.day, 1)),
  }));
}
