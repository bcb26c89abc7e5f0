import { once } from "node:events";
import { type Readable, Writable } from "node:stream";
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { peakClient } from "peak-cycle-client";
import { addTools } from "./tools.js";

/**
 * Serves the tools to an agent, one JSON message a line as the Model Context Protocol has it, until the input ends.
 *
 * @throws the signal's reason when that aborts
 */
export async function serveTools({ baseUrl, input, write, stop }: ToolsProcess): Promise<void> {
  const peak = peakClient({ baseUrl, signal: stop, maxWaitMs: MAX_WAIT_MS });
  const output = new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      write(text);
      done();
    },
  });
  const makeServer = () => {
    const server = new McpServer(
      { name: "peak", title: "Peak: a Bitcoin cycle index", version: VERSION },
      { instructions: INSTRUCTIONS },
    );
    addTools(server, peak);
    return server;
  };
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_BUFFER_BYTES });
  const served = serveStdio(makeServer, { transport });
  await once(input, "end", { signal: stop }).catch(() => stop.throwIfAborted());
  await served.close();
}

/** Where the tools ask, and the process they are served from. */
export interface ToolsProcess {
  /** Address of a Peak site, or of a scene of its sandbox. */
  readonly baseUrl: string | URL;
  readonly input: Readable;
  readonly write: (text: string) => unknown;
  /** Ends every request under way. */
  readonly stop: AbortSignal;
}

/** The version of this package, as in package.json; a test holds the two together. */
export const VERSION = "0.1.0";

/** An agent is told after so long that there is no answer. */
const MAX_WAIT_MS = 5000;

/** No message to us is longer than some hundred bytes. */
const MAX_BUFFER_BYTES = 1_000_000;

const INSTRUCTIONS =
  "Scores of a Bitcoin cycle index. Pass on caution, age and attribution with every number. When is_stale is true, say so.";
