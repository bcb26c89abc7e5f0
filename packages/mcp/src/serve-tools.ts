// The tools over standard input and output, as the Model Context Protocol has it: one JSON message a line.

import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { peakClient } from "peak-cycle-client";
import { toolsServer } from "./tools-server.js";

/** Where the tools ask, and the process they are served from. */
export interface ToolsProcess {
  /** Address of a Peak site, or of a scene of its sandbox. */
  readonly baseUrl: string | URL;
  readonly input: Readable;
  readonly write: (text: string) => unknown;
  /** Ends every request under way. */
  readonly stop: AbortSignal;
}

/** An agent is told after this long that there is no answer. */
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

const NO_JSON = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "This line is no JSON." } };

/** The lines that are JSON. The others are refused here: the protocol's own reader is silent about them. */
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
