import { createMcpHandler } from "@modelcontextprotocol/server";
import type { PeakClient } from "peak-cycle-client";
import { toolsServer } from "./tools-server.js";

/**
 * Answers each POST of the protocol's Streamable HTTP by itself: there are no sessions, and no stream outlives its answer.
 *
 * @param peak makes a client for one request, or gives one that is kept
 */
export function httpTools(peak: () => PeakClient): (request: Request, body: unknown) => Promise<Response> {
  const handler = createMcpHandler(() => toolsServer(peak()), { maxSubscriptions: 0, keepAliveMs: 0 });
  return (request, parsedBody) => handler.fetch(request, { parsedBody });
}
