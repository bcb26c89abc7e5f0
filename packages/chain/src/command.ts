import { parseArgs } from "node:util";
import { checkSiteAt, SiteError, type SiteOptions } from "./check-site.js";
import { reasonOf } from "./finding.js";
import { KeptFileError, type VerifyFiles, verdict } from "./verdict.js";

/**
 * `peak-cycle-verify https://…`: checks the hash chain of a published site from outside, and writes one line a finding.
 *
 * @param args without the name of the program
 * @returns the exit code: 0 when everything holds, 1 when it does not or the site cannot be read, 2 for a wrong call
 */
export async function verifyCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const order = read(args);
  if (order === undefined) {
    context.err(USAGE);
    return 2;
  }
  try {
    const options = { ...context, userAgent: "peak-cycle-verify" };
    const isSound = await verdict(order.files, () => checkSiteAt(order.site, options), context.out);
    return isSound ? 0 : 1;
  } catch (error) {
    const isKnown = error instanceof SiteError || error instanceof KeptFileError || context.signal.aborted;
    if (!isKnown) throw error;
    context.err(`peak-cycle-verify: ${reasonOf(error)}\n`);
    return 1;
  }
}

/** What the command may touch of the process it runs in. */
export interface CommandContext extends Pick<SiteOptions, "now" | "signal"> {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const USAGE = `usage: peak-cycle-verify https://SITE [--since FILE] [--row FILE] [--save FILE]
  --since  a proof kept earlier: today's chain must extend it
  --row    history rows as JSON: each must be what the chain says of its date
  --save   keep today's proof, if everything holds
`;

const TEXT = { type: "string" } as const;

/** @returns `undefined` for a call that makes no sense */
function read(args: readonly string[]): { readonly site: URL; readonly files: VerifyFiles } | undefined {
  try {
    const options = { since: TEXT, row: TEXT, save: TEXT };
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    const site = new URL(positionals[0] ?? "");
    const isPlain = /^https?:$/.test(site.protocol) && site.username === "" && site.search === "";
    return isPlain && positionals.length === 1 ? { site, files: values } : undefined;
  } catch {
    return undefined;
  }
}
