/** The tools over HTTP, for `/mcp` of a site. */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { PeakClient } from "peak-cycle-client";
import { toolsServer } from "./tools-server.js";

/**
 * Handles each POST of the protocol's Streamable HTTP independently and responds in JSON: there are no sessions, and no
 * stream outlives its response.
 *
 * @param peak creates a client for each request, or returns a shared one
 */
export function httpTools(peak: () => PeakClient): (request: Request, body: unknown) => Promise<Response> {
  const options = { legacy: "reject", maxSubscriptions: 0, keepAliveMs: 0 } as const;
  const handler = createMcpHandler(() => toolsServer(peak()), options);
  return async (request, parsedBody) => {
    if (!(await isLegacyRequest(request, parsedBody))) return handler.fetch(request, { parsedBody });
    // Clients of the 2025 protocol, for which the handler itself would open a stream.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = toolsServer(peak());
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody });
    await server.close();
    return response;
  };
}
