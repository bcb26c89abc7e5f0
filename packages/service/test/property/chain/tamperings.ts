import type SqliteFile from "better-sqlite3";
import fc from "fast-check";
import { testSigner } from "../../support/test-signer.js";
import { TABLES } from "./histories.js";

const KINDS = ["alter", "drop", "swap", "insert", "repeat", "empty", "move"] as const;

/** Something done to a database by somebody who may write to it and knows SQL, but not the chain. */
export interface Tampering {
  readonly what: (typeof KINDS)[number];
  /** Chooses among what there is, whatever there is. */
  readonly table: number;
  readonly row: number;
  readonly other: number;
  readonly column: number;
  readonly by: number;
}

/** One of each kind, somewhere. */
export const tamperingsOfEachKind: fc.Arbitrary<readonly Tampering[]> = fc
  .array(
    fc.record({
      table: fc.nat({ max: TABLES.length - 1 }),
      row: fc.nat(),
      other: fc.nat(),
      column: fc.nat(),
      by: fc.integer({ min: 1, max: 1000 }),
    }),
    { minLength: KINDS.length, maxLength: KINDS.length },
  )
  .map((places) => KINDS.map((what, index) => ({ ...(places[index] ?? places[0]!), what })));

type Row = Record<string, unknown>;

/** When a key was added is a remark of the publisher's that nothing stands on; see docs/verifying.md. */
const FREE = "added_at";

/** Columns that name a row. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  closed_days: ["day"],
  closed_majors: ["day", "coin"],
  history: ["day"],
  links: ["position", "day"],
  statements: ["number"],
  signing_keys: ["number"],
  revisions: ["number"],
};

/** Does it. @returns whether anything is another than before: some of it the tables themselves refuse, some changes nothing */
export function tamper(file: SqliteFile.Database, tampering: Tampering): boolean {
  const before = dump(file);
  try {
    ACTS[tampering.what](file, tampering);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_CONSTRAINT"))) throw error;
  }
  return dump(file) !== before;
}

/** Everything the chain is about, as one text. */
function dump(file: SqliteFile.Database): string {
  return JSON.stringify(
    TABLES.map((table) => rowsOf(file, table).map(({ [FREE]: _free, rowid: _rowid, ...row }) => row)),
  );
}

function rowsOf(file: SqliteFile.Database, table: string): Row[] {
  const key = KEYS[table]?.join(", ") ?? "";
  return file.prepare(`select rowid as rowid, * from ${table} order by ${key}`).all() as Row[];
}

const ACTS: Readonly<Record<Tampering["what"], (file: SqliteFile.Database, tampering: Tampering) => void>> = {
  alter: (file, { table, row, column, by }) => {
    const [name, rows] = chosen(file, table);
    const [target] = pick(rows, row);
    if (target === undefined) return;
    const columns = Object.keys(target).filter((each) => each !== "rowid" && each !== FREE);
    const [changed] = pick(columns, column);
    set(file, name, target, { [changed ?? ""]: altered(target[changed ?? ""], by) });
  },
  drop: (file, { table, row }) => {
    const [name, rows] = chosen(file, table);
    const [target] = pick(rows, row);
    if (target !== undefined) file.prepare(`delete from ${name} where rowid = ?`).run(target["rowid"]);
  },
  swap: (file, { table, row, other }) => {
    const [name, rows] = chosen(file, table);
    const [[a], [b]] = [pick(rows, row), pick(rows, other)];
    if (a === undefined || b === undefined) return;
    set(file, name, a, without(b, KEYS[name] ?? []));
    set(file, name, b, without(a, KEYS[name] ?? []));
  },
  insert: (file, { table, row, by }) => {
    const [name, rows] = chosen(file, table);
    const [model] = pick(rows, row);
    if (model === undefined) return;
    const outside = Math.max(...rows.map((each) => Number(each["day"] ?? each["number"]))) + (by % 3) + 1;
    add(file, name, { ...model, ...renamed(name, outside) });
  },
  repeat: (file, { table, row }) => {
    const [name, rows] = chosen(file, table);
    const [model] = pick(rows, row);
    if (model === undefined) return;
    const next = Math.max(...rows.map((each) => Number(each["day"] ?? each["number"]))) + 1;
    add(file, name, { ...model, ...renamed(name, next) });
  },
  empty: (file, { table }) => void file.prepare(`delete from ${chosen(file, table)[0]}`).run(),
  // A whole table anew, without the rules that its makers gave it, and one row in it twice, or under a name that is none.
  move: (file, { table, row, by }) => {
    const [name, rows] = chosen(file, table);
    const [target] = pick(rows, row);
    if (target === undefined) return;
    file.exec(`create table loose as select * from ${name}; drop table ${name}; alter table loose rename to ${name}`);
    if (by % 2 === 0) add(file, name, target);
    else set(file, name, target, Object.fromEntries((KEYS[name] ?? []).map((key) => [key, "none"])));
  },
};

/** The keys of a row that is put where none was. */
function renamed(table: string, at: number): Row {
  if (table === "links") return { day: at, position: at - 14_808 };
  if (table === "closed_majors") return { day: at };
  if (table === "signing_keys") {
    const { keyId, x } = testSigner();
    return { number: at, key_id: keyId, x, endorsed_by: null, endorsement: null };
  }
  return KEYS[table]?.[0] === "day" ? { day: at } : { number: at };
}

/** A value of the same kind that is another one. */
function altered(value: unknown, by: number): unknown {
  if (value === null) return by / 7;
  if (typeof value === "string") return by % 3 === 0 ? "" : nextText(value, by);
  if (typeof value !== "number") return value;
  if (Number.isInteger(value)) return value + (by % 2 === 0 ? by : -by);
  if (by % 5 === 0) return null;
  return by % 2 === 0 ? value + by : value * (1 + 2 ** -51); // the last bits count
}

/** One sign of a text made another. */
function nextText(text: string, by: number): string {
  const at = by % Math.max(1, text.length);
  const other = text.charAt(at) === "a" ? "b" : "a";
  return by % 4 === 0 ? `${text} ` : text.slice(0, at) + other + text.slice(at + 1);
}

function chosen(file: SqliteFile.Database, table: number): [string, Row[]] {
  const name = TABLES[table % TABLES.length] ?? "links";
  return [name, rowsOf(file, name)];
}

function pick<T>(all: readonly T[], at: number): [T | undefined] {
  return [all[at % Math.max(1, all.length)]];
}

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== "rowid" && !columns.includes(name)));
}

function set(file: SqliteFile.Database, table: string, row: Row, values: Row): void {
  const names = Object.keys(values);
  const text = `update ${table} set ${names.map((name) => `${name} = ?`).join(", ")} where rowid = ?`;
  file.prepare(text).run(...Object.values(values), row["rowid"]);
}

function add(file: SqliteFile.Database, table: string, row: Row): void {
  const values = without(row, []);
  const names = Object.keys(values);
  const marks = names.map(() => "?").join(", ");
  file.prepare(`insert into ${table} (${names.join(", ")}) values (${marks})`).run(...Object.values(values));
}
