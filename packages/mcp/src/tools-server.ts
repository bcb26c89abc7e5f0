import { McpServer } from "@modelcontextprotocol/server";
import type { PeakClient } from "peak-cycle-client";
import { addTools } from "./tools.js";

/** A Model Context Protocol server with the tools, for one connection or one request. */
export function toolsServer(peak: PeakClient): McpServer {
  const server = new McpServer(
    { name: "peak", title: "Peak: a Bitcoin cycle index", version: VERSION },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false }, prompts: {}, resources: {} } },
  );
  addTools(server, peak);
  // Several clients drop a server that rejects these two, whatever its capabilities say.
  server.server.setRequestHandler("prompts/list", () => ({ prompts: [] }));
  server.server.setRequestHandler("resources/list", () => ({ resources: [] }));
  return server;
}

/** The version of this package, as in package.json; a test keeps the two in sync. */
export const VERSION = "0.1.0";

const INSTRUCTIONS =
  "Scores of a Bitcoin cycle index. Pass on caution, age and attribution with every number. " +
  "When is_stale is true, say so.";
