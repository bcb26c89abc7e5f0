import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";

type Row = Readonly<Record<string, unknown>>;

/** What must never change once it is stored. Each list is in the order of its time. */
export interface DatabaseState {
  readonly closedDays: readonly Row[];
  readonly history: readonly Row[];
  readonly scores: readonly Row[];
}

export const NOTHING_STORED: DatabaseState = { closedDays: [], history: [], scores: [] };

const CLOSED_DAYS = `SELECT d.*, (
  SELECT group_concat(coin || '=' || close) FROM (SELECT * FROM closed_majors m WHERE m.day = d.day ORDER BY coin)
) AS majors FROM closed_days d ORDER BY day`;

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
  const database = new SqliteFile(join(scratch, "peak.db"));
  try {
    const known = database.prepare("SELECT name FROM sqlite_master WHERE name IN ('closed_days', 'history', 'scores')");
    if (known.all().length < 3) return NOTHING_STORED;
    const rows = (sql: string) => database.prepare(sql).all() as Row[];
    return {
      closedDays: rows(CLOSED_DAYS),
      history: rows("SELECT * FROM history ORDER BY day"),
      scores: rows("SELECT * FROM scores ORDER BY hour"),
    };
  } finally {
    database.close();
    rmSync(scratch, { recursive: true });
  }
}
