import { connect, type Socket } from "node:net";
import { cpuSeconds } from "../child-process.js";
import type { LoadOrder, LoadResult } from "../load.js";
import { CLIENTS, requestBytes, responseReader } from "../wire.js";

/**
 * Load on one server: keep-alive connections with one request under way on each. After some requests a connection sends in
 * the name of the next of a million clients.
 */

/** Kept from round to round, so that no client comes back before all others had their turn. */
let nextClient = 0;

/** What one read takes from a socket at most; whole responses are under 8 kB. */
const READ_BYTES = 16_384;

interface Round {
  readonly order: LoadOrder;
  readonly sockets: Set<Socket>;
  readonly unexpected: Record<string, number>;
  received: number;
  isOver: boolean;
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const round: Round = { order, sockets: new Set(), unexpected: {}, received: 0, isOver: false };
  for (let i = 0; i < order.connections; i++) keepSending(round);
  await pause(order.warmUpMs);
  const before = { at: performance.now(), cpu: cpuSeconds(order.pid), received: round.received };
  await pause(order.countMs);
  const seconds = (performance.now() - before.at) / 1000;
  const cpu = cpuSeconds(order.pid) - before.cpu;
  const received = round.received - before.received;
  round.isOver = true;
  for (const socket of round.sockets) socket.destroy();
  return {
    perSecond: received / seconds,
    cpuMicros: (cpu / received) * 1e6,
    cpuShare: cpu / seconds,
    unexpected: round.unexpected,
  };
}

/** One connection, and the next one when the server closes it after its share of requests. */
function keepSending(round: Round): void {
  // Buffers of its own: bytes may not change while another connection still sends them.
  const requests = round.order.requests.map(requestBytes);
  let turn = 0;
  let client = 0;
  let sent = round.order.requestsPerClient;
  const read = responseReader();
  const { port } = round.order;
  // `onread` avoids the stream: the load must cost less than the server it measures.
  const onread = { buffer: Buffer.allocUnsafe(READ_BYTES), callback: receive };
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
  round.sockets.add(socket);

  function send(): void {
    turn = turn + 1 < requests.length ? turn + 1 : 0;
    if (sent >= round.order.requestsPerClient) {
      nextClient = nextClient + 1 < CLIENTS ? nextClient + 1 : 0;
      client = nextClient;
      sent = 0;
    }
    sent++;
    const request = requests[turn];
    if (request !== undefined) socket.write(request.from(client));
  }

  function receive(size: number, buffer: Uint8Array): boolean {
    const response = read(buffer, size);
    if (response === undefined) return true;
    round.received++;
    if (response.status !== requests[turn]?.status) {
      round.unexpected[response.status] = (round.unexpected[response.status] ?? 0) + 1;
    }
    if (!response.isLast) send();
    return true;
  }

  socket.on("connect", send);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    round.sockets.delete(socket);
    if (!round.isOver) keepSending(round);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

process.on("message", (order: LoadOrder) => {
  run(order).then((result) => process.send?.(result));
});
process.send?.("ready");
