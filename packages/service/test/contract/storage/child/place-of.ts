import type { DatabaseLocation } from "../../../../src/storage/open-database.js";

/** A database as tests name it: a PostgreSQL address, or a folder. */
export function placeOf(text = ""): DatabaseLocation {
  return text.startsWith("postgres:")
    ? { dataDir: "", databaseUrl: new URL(text) }
    : { dataDir: text, databaseUrl: undefined };
}
