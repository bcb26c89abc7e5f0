/** Crowds of connections that do not read, or ask for nothing. */

import type { Socket } from "node:net";
import { residentMb } from "../../bench/child-process.js";
import { ask, freshClient } from "../../packages/service/test/support/ask.js";
import type { Attack } from "../part.js";
import type { AttackedService } from "../service.js";
import { openRaw } from "./raw.js";

/** How many connections. */
export interface Crowd {
  readonly readers: number;
  readonly idle: number;
}

const LEAVES = "/api/public/nhci/proof/leaves";
const AHEAD = 20;
const AT_ONCE = 100;
/** What clients that do not read may add to the process, in MB. */
const MAX_ADDED_MB = 60;
/** Within which others are answered meanwhile. */
const ANSWER_MS = 2000;
const PAUSE_MS = 1000;

/** Clients that ask for the longest answer many times and do not read. Others are served, and they take little memory. */
export async function neverRead(attack: Attack, service: AttackedService, { readers }: Crowd): Promise<void> {
  const { finding, tried } = attack;
  await readersWhoRead(service, readers);
  const before = residentMb(service.pid).now;
  const request = `GET ${LEAVES} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(AHEAD);
  const sockets = await crowd(readers, service.port, (i) => oneOf(i, attack));
  for (const socket of sockets) socket.pause().write(request);
  tried("connections that never read", readers);
  await servesOthers(attack, service, "while nobody reads");
  const added = residentMb(service.pid).now - before;
  if (added > MAX_ADDED_MB) finding(`${Math.round(added)} MB are added by ${readers} connections that never read`);
  for (const socket of sockets) socket.destroy();
}

/**
 * As many readers as will attack, who take their answer. What a process needs for so many, it takes once and keeps; only
 * what an attack adds to that is the attack's.
 */
async function readersWhoRead({ origin }: AttackedService, readers: number): Promise<void> {
  for (let left = readers; left > 0; left -= AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(left, AT_ONCE) }, () => ask(origin + LEAVES, { from: freshClient() })),
    );
}

/** Connections that ask for nothing: they give way to those that do, those of other addresses and of the same. */
export async function stayIdle(attack: Attack, service: AttackedService, { idle }: Crowd): Promise<void> {
  const from = "127.3.0.1";
  const sockets = await crowd(idle, service.port, () => from);
  attack.tried("idle connections of one address", idle);
  await servesOthers(attack, service, "beside idle connections");
  await servesOthers(attack, service, "beside idle connections of its own address", from);
  for (const socket of sockets) socket.destroy();
}

/** Every second one comes from one address. */
function oneOf(i: number, { random }: Attack): string {
  return i % 2 === 0 ? "127.2.0.1" : `127.2.1.${1 + Math.floor(random() * 250)}`;
}

async function crowd(size: number, port: number, addressOf: (i: number) => string): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let i = 0; i < size; i++) {
    sockets.push(openRaw({ port, from: addressOf(i) }));
    if (i % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return sockets;
}

async function servesOthers(
  { tried, finding }: Attack,
  { origin }: AttackedService,
  when: string,
  from?: string,
): Promise<void> {
  for (const end = Date.now() + PAUSE_MS; Date.now() < end; ) {
    tried("requests of others meanwhile");
    const asking = ask(`${origin}/api/public/nhci/meta`, { from: from ?? freshClient() });
    const asked = performance.now();
    const status = await asking.then(
      (reply) => reply.status,
      (error: Error) => error.message,
    );
    if (status !== 200) return finding(`${status} ${when}`);
    const tookMs = performance.now() - asked;
    if (tookMs > ANSWER_MS) finding(`an answer after ${Math.round(tookMs)} ms ${when}`);
  }
}
