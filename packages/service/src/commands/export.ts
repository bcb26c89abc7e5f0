import { parseConfig } from "../settings.js";
import { exportDatabase } from "../storage/maintenance/export.js";
import type { ProcessContext } from "./process-context.js";

/** `peak export --out FOLDER`: all that this installation has published and closed, as CSV and JSON lines. */
export async function exportHistory(context: ProcessContext, { out }: { readonly out: string }): Promise<void> {
  const config = parseConfig(context.env);
  const counts = await exportDatabase(config, out, context.stop);
  for (const [name, count] of Object.entries(counts)) {
    context.out(`${`${name}.csv, ${name}.jsonl`.padEnd(36)}${count} rows\n`);
  }
}
