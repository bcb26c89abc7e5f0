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

/** The parts of what the ledger says of a closed day, each as one flat row. */
function stateOf(bodies: readonly string[], scores: readonly Row[]): DatabaseState {
  const days = bodies.map((body) => JSON.parse(body));
  const numberOf = (date: string) => Date.parse(date) / 86_400_000;
  const closedDays = days.map(({ public: shown, private: { row: _row, closed_at, majors, sources, ...inputs } }) => {
    const texts = { majors: JSON.stringify(majors), sources: JSON.stringify(sources) };
    return { day: numberOf(shown.closed), closed_at, ...inputs, ...texts };
  });
  const history = days.flatMap(({ public: { row }, private: kept }) => {
    if (row === null) return [];
    const { date, phase_key, crypto, ...shown } = row;
    return [{ day: numberOf(date), ...shown, phase: phase_key, crypto: JSON.stringify(crypto), ...kept.row }];
  });
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
    const known = database.prepare("SELECT name FROM sqlite_master WHERE name IN ('ledger', 'scores')");
    if (known.all().length < 2) return NOTHING_STORED;
    const bodies = database.prepare("SELECT body FROM ledger WHERE kind = 'day' ORDER BY position").pluck().all();
    return stateOf(bodies as string[], database.prepare("SELECT * FROM scores ORDER BY hour").all() as Row[]);
  } finally {
    database.close();
  }
}
