import { formatDay } from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import type { PublishingHolds } from "../history/publishing-holds.js";
import { VERSION } from "../platform/version.js";
import type { Context } from "./context.js";
import type { ModelState } from "./model-state.js";
import { putRecord, readDays, readRecordMark } from "./stored.js";

/** Makes the record of all closed days, the JSON of a `TrackRecord`; as text it costs this process least. */
export type MakeRecord = (days: readonly ClosedDay[], signal: AbortSignal) => Promise<string>;

/**
 * Makes the record of all closed days and stores it, unless the stored one is of these days and of this version.
 *
 * @returns whether it did
 * @throws PublishingHeldError while publishing is held back, also when that began while it was made
 */
export async function keepRecord(
  { clock, log, database }: Context,
  { lastDay }: ModelState,
  holds: PublishingHolds,
  makeRecord: MakeRecord,
  signal: AbortSignal,
): Promise<boolean> {
  if (lastDay === undefined) return false;
  const mark = `${formatDay(lastDay)} ${VERSION}`;
  if ((await readRecordMark(database)) === mark) return false;
  holds.check();
  const startedAt = clock.now();
  const record = await makeRecord(await readDays(database), signal);
  holds.check();
  await putRecord(database, mark, record);
  log.info({ day: formatDay(lastDay), tookMs: clock.now() - startedAt }, "record made");
  return true;
}
