// `peak-cycle-verify https://…`: checks the published history of a site from outside.

import { parseArgs } from "node:util";
import { VerifyError, type VerifyOptions, verifySite } from "./verify-site.js";

/**
 * @param args without the program's name
 * @param out receives the findings
 * @param err receives the usage, or why the site could not be checked
 * @returns the exit code: 0 if everything is sound, 1 if it is not or the site cannot be read, 2 for a usage error
 */
export async function verifyCommand(
  args: readonly string[],
  out: (text: string) => void,
  err: (text: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const order = read(args);
  if (order === undefined) {
    err(USAGE);
    return 2;
  }
  try {
    return (await verifySite(order.site, order.options, out, signal)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof VerifyError || signal.aborted)) throw error;
    err(`peak-cycle-verify: ${error instanceof Error ? error.message : "stopped"}\n`);
    return 1;
  }
}

const USAGE = `usage: peak-cycle-verify https://SITE [--since FILE [--accept-new-key]] [--save FILE]
  --since           a proof kept earlier: today's history must extend it
  --accept-new-key  the publisher has told you about a new key that the former one does not vouch for
  --save            keep today's proof, if everything is sound
`;

/** @returns `undefined` for a usage error */
function read(args: readonly string[]): { readonly site: URL; readonly options: VerifyOptions } | undefined {
  const options = {
    since: { type: "string" },
    save: { type: "string" },
    "accept-new-key": { type: "boolean" },
  } as const;
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    const site = new URL(positionals[0] ?? "");
    const isPlain = /^https?:$/.test(site.protocol) && site.username === "" && site.search === "";
    if (!isPlain || positionals.length !== 1) return undefined;
    return { site, options: { ...values, acceptNewKey: values["accept-new-key"] } };
  } catch {
    return undefined;
  }
}
