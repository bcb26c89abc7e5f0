import type { Migration } from "kysely/migration";
import type { SchemaDialect } from "../dialect.js";
import { observationsMigration } from "./0001-observations.js";
import { daysMigration } from "./0002-days.js";
import { scoresMigration } from "./0003-scores.js";
import { latestMigration } from "./0004-latest.js";
import { embedScriptsMigration } from "./0005-embed-scripts.js";
import { leasesMigration } from "./0006-leases.js";
import { chainMigration } from "./0007-chain.js";
import { reportsMigration } from "./0008-reports.js";

/** Every migration by name, applied in the order of the names. A published one is never changed; a change is a new one. */
export function migrationList(dialect: SchemaDialect): Readonly<Record<string, Migration>> {
  return {
    "0001-observations": observationsMigration(dialect),
    "0002-days": daysMigration(dialect),
    "0003-scores": scoresMigration(dialect),
    "0004-latest": latestMigration(dialect),
    "0005-embed-scripts": embedScriptsMigration(dialect),
    "0006-leases": leasesMigration(dialect),
    "0007-chain": chainMigration(dialect),
    "0008-reports": reportsMigration(dialect),
  };
}
