import { once } from "node:events";
import { Writable } from "node:stream";
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { peakClient } from "peak-cycle-client";
import { parseConfig, parseSite } from "../settings.js";
import { SECOND_MS } from "peak-cycle-model";
import { addTools } from "peak-cycle-mcp";
import { VERSION } from "../platform/version.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak mcp`: tools for an agent, over standard input and output, until the input ends. It asks a running service, and opens
 * neither its database nor its sources.
 *
 * @param url of the service; by default the public address in `BASE_URL`, else the one it listens on
 */
export async function mcp({ env, input, out, stop }: ProcessContext, url: string | undefined): Promise<void> {
  const baseUrl = url === undefined ? parseConfig(env).http.baseUrl : parseSite("--url", url);
  const peak = peakClient({ baseUrl, signal: stop, maxWaitMs: MAX_WAIT_MS });
  const output = new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      out(text);
      done();
    },
  });
  const messages = input();
  const transport = new StdioServerTransport(messages, output, { maxBufferSize: MAX_BUFFER_BYTES });
  const makeServer = () => {
    const server = new McpServer(
      { name: "peak", title: "Peak: a Bitcoin cycle index", version: VERSION },
      { instructions: INSTRUCTIONS },
    );
    addTools(server, peak);
    return server;
  };
  const served = serveStdio(makeServer, { transport });
  await once(messages, "end", { signal: stop }).catch(() => stop.throwIfAborted());
  await served.close();
}

/** Then an agent is told that there is no answer. */
const MAX_WAIT_MS = 5 * SECOND_MS;

/** No message to us is longer than some hundred bytes. */
const MAX_BUFFER_BYTES = 1_000_000;

const INSTRUCTIONS =
  "Scores of a Bitcoin cycle index. Pass on caution, age and attribution with every number. When is_stale is true, say so.";
