import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { MAJORS } from "../../../src/domain/observation.js";

type Row = Readonly<Record<string, unknown>>;

/** What must never change once it is stored. Each list is in the order of its time. */
export interface DatabaseState {
  readonly closedDays: readonly Row[];
  readonly history: readonly Row[];
  readonly scores: readonly Row[];
  /** What sources have stated about the majors of the newest days. */
  readonly statements: readonly Row[];
}

export const NOTHING_STORED: DatabaseState = { closedDays: [], history: [], scores: [], statements: [] };

const CLOSED_DAYS = `SELECT d.*, (
  SELECT group_concat(coin || '=' || close) FROM (SELECT * FROM closed_majors m WHERE m.day = d.day ORDER BY coin)
) AS majors FROM closed_days d ORDER BY day`;

/** Two weeks are more than any of these lives lasts. */
const STATEMENTS = `SELECT metric, source, value, fetched_at, observed_at / 86400000 - 1 AS day FROM observations
WHERE metric IN (${MAJORS.map((major) => `'${major}-close'`).join()})
  AND observed_at >= (SELECT max(day) - 14 FROM closed_days) * 86400000
ORDER BY fetched_at`;

/**
 * Reads the database a killed process has left, from a copy of its files: a look at them would already do the
 * clearing up that the next start has to do.
 */
export function readState(folder: string): DatabaseState {
  if (!existsSync(join(folder, "peak.db"))) return NOTHING_STORED;
  const scratch = mkdtempSync(join(tmpdir(), "peak-look-"));
  for (const file of ["peak.db", "peak.db-wal"]) {
    if (existsSync(join(folder, file))) copyFileSync(join(folder, file), join(scratch, file));
  }
  try {
    return readStateAt(join(scratch, "peak.db"), false);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Reads the database beside the service that works with it. */
export function readRunningState(folder: string): DatabaseState {
  return readStateAt(join(folder, "peak.db"), true);
}

function readStateAt(path: string, readonly: boolean): DatabaseState {
  const database = new SqliteFile(path, { readonly });
  try {
    const known = database.prepare("SELECT name FROM sqlite_master WHERE name IN ('closed_days', 'history', 'scores')");
    if (known.all().length < 3) return NOTHING_STORED;
    const rows = (sql: string) => database.prepare(sql).all() as Row[];
    return {
      closedDays: rows(CLOSED_DAYS),
      history: rows("SELECT * FROM history ORDER BY day"),
      scores: rows("SELECT * FROM scores ORDER BY hour"),
      statements: rows(STATEMENTS),
    };
  } finally {
    database.close();
  }
}
