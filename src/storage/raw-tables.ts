import type { Kysely } from "kysely";
import type { Raw, RawDay } from "../chain/raw-day.js";
import { ServiceError } from "../domain/errors.js";
import type { CopyPart } from "./copy-order.js";
import { countRows, isLast, nextPage } from "./copy-rows.js";
import type { Tables } from "./tables.js";

/** A table is not the one that this program has made: its key does not name every row. */
class StrangeTableError extends ServiceError {
  readonly code = "strange_table";
}

/**
 * Every row of a table in the order of its key, all columns as the database gives them, a page in memory at a time.
 *
 * @throws StrangeTableError at the end when there are rows that were not shown
 */
export async function* rawRows(queries: Kysely<Tables>, part: CopyPart): AsyncGenerator<Raw, void> {
  let shown = 0;
  for (let after: Raw | undefined, more = true; more; ) {
    const rows = await nextPage(queries, part, after);
    yield* rows;
    shown += rows.length;
    after = rows.at(-1);
    more = !isLast(rows);
  }
  const stored = await countRows(queries, part);
  if (shown !== stored) {
    const counts = `${stored} rows, of which its key names ${shown}`;
    throw new StrangeTableError(`${part.table} holds ${counts}: somebody has made the table anew`);
  }
}

/** What is read of each day, and which day a row of it is about. */
const DAY_PARTS = [
  { name: "closed", part: { table: "closed_days", key: ["day"] }, ahead: 0 },
  { name: "majors", part: { table: "closed_majors", key: ["day", "coin"] }, ahead: 0 },
  { name: "rows", part: { table: "history", key: ["day"] }, ahead: 1 },
  { name: "links", part: { table: "links", key: ["day"] }, ahead: 0 },
] as const satisfies readonly { name: keyof RawDay; part: CopyPart; ahead: number }[];

/** Every day that any of the tables speaks of, oldest first, with all its rows. */
export async function* rawDays(queries: Kysely<Tables>): AsyncGenerator<RawDay, void> {
  const cursors = DAY_PARTS.map(({ name, part, ahead }) => cursor(name, ahead, rawRows(queries, part)));
  for (const each of cursors) await each.step();
  for (;;) {
    const day = Math.min(...cursors.map((each) => each.day));
    if (day === Number.POSITIVE_INFINITY) return;
    const found = { closed: [] as Raw[], majors: [] as Raw[], rows: [] as Raw[], links: [] as Raw[] };
    for (const each of cursors) {
      for (; each.day === day; await each.step()) if (each.row !== undefined) found[each.name].push(each.row);
    }
    yield { day, ...found };
  }
}

/** A place in the rows of one table. */
interface Cursor {
  readonly name: (typeof DAY_PARTS)[number]["name"];
  /** Infinity behind the last row. */
  day: number;
  row: Raw | undefined;
  step(): Promise<void>;
}

function cursor(name: Cursor["name"], ahead: number, rows: AsyncGenerator<Raw, void>): Cursor {
  return {
    name,
    day: Number.NEGATIVE_INFINITY,
    row: undefined,
    async step() {
      const { value } = await rows.next();
      this.row = value ?? undefined;
      this.day = this.row === undefined ? Number.POSITIVE_INFINITY : Number(this.row["day"]) - ahead;
    },
  };
}
