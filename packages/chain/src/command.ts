// `peak-cycle-verify https://…`: checks the published history of a site from outside.

import { parseArgs } from "node:util";
import { VerifyError, type VerifyOptions, verifySite } from "./verify-site.js";

/**
 * @param args without the name of the program
 * @returns the exit code: 0 when everything is sound, 1 when it is not or the site cannot be read, 2 for a wrong call
 */
export async function verifyCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const order = read(args);
  if (order === undefined) {
    context.err(USAGE);
    return 2;
  }
  try {
    return (await verifySite(order.site, order.options, context.out, context.signal)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof VerifyError || context.signal.aborted)) throw error;
    context.err(`peak-cycle-verify: ${error instanceof Error ? error.message : "stopped"}\n`);
    return 1;
  }
}

/** What the command may touch of the process it runs in. */
export interface CommandContext {
  readonly signal: AbortSignal;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const USAGE = `usage: peak-cycle-verify https://SITE [--since FILE [--accept-new-key]] [--save FILE]
  --since           a proof kept earlier: today's history must extend it
  --accept-new-key  the publisher has told you about a new key that the former one does not vouch for
  --save            keep today's proof, if everything is sound
`;

/** @returns `undefined` for a call that makes no sense */
function read(args: readonly string[]): { readonly site: URL; readonly options: VerifyOptions } | undefined {
  const file = { type: "string" } as const;
  try {
    const options = { since: file, save: file, "accept-new-key": { type: "boolean" } } as const;
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    const site = new URL(positionals[0] ?? "");
    const isPlain = /^https?:$/.test(site.protocol) && site.username === "" && site.search === "";
    const { since, save, "accept-new-key": acceptNewKey } = values;
    return isPlain && positionals.length === 1 ? { site, options: { since, save, acceptNewKey } } : undefined;
  } catch {
    return undefined;
  }
}
