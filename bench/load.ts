/**
 * Load on one server: keep-alive connections with one request in flight on each. After some requests a connection
 * switches to the next of a million client addresses. It does little work, so it uses less CPU than the server.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { cpuSeconds } from "./processes.js";

export interface LoadOrder {
  readonly port: number;
  /** The server's process, to read its CPU time. */
  readonly pid: number;
  /** Sent in turn on every connection; each must get a 200. */
  readonly requests: readonly { readonly path: string; readonly headers: readonly string[] }[];
  readonly connections: number;
  /** Requests a client makes before the next one takes over. */
  readonly requestsPerClient: number;
  readonly countMs: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** The server's CPU time per response, in microseconds. */
  readonly cpuMicros: number;
}

const CLIENTS = 1_000_000;
/** Time to open the connections before counting starts. */
const CONNECTING_MS = 150;

/** Kept between rounds, so that no client returns before all others have had their turn. */
let nextClient = 0;

interface Round {
  readonly order: LoadOrder;
  readonly sockets: Set<Socket>;
  received: number;
  failures: number;
  isOver: boolean;
}

/** @throws Error if any response was not a 200 */
export async function load(order: LoadOrder): Promise<LoadResult> {
  const round: Round = { order, sockets: new Set(), received: 0, failures: 0, isOver: false };
  for (let i = 0; i < order.connections; i++) keepSending(round);
  await wait(CONNECTING_MS);
  const before = { at: performance.now(), cpu: cpuSeconds(order.pid), received: round.received };
  await wait(order.countMs);
  const seconds = (performance.now() - before.at) / 1000;
  const received = round.received - before.received;
  const cpuMicros = ((cpuSeconds(order.pid) - before.cpu) / received) * 1e6;
  round.isOver = true;
  for (const socket of round.sockets) socket.destroy();
  if (round.failures > 0) throw new Error(`${round.failures} responses were not 200`);
  return { perSecond: received / seconds, cpuMicros };
}

/** Keeps one connection busy, and opens another when the server closes it. */
function keepSending(round: Round): void {
  const { port, requests, requestsPerClient } = round.order;
  let [turn, sent, client] = [0, 0, 0];
  let pending = "";
  const socket = connect({ port, host: "127.0.0.1", noDelay: true }).setEncoding("latin1");
  round.sockets.add(socket);

  function send(): void {
    if (sent++ % requestsPerClient === 0) client = nextClient = (nextClient + 1) % CLIENTS;
    const { path, headers } = requests[turn++ % requests.length] ?? { path: "/", headers: [] };
    const address = `198.${client % 100}.${Math.floor(client / 100) % 100}.${Math.floor(client / 10_000)}`;
    const lines = [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", `X-Forwarded-For: ${address}`, ...headers];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  }

  socket.on("connect", send);
  socket.on("data", (part: string) => {
    pending += part;
    if (!isWhole(pending)) return;
    round.received++;
    if (!pending.startsWith("HTTP/1.1 200")) round.failures++;
    const isLast = /\r\nconnection: close/i.test(pending.slice(0, 2000));
    pending = "";
    if (!isLast) send();
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    round.sockets.delete(socket);
    if (!round.isOver) keepSending(round);
  });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n");
  return end !== -1 && answer.length >= end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1] ?? 0);
}
