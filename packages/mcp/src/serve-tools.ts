// The tools over standard input and output, as the Model Context Protocol has it: one JSON message a line.

import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { peakClient } from "peak-cycle-client";
import { toolsServer } from "./tools-server.js";

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
  const refuse = (code: number, message: string) =>
    write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })}\n`);
  const lines = Readable.from(messages(input, refuse));
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

/** No message to us is longer than some hundred bytes. */
const MAX_LINE_BYTES = 1_000_000;

/** An agent is told after this long that there is no answer. */
const MAX_WAIT_MS = 5000;

const TOO_LONG = `A message may have ${MAX_LINE_BYTES} bytes; this one was longer and was not read.`;

/**
 * The lines of an input that are JSON messages of a bearable length. The others are refused here: the protocol's own
 * reader ends at a line that is too long, and is silent about one that is no JSON.
 */
async function* messages(input: AsyncIterable<Uint8Array | string>, refuse: (code: number, message: string) => void) {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const data = Buffer.from(chunk);
    for (let from = 0; from < data.length; ) {
      const newline = data.indexOf("\n", from);
      const part = data.subarray(from, newline === -1 ? data.length : newline + 1);
      from += part.length;
      bytes += part.length;
      if (bytes > MAX_LINE_BYTES) parts = [];
      else parts.push(part);
      if (newline === -1) continue;
      if (bytes > MAX_LINE_BYTES) refuse(-32600, TOO_LONG);
      else yield* jsonIn(Buffer.concat(parts), refuse);
      [parts, bytes] = [[], 0];
    }
  }
}

function jsonIn(line: Buffer, refuse: (code: number, message: string) => void): readonly Buffer[] {
  const text = line.toString();
  if (text.trim() === "") return [];
  try {
    JSON.parse(text);
    return [line];
  } catch {
    refuse(-32700, "This line is no JSON.");
    return [];
  }
}
