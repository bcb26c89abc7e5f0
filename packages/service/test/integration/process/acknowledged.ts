import { isDeepStrictEqual } from "node:util";
import { DAY_MS, formatDay, formatInstant, type Instant, type UtcDay } from "peak-cycle-model";
import { expect } from "vitest";
import type { CurrentReply } from "../../../src/http/routes/current.js";
import type { HistoryReply } from "../../../src/http/routes/history.js";
import { type DatabaseState, NOTHING_STORED } from "./database-state.js";

type PublicRow = HistoryReply["data"][number];
type PublicScore = Pick<CurrentReply["btc"], "score" | "phase" | "signal"> & Pick<CurrentReply, "crypto">;

/** Everything one installation has acknowledged: stored, or said over HTTP. Compares everything later with it. */
export interface Acknowledged {
  /** @param text the body of a 200 */
  sawCurrent(text: string): void;
  sawHistory(text: string): void;
  /** `updated_at` of the newest score said. */
  readonly newestScore: string;
  /** Date of the newest row said. */
  readonly newestRow: string;
  /** Checks what is stored now against all that was acknowledged before, and returns it. */
  check(stored: DatabaseState): DatabaseState;
}

export function acknowledgedAnswers(): Acknowledged {
  const scores = new Map<string, PublicScore>();
  const rows = new Map<string, PublicRow>();
  const contradictions: string[] = [];
  let stored = NOTHING_STORED;
  const note = <T>(seen: Map<string, T>, key: string, value: T): void => {
    const known = seen.get(key) ?? value;
    if (!isDeepStrictEqual(known, value)) contradictions.push(`${key}: ${JSON.stringify([known, value])}`);
    seen.set(key, value);
  };
  return {
    sawCurrent(text) {
      const { btc, crypto } = JSON.parse(text) as CurrentReply;
      note(scores, btc.updated_at, { score: btc.score, phase: btc.phase, signal: btc.signal, crypto });
    },
    sawHistory(text) {
      const { data } = JSON.parse(text) as HistoryReply;
      const span = Date.parse(data.at(-1)?.date ?? "") - Date.parse(data[0]?.date ?? "");
      if (data.length !== 30 || span !== 29 * DAY_MS)
        contradictions.push(`a history of ${data.length} rows over ${span} ms`);
      for (const row of data) note(rows, row.date, row);
    },
    get newestScore() {
      return [...scores.keys()].sort().at(-1) ?? "";
    },
    get newestRow() {
      return [...rows.keys()].sort().at(-1) ?? "";
    },
    check(now) {
      expect(contradictions, "what was published has changed").toEqual([]);
      expectKept(stored, now);
      expectNoGap(now);
      expectStored(now, scores, rows);
      stored = now;
      return now;
    },
  };
}

/** Append-only: what was there is still there, first and unchanged. */
function expectKept(before: DatabaseState, now: DatabaseState): void {
  for (const part of ["closedDays", "history", "scores"] as const) {
    const kept = now[part].slice(0, before[part].length);
    expect(kept.length, `${part} were lost`).toBe(before[part].length);
    const changed = kept.findIndex((row, i) => !isDeepStrictEqual(row, before[part][i]));
    if (changed !== -1) expect(kept[changed], `${part} have changed`).toEqual(before[part][changed]);
  }
}

/** Closed days and history rows follow each other, and each closing stored both. */
function expectNoGap({ closedDays, history, scores }: DatabaseState): void {
  for (const rows of [closedDays, history]) {
    const first = Number(rows[0]?.["day"]);
    const wrong = rows.findIndex((row, i) => row["day"] !== first + i);
    if (wrong !== -1) expect.fail(`${dayText(first + wrong)} is missing, or there twice`);
  }
  if (history.length > 0) expect(history.at(-1)?.["day"]).toBe(Number(closedDays.at(-1)?.["day"]) + 1);
  expect(new Set(scores.map((row) => row["hour"])).size, "an hour has two scores").toBe(scores.length);
}

/** What was said over HTTP is what is stored. */
function expectStored(
  { history, scores }: DatabaseState,
  saidScores: ReadonlyMap<string, PublicScore>,
  saidRows: ReadonlyMap<string, PublicRow>,
): void {
  const rowsByDate = new Map(history.map((row) => [dayText(row["day"]), row]));
  for (const [date, said] of saidRows) {
    const row = rowsByDate.get(date);
    expect([date, row?.["score"], row?.["phase"]]).toEqual([date, said.score, said.phase_key]);
  }
  const scoresByTime = new Map(scores.map((row) => [formatInstant(row["computed_at"] as Instant), row]));
  for (const [at, said] of saidScores) {
    const score = scoresByTime.get(at);
    expect([at, score?.["btc_score"], score?.["btc_signal"]]).toEqual([at, said.score, said.signal]);
  }
}

const dayText = (day: unknown) => formatDay(day as UtcDay);
