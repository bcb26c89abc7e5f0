import type { Registry } from "prom-client";
import { CLOSE_HOUR } from "../domain/history.js";
import { HOUR_MS, type Instant, plus, SECOND_MS, startOf } from "../domain/instant.js";
import { isStale } from "../domain/score.js";
import type { Clock, Meters } from "../operations/ports.js";
import { readGauge } from "./read-gauge.js";

/** How old what is shown is. */
export function scoreMeters(registry: Registry, clock: Pick<Clock, "now">): Meters["publicState"] {
  let computedAt: Instant | undefined;
  let rowOf: Instant | undefined;
  const secondsSince = (at: Instant | undefined) => at && (clock.now() - at) / SECOND_MS;
  readGauge(registry, {
    name: "peak_score_age_seconds",
    help: "Seconds since the score that is shown was computed; absent before the first.",
    read: () => secondsSince(computedAt),
  });
  readGauge(registry, {
    name: "peak_score_stale",
    help: "1 while the score is shown as stale, 0 while it is not; absent before the first.",
    read: () => computedAt && Number(isStale(computedAt, clock.now())),
  });
  readGauge(registry, {
    name: "peak_history_row_age_seconds",
    help: "Seconds since 06:00 UTC of the newest history row's day; the next row is due at 86,400. Absent before the first.",
    read: () => secondsSince(rowOf),
  });
  return (sink) => ({
    showSnapshot(snapshot) {
      computedAt = snapshot.score.computedAt;
      sink.showSnapshot(snapshot);
    },
    showHistory(rows) {
      const newest = rows.at(-1);
      rowOf = newest && plus(startOf(newest.day), CLOSE_HOUR * HOUR_MS);
      sink.showHistory(rows);
    },
  });
}
