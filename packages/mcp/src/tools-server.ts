/** The tools as a separate Model Context Protocol server. */

import { McpServer } from "@modelcontextprotocol/server";
import type { PeakClient } from "peak-cycle-client";
import { addTools } from "./tools.js";

/** A Model Context Protocol server with the tools, for one connection or one request. */
export function toolsServer(peak: PeakClient): McpServer {
  const server = new McpServer(
    { name: "peak", title: "Peak: a Bitcoin cycle index", version: VERSION },
    { instructions: INSTRUCTIONS, capabilities: { tools: FIXED, prompts: FIXED, resources: FIXED } },
  );
  addTools(server, peak);
  // Several clients disconnect from a server that rejects these, even if its capabilities exclude them.
  server.server.setRequestHandler("prompts/list", () => ({ prompts: [] }));
  server.server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  return server;
}

/** Without this, the library would announce notifications of changed lists. */
const FIXED = { listChanged: false };

/** The version of this package, as in package.json; a test keeps the two in sync. */
export const VERSION = "0.1.0";

const INSTRUCTIONS =
  "Scores of a Bitcoin cycle index. Pass on caution, age and attribution with every number. " +
  "When is_stale or is_invented is true, say so.";
