/** `peak-cycle-verify https://…`: checks the published history of a site from outside. */

import { parseArgs } from "node:util";
import { EXIT_CODES, VerifyError, type VerifyOptions, verifySite } from "./verify-site.js";

/**
 * @param args without the program's name
 * @param out receives the findings
 * @param err receives the usage, or why a file cannot be used
 * @returns the exit code: 0 if everything is sound, 1 if it is not, 2 for a usage error or a file that cannot be used,
 *   3 if the site could not be checked
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
    return EXIT_CODES[await verifySite(order.site, order.options, out, signal)];
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error;
    err(`peak-cycle-verify: ${error.message}\n`);
    return 2;
  }
}

const USAGE = `usage: peak-cycle-verify https://SITE [--since FILE [--accept-new-key]] [--save FILE] [--timeout SECONDS]
  --since           a proof saved earlier: today's history must extend it
  --accept-new-key  the publisher has announced a new key that the former one does not vouch for
  --save            save today's proof, if everything is sound
  --timeout         for the whole check, 1 to 3600; 60 by default
Exit codes: 0 sound, 1 not sound, 2 usage or file error, 3 could not be checked: try again.
`;

/** @returns `undefined` for a usage error */
function read(args: readonly string[]): { readonly site: URL; readonly options: VerifyOptions } | undefined {
  const options = {
    since: { type: "string" },
    save: { type: "string" },
    "accept-new-key": { type: "boolean" },
    timeout: { type: "string" },
  } as const;
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    const site = new URL(positionals[0] ?? "");
    const { protocol, username, password, search, hash } = site;
    const isPlain = /^https?:$/.test(protocol) && username + password + search + hash === "";
    const { since, save, timeout = "60" } = values;
    const isTime = /^[1-9]\d{0,3}$/.test(timeout) && Number(timeout) <= 3600;
    if (!isPlain || !isTime || positionals.length !== 1) return undefined;
    return {
      site,
      options: { since, save, acceptNewKey: values["accept-new-key"], timeoutMs: Number(timeout) * 1000 },
    };
  } catch {
    return undefined;
  }
}
