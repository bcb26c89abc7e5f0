import type { DatabasePlace } from "../../../../src/storage/open-database.js";

/** A database as tests name it: a PostgreSQL address, or a folder. */
export function placeOf(text = ""): DatabasePlace {
  return text.startsWith("postgres:")
    ? { dataDir: "", databaseUrl: new URL(text) }
    : { dataDir: text, databaseUrl: undefined };
}
