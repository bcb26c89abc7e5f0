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

const QUERIES = {
  days: "SELECT * FROM closed_days ORDER BY day",
  majors: "SELECT * FROM closed_majors ORDER BY day, coin",
  history: "SELECT * FROM history ORDER BY day",
  scores: "SELECT * FROM scores ORDER BY hour",
} as const;

type Part = keyof typeof QUERIES;

function stateOf(rows: Readonly<Record<Part, readonly Row[]>>): DatabaseState {
  const { days, majors, history, scores } = rows;
  const coins = new Map<unknown, string[]>(days.map((row) => [row["day"], []]));
  for (const { day, coin, close } of majors) coins.get(day)?.push(`${coin}=${close}`);
  const closedDays = days.map((row) => ({ ...row, majors: coins.get(row["day"])?.join() }));
  return { closedDays, history, scores };
}

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
    return readStateAt(join(scratch, "peak.db"));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function readStateAt(path: string): DatabaseState {
  const database = new SqliteFile(path);
  try {
    const known = database.prepare("SELECT name FROM sqlite_master WHERE name IN ('closed_days', 'history', 'scores')");
    if (known.all().length < 3) return NOTHING_STORED;
    const rows = (part: Part) => database.prepare(QUERIES[part]).all() as Row[];
    const [days, majors, history] = [rows("days"), rows("majors"), rows("history")];
    return stateOf({ days, majors, history, scores: rows("scores") });
  } finally {
    database.close();
  }
}
