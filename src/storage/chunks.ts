/** Bound values in one statement: SQLite takes 32,766 at most, PostgreSQL 65,535. */
const MOST_PARAMETERS = 30_000;

/** Cuts rows into pieces that fit one INSERT each, in their order. Rows all have the same columns. */
export function chunks<Row extends object>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const columns = Object.keys(rows[0] ?? {}).length;
  const size = Math.max(1, Math.floor(MOST_PARAMETERS / Math.max(1, columns)));
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size));
}
