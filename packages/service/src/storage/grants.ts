import type { Tables } from "./tables.js";

/**
 * The rights that the service needs on each table once its tables are made: nothing more than it uses, so that a user with
 * these alone can change no history.
 *
 * @returns statements for the owner of the tables, to be run in their database
 */
export function grantsFor(role: string): string {
  const name = `"${role.replaceAll('"', '""')}"`;
  const byRights = Map.groupBy(Object.entries(RIGHTS), ([, rights]) => rights);
  const grants = [...byRights].map(
    ([rights, tables]) => `grant ${rights} on ${tables.map(([table]) => table).join(", ")} to ${name};\n`,
  );
  const schema = `execute format('grant usage on schema %I to %I', current_schema(), '${role.replaceAll("'", "''")}');`;
  return `do $grant$ begin ${schema} end $grant$;\n${grants.join("")}`;
}

const APPENDS = "select, insert";
const REPLACES = "select, insert, update, delete";
const MARKS = "select, insert, update";

/** The tables whose rows the database itself refuses to change. */
export const appendOnlyTables = () =>
  Object.entries(RIGHTS).flatMap(([table, rights]) => (rights === APPENDS ? table : []));

const RIGHTS: Readonly<Record<keyof Tables, string>> = {
  observations: APPENDS,
  closed_days: APPENDS,
  closed_majors: APPENDS,
  history: APPENDS,
  scores: APPENDS,
  links: APPENDS,
  statements: APPENDS,
  signing_keys: APPENDS,
  revisions: APPENDS,
  market: REPLACES,
  installation: REPLACES,
  source_states: REPLACES,
  reports: REPLACES,
  api_keys: MARKS,
  leases: MARKS,
  kysely_migration: "select",
};
