import { connect } from "node:net";
import { answerReader } from "./answer-reader.js";

/** One answer as it came over the wire. */
export interface Recorded {
  readonly status: number;
  /** Alternating names and values in their order, without those Node writes itself. */
  readonly head: readonly string[];
  /** What Node wrote in `Keep-Alive: …, max=`. */
  readonly requestsPerSocket: number;
  /** Bytes as latin1 text. */
  readonly body: string;
  /** Everything but the date. */
  readonly wire: string;
}

const BY_NODE = new Set(["date", "connection", "keep-alive"]);

/** @throws Error when the answer cannot be read to its end */
export async function record(port: number, path: string): Promise<Recorded> {
  const wire = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  const end = wire.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = wire.slice(0, end).split("\r\n");
  const fields = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as const);
  return {
    status: Number(statusLine.split(" ")[1]),
    head: fields.filter(([name]) => !BY_NODE.has(name.toLowerCase())).flat(),
    requestsPerSocket: Number(/max=(\d+)/.exec(wire.slice(0, end))?.[1] ?? 0),
    body: wire.slice(end + 4),
    wire: wire.replace(/\r\nDate: [^\r]*/, ""),
  };
}

export function entityTag({ head }: Recorded): string {
  return head[head.findIndex((name) => name.toLowerCase() === "etag") + 1] ?? "";
}

function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = answerReader();
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
