import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { peakClient } from "peak-cycle-client";
import { MAX_LINE_BYTES, shortLines } from "./short-lines.js";
import { toolsServer } from "./tools-server.js";

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
  const lines = Readable.from(shortLines(input, () => write(TOO_LONG)));
  const transport = new StdioServerTransport(lines, output, { maxBufferSize: MAX_LINE_BYTES });
  const served = serveStdio(() => toolsServer(peak), { transport });
  await once(lines, "end", { signal: stop }).catch(() => stop.throwIfAborted());
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

/** An agent is told after so long that there is no answer. */
const MAX_WAIT_MS = 5000;

/** The answer to a line that is not read; it names no request, because nobody knows which one it was. */
const TOO_LONG = `${JSON.stringify({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32600, message: `A message may have ${MAX_LINE_BYTES} bytes; this one was longer and was not read.` },
})}\n`;
