import { createHash } from "node:crypto";
import type SqliteFile from "better-sqlite3";
import type { CheckedChain } from "../chain/proof.js";
import { ServiceError } from "../domain/errors.js";
import { checkStoredChain } from "./check-chain.js";
import type { WatchOptions } from "./database.js";
import { refuseUnfinishedCopy } from "./open-database.js";
import { BACKUP_DIGEST, openSqliteDraft } from "./open-sqlite.js";

/** A backup was not made or not restored: it is damaged, or its history does not verify. */
export class BackupError extends ServiceError {
  readonly code = "backup";
}

/** SHA-256 over every table, index and trigger as they were made, and every row but the one that holds this digest. */
export function digestOf(file: SqliteFile.Database): string {
  const hash = createHash("sha256");
  const schema = file.prepare("select type, name, sql from sqlite_schema order by type, name").all();
  hash.update(JSON.stringify(schema));
  for (const { type, name } of schema as readonly { readonly type: string; readonly name: string }[]) {
    if (type !== "table") continue;
    const others = name === "installation" ? `where key <> '${BACKUP_DIGEST}'` : "";
    const rows = file.prepare(`select * from "${name}" ${others} order by rowid`).raw();
    for (const row of rows.iterate()) hash.update(JSON.stringify(row));
  }
  return hash.digest("hex");
}

/** Verifies the history in a database that has no name yet. A writer also migrates it. */
export async function checkDraft(draft: string, access: "read" | "write", watch: WatchOptions): Promise<CheckedChain> {
  const database = await refuseUnfinishedCopy(await openSqliteDraft(draft, access));
  try {
    return await checkStoredChain(database, { dates: new Set(), ...watch });
  } finally {
    await database.close();
  }
}
