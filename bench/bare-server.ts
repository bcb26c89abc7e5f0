import { connect } from "node:net";
import { type Child, startChild } from "./child-process.js";
import type { MeasuredServer } from "./load.js";
import { type RequestSpec, responseReader } from "./wire.js";

/** The baseline of the hot endpoints: `child/bare-server.ts`, which writes a recorded response to whatever is asked. */

/** A server of the bench in a process of its own. */
export interface BenchServer {
  readonly child: Child;
  readonly port: number;
}

/** Two processes of the same bare server: one is the baseline, both together show the noise. */
export interface Baseline {
  readonly bare: BenchServer;
  readonly twin: BenchServer;
}

/** One response as it came over the wire. */
export interface RecordedResponse {
  readonly status: number;
  /** Alternating names and values in their order, without those Node writes itself. */
  readonly headers: readonly string[];
  /** What Node wrote in `Keep-Alive: …, max=`. */
  readonly requestsPerSocket: number;
  /** Bytes as latin1 text. */
  readonly body: string;
  /** Everything but the date. */
  readonly wire: string;
}

const WRITTEN_BY_NODE = new Set(["date", "connection", "keep-alive"]);

/** @param name a script in `bench/child` that sends its port once it listens */
export async function startServer(name: string, args: readonly string[] = []): Promise<BenchServer> {
  const { child, ready } = await startChild<number>(name, args);
  return { child, port: ready };
}

export function measured({ port, child }: BenchServer, request: RequestSpec): MeasuredServer {
  return { port, pid: child.pid, request };
}

/**
 * Gives the bare servers the response of a server, and makes sure that they write it to the byte, but for the date.
 *
 * @throws Error when the response is no 200, or a bare server writes other bytes
 */
export async function copyResponse({ bare, twin }: Baseline, port: number, path: string): Promise<RecordedResponse> {
  const recorded = await record(port, path);
  if (recorded.status !== 200) throw new Error(`${path} answered ${recorded.status}`);
  for (const server of [bare, twin]) {
    await server.child.request(recorded);
    const written = await record(server.port, path);
    if (written.wire !== recorded.wire) throw new Error(`the bare server wrote other bytes:\n${written.wire}`);
  }
  return recorded;
}

export function entityTag({ headers }: RecordedResponse): string {
  return headers[headers.findIndex((name) => name.toLowerCase() === "etag") + 1] ?? "";
}

/** @throws Error when the response cannot be read to its end */
async function record(port: number, path: string): Promise<RecordedResponse> {
  const wire = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  const end = wire.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = wire.slice(0, end).split("\r\n");
  const fields = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as const);
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: fields.filter(([name]) => !WRITTEN_BY_NODE.has(name.toLowerCase())).flat(),
    requestsPerSocket: Number(/max=(\d+)/.exec(wire.slice(0, end))?.[1] ?? 0),
    body: wire.slice(end + 4),
    wire: wire.replace(/\r\nDate: [^\r]*/, ""),
  };
}

function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = responseReader();
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(request, "latin1"));
    socket.on("data", (piece) => {
      text += piece.toString("latin1");
      if (read(piece, piece.length) === undefined) return;
      socket.destroy();
      resolve(text);
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the server closed the connection")));
  });
}
