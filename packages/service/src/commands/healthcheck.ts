import { get } from "node:http";
import { isIPv6 } from "node:net";
import { errorMessage } from "../domain/errors.js";
import { parseConfig } from "../settings.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak healthcheck`: asks the service on HOST and PORT for `/healthz`, as the health check of a container does.
 *
 * @returns whether it answers 200
 */
export async function healthcheck(context: ProcessContext): Promise<boolean> {
  const { host, port } = parseConfig(context.env).http;
  const name = REACHED_AT[host] ?? host;
  const url = `http://${isIPv6(name) ? `[${name}]` : name}:${port}/healthz`;
  const said = await statusOf(url).catch((error: unknown) => errorMessage(error) || "no answer");
  context.out(`${url}: ${said}\n`);
  return said === 200;
}

/** Where a process on the same machine reaches what listens on every address. */
const REACHED_AT: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Less than the 5 s after which Docker and Kubernetes give up by default or as our files say. */
const TIMEOUT_MS = 4000;

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get(url, { signal: AbortSignal.timeout(TIMEOUT_MS), agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", reject);
    request.on("close", () => reject(new Error("no answer"))); // nothing else comes after 101 Switching Protocols
  });
}
