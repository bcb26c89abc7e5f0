/** Serves the tools over standard input and output, per the Model Context Protocol: one JSON message per line. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { peakClient } from "peak-cycle-client";
import { toolsServer } from "./tools-server.js";

/** The site that the tools query, and the process that serves them. */
export interface ToolsProcess {
  /** URL of a Peak site, or of one of its sandbox scenes. */
  readonly baseUrl: string | URL;
  readonly input: Readable;
  readonly write: (text: string) => unknown;
  /** Aborts every request in progress. */
  readonly stop: AbortSignal;
}

/** After this long, a tool reports that the site did not respond. */
const MAX_WAIT_MS = 5000;

/**
 * Serves the tools to an agent until the input ends.
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
  const lines = Readable.from(messages(input, () => write(`${JSON.stringify(NO_JSON)}\n`)));
  const served = serveStdio(() => toolsServer(peak), { transport: new StdioServerTransport(lines, output) });
  await once(lines, "end", { signal: stop }).catch(() => stop.throwIfAborted());
  await served.close();
}

const NO_JSON = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "This line is not JSON." } };

/** Yields the lines that are JSON. Others are rejected here: the protocol's own reader ignores them silently. */
async function* messages(input: Readable, refuse: () => void) {
  for await (const line of createInterface({ input })) {
    if (isJson(line)) yield Buffer.from(`${line}\n`);
    else if (line.trim() !== "") refuse();
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
