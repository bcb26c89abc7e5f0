import { ConfigError } from "../domain/errors.js";
import { parseDatabase } from "../settings.js";
import { copyBetween } from "../storage/maintenance/copy.js";
import type { ProcessContext } from "./process-context.js";

/** `peak copy`: everything that is stored, from one database to another, compared value by value. */
export async function copyInstallation(
  context: ProcessContext,
  options: { readonly from: string; readonly to?: string },
): Promise<void> {
  const from = parseDatabase("--from", options.from);
  const to = options.to === undefined ? target(context) : parseDatabase("--to", options.to);
  const rows = await copyBetween({ from, to }, context.stop);
  context.out(`the copy is complete: ${rows} rows, every value compared\n`);
}

/** An address on the command line is seen by everyone on the machine, one in the environment is not. */
function target({ env }: ProcessContext): ReturnType<typeof parseDatabase> {
  const text = env["DATABASE_URL"]?.trim();
  if (!text) throw new ConfigError(["give --to, or set DATABASE_URL"]);
  return parseDatabase("DATABASE_URL", text);
}
