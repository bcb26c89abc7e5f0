import { connect, type Socket } from "node:net";
import { answerReader } from "./parts/answer-reader.js";
import type { LoadOrder, LoadResult } from "./parts/load-order.js";
import { cpuSeconds } from "./parts/proc.js";
import { CLIENTS, requestText } from "./parts/request-text.js";

/** The load: keep-alive connections, one request under way on each, after some requests from the next of a million clients. */

/** Goes on from round to round, so that no client comes back before all others had their turn. */
let nextClient = 0;

/** A piece of an answer is this long at most; whole answers are under 8 kB. */
const ANSWER_BYTES = 16_384;

interface Round {
  readonly order: LoadOrder;
  readonly sockets: Set<Socket>;
  readonly unexpected: Record<string, number>;
  answered: number;
  isOver: boolean;
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const round: Round = { order, sockets: new Set(), unexpected: {}, answered: 0, isOver: false };
  for (let i = 0; i < order.connections; i++) keepAsking(round);
  await pause(order.warmMs);
  const before = { at: performance.now(), cpu: cpuSeconds(order.pid), answered: round.answered };
  await pause(order.countMs);
  const seconds = (performance.now() - before.at) / 1000;
  const cpu = cpuSeconds(order.pid) - before.cpu;
  const answered = round.answered - before.answered;
  round.isOver = true;
  for (const socket of round.sockets) socket.destroy();
  return {
    perSecond: answered / seconds,
    cpuMicros: (cpu / answered) * 1e6,
    cpuShare: cpu / seconds,
    unexpected: round.unexpected,
  };
}

/** One connection, and the next one when the server closes it after its share of requests. */
function keepAsking(round: Round): void {
  // Buffers of its own: bytes may not change while another connection still sends them.
  const texts = round.order.targets.map(requestText);
  let turn = 0;
  let client = 0;
  let asked = round.order.asks;
  const read = answerReader();
  const { port } = round.order;
  // `onread` passes by the stream: the load must cost less than the server it measures.
  const onread = { buffer: Buffer.allocUnsafe(ANSWER_BYTES), callback: take };
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
  round.sockets.add(socket);

  function ask(): void {
    turn = turn + 1 < texts.length ? turn + 1 : 0;
    if (asked >= round.order.asks) {
      nextClient = nextClient + 1 < CLIENTS ? nextClient + 1 : 0;
      client = nextClient;
      asked = 0;
    }
    asked++;
    const text = texts[turn];
    if (text !== undefined) socket.write(text.from(client));
  }

  function take(size: number, buffer: Uint8Array): boolean {
    const answer = read(buffer, size);
    if (answer === undefined) return true;
    round.answered++;
    if (answer.status !== texts[turn]?.status) {
      round.unexpected[answer.status] = (round.unexpected[answer.status] ?? 0) + 1;
    }
    if (!answer.isLast) ask();
    return true;
  }

  socket.on("connect", ask);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    round.sockets.delete(socket);
    if (!round.isOver) keepAsking(round);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

process.on("message", (order: LoadOrder) => {
  run(order).then((result) => process.send?.(result));
});
process.send?.("ready");
