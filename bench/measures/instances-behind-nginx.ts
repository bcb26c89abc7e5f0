/** What an answer costs three instances that share their limits behind nginx. */

import { request } from "node:http";
import { connect } from "node:net";
import { findPrograms, type ManyInstances, startMany } from "../../packages/service/test/support/many-instances.js";
import { childPids, cpuSeconds } from "../child-process.js";
import { type Row, row } from "../table.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";

/** The first ones are slower, since code is not compiled yet, and do not count. */
const WARM_UP = 2;
const ROUNDS = 3;
const REQUESTS = 3000;
const CONCURRENCY = 16;

/** A million pages ask for the score every 300 s and for the history once an hour. */
const REQUESTS_PER_SECOND = 1_000_000 / 300 + 1_000_000 / 3600;

/**
 * What the capacity table of docs/operations/scaling.md is computed from: three instances with limits in Redis behind nginx, a new
 * connection and a new client with every request. Nothing where nginx, PostgreSQL or Redis is missing.
 */
export async function instancesBehindNginxRows(): Promise<Row[]> {
  const programs = findPrograms();
  if (programs === undefined) return [];
  const many = await startMany(programs);
  try {
    many.simulator.faults.set("*", "500"); // without jobs: only requests cost CPU
    for (let i = 0; i < WARM_UP; i++) await round(many);
    const rounds: CpuTime[] = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push(await round(many));
    const [nginx, instances] = [rounds.map((each) => each.nginxUs), rounds.map((each) => each.instancesUs)];
    const cores = rounds.map((each) => ((each.nginxUs + each.instancesUs) * REQUESTS_PER_SECOND) / 1e6);
    return [
      row({ name: "CPU of nginx, a connection each", unit: "us an answer", samples: nginx }),
      row({ name: "CPU of three instances behind it", unit: "us an answer", samples: instances }),
      row({ name: "current score on the wire, br", unit: "bytes", samples: [await wireBytes(many, CURRENT)] }),
      row({ name: "history on the wire, br", unit: "bytes", samples: [await wireBytes(many, HISTORY)] }),
      row({
        name: "a million pages every 5 min, no CDN",
        unit: "cores",
        samples: cores,
        raw: { nginx, instances },
        note: `${Math.round(REQUESTS_PER_SECOND)} answers a second, nginx and instances together, without TLS`,
      }),
    ];
  } finally {
    await many.end();
  }
}

interface CpuTime {
  readonly nginxUs: number;
  readonly instancesUs: number;
}

async function round(many: ManyInstances): Promise<CpuTime> {
  const nginxPids = childPids(many.nginx.pid).flatMap((master) => childPids(master));
  const pids = many.instances.map(({ process }) => process.child.pid ?? 0);
  const before = [cpuOf(nginxPids), cpuOf(pids)] as const;
  let left = REQUESTS;
  const worker = async () => {
    while (left-- > 0) await get(many.origin + CURRENT);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const us = (seconds: number) => (seconds * 1e6) / REQUESTS;
  return { nginxUs: us(cpuOf(nginxPids) - before[0]), instancesUs: us(cpuOf(pids) - before[1]) };
}

const cpuOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);

let clients = 0;

/** An address of 127.0.0.0/8 that has not asked before. */
function nextClient(): string {
  clients++;
  return `127.${10 + (clients >> 16)}.${(clients >> 8) & 255}.${clients & 255}`;
}

function get(url: string): Promise<void> {
  const options = { agent: false, localAddress: nextClient(), headers: { "accept-encoding": "br" } };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} gave ${response.statusCode}`));
      response.resume().on("end", resolve);
    });
    sent.on("error", reject).end();
  });
}

/** Head and body of one answer, without what TLS and TCP add. */
function wireBytes({ origin }: ManyInstances, path: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const socket = connect({ host: hostname, port: Number(port), localAddress: nextClient() });
    socket.on("data", (part) => {
      bytes += part.length;
    });
    socket.on("end", () => resolve(bytes)).on("error", reject);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: peak.example\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`);
  });
}
