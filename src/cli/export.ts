import { parseConfig } from "../config.js";
import { progressBars } from "../platform/progress.js";
import { exportDatabase } from "../storage/export.js";
import type { ProcessContext } from "./process-context.js";

/** `peak export --out FOLDER`: all that this installation has published and closed, as CSV and JSON lines. */
export async function exportHistory(context: ProcessContext, { out }: { readonly out: string }): Promise<void> {
  const config = parseConfig(context.env);
  const bars = progressBars(context.terminal, "rows");
  try {
    const counts = await exportDatabase(config, out, { progress: bars.report, signal: context.stop });
    bars.stop();
    for (const [name, count] of Object.entries(counts)) {
      context.out(`${`${name}.csv, ${name}.jsonl`.padEnd(36)}${count} rows\n`);
    }
  } finally {
    bars.stop();
  }
}
