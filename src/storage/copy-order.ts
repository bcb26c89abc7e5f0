import type { Tables } from "./tables.js";

/** What is copied: a table, and the columns that name a row and give rows their order. */
export interface CopyPart {
  readonly table: keyof Tables;
  readonly key: readonly string[];
}

/** Every table but the marks of migrations, and the lease, which is about processes. Days come before their majors, which refer to them. */
export const COPY_ORDER: readonly CopyPart[] = [
  { table: "observations", key: ["metric", "source", "observed_at", "value"] },
  { table: "closed_days", key: ["day"] },
  { table: "closed_majors", key: ["day", "coin"] },
  { table: "history", key: ["day"] },
  { table: "scores", key: ["hour"] },
  { table: "embed_scripts", key: ["version", "name"] },
  { table: "links", key: ["position"] },
  { table: "statements", key: ["number"] },
  { table: "signing_keys", key: ["number"] },
  { table: "revisions", key: ["number"] },
  { table: "source_states", key: ["source"] },
  { table: "reports", key: ["name"] },
  { table: "market", key: ["part"] },
  { table: "installation", key: ["key"] },
];
