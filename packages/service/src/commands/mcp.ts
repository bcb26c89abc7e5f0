import { serveTools } from "peak-cycle-mcp";
import { parseOrThrow, webAddress } from "../platform/setting-types.js";
import { parseConfig } from "../settings.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak mcp`: the tools of the package `peak-cycle-mcp`. They ask a running service, and open neither its database nor
 * its sources.
 *
 * @param url of the service; by default the public address in `BASE_URL`, else the one it listens on
 */
export async function mcp({ env, input, out, stop }: ProcessContext, url: string | undefined): Promise<void> {
  const baseUrl = url === undefined ? parseConfig(env).http.baseUrl : parseOrThrow("--url", webAddress, url);
  await serveTools({ baseUrl, input: input(), write: out, stop });
}
