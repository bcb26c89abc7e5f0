import { serveTools } from "peak-cycle-mcp";
import { parseOrThrow, webAddress } from "../platform/setting-types.js";
import { parseConfig } from "../settings.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak mcp`: serves the tools of `peak-cycle-mcp` over stdio. They query a running service, not its database or
 * sources.
 *
 * @param url of the service; by default `BASE_URL`, or the address it listens on
 */
export async function mcp({ env, input, out, stop }: ProcessContext, url: string | undefined): Promise<void> {
  const baseUrl = url === undefined ? parseConfig(env).http.baseUrl : parseOrThrow("--url", webAddress, url);
  await serveTools({ baseUrl, input: input(), write: out, stop });
}
