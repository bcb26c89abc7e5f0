/** The part `soak`: mixed traffic and failing sources for a long time. */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { FAULTS, SOURCE_NAMES } from "peak-cycle-simulator";
import { residentMb } from "../bench/child-process.js";
import { ENDPOINTS } from "../packages/service/src/http/endpoints/all.js";
import { SCENES } from "../packages/service/src/http/sandbox-scenes.js";
import { ask } from "../packages/service/test/support/ask.js";
import { freePort } from "../packages/service/test/support/free-port.js";
import { sendMalformed } from "./http/malformed.js";
import type { Attack, TorturePart } from "./part.js";
import { type AttackedService, attackedService } from "./service.js";
import { longestDelay, strangeLines } from "./signs-of-life.js";

/** How much longer than its attacker, beside which it runs, it may stand still: on a busy machine both do. */
const MAX_DELAY_S = 1;
/** What the process may grow by from the second fifth of the time to the last, in MB. */
const MAX_GROWTH_MB = 20;
/** A process grows with its first answers: shorter times say nothing about memory. */
const SLOPE_FROM_MS = 4 * 60_000;
const AT_ONCE = 8;
const PAUSE_MS = 50;
const WORN_PAUSE_ROUNDS = 40;

/** Mixed traffic and failing sources for long: memory, event-loop delay and log stay as they are. */
export const soakPart: TorturePart = {
  name: "soak",
  about: "mixed traffic and failing sources: memory, event-loop delay, log",
  async run(attack) {
    const port = await freePort();
    const service = await attackedService(attack, { METRICS_PORT: String(port), TRUSTED_PROXIES: "127.0.0.1/32" });
    const strange = strangeLines(service.process);
    const memory: number[] = [];
    const metrics = `http://127.0.0.1:${port}/metrics`;
    await longestDelay(metrics); // The delays of the start do not count.
    const own = monitorEventLoopDelay({ resolution: 20 });
    own.enable();
    attack.begin();
    for (let round = 0; !attack.signal.aborted; round++) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => askOne(attack, service)));
      if (round % WORN_PAUSE_ROUNDS === 0) {
        changeFaults(attack, service);
        await sendMalformed(attack, service);
        memory.push(residentMb(service.pid).now);
        const [delay, usual] = [await longestDelay(metrics), own.max / 1e9];
        own.reset();
        if (delay > usual + MAX_DELAY_S) attack.finding(`it stood still for ${delay} s, its attacker for ${usual} s`);
        for (const line of strange()) attack.finding(line);
      }
      await wait(PAUSE_MS);
    }
    attack.tried("MB of memory at the end", Math.round(memory.at(-1) ?? 0));
    const growth = meanOf(memory, 4) - meanOf(memory, 1);
    if (attack.forMs >= SLOPE_FROM_MS && growth > MAX_GROWTH_MB)
      attack.finding(`memory grew by ${Math.round(growth)} MB from the second fifth to the last`);
  },
};

const SCENE_PATHS = SCENES.flatMap(({ name }) =>
  ["/api/public/nhci", "/api/public/nhci/history", "/embed/nhci"].map((path) => `/sandbox/${name}${path}`),
);
const PATHS = [...ENDPOINTS.map(({ path }) => path).filter((path) => !path.includes("{")), ...SCENE_PATHS];
/** All of them are conditions that readers set. */
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { "accept-encoding": "br" },
  { "accept-encoding": "gzip" },
  { "if-none-match": "*" },
  { "if-modified-since": new Date(0).toUTCString() },
  { "accept-language": "de" },
];

/** One request as a reader sends it, from one of many addresses. */
async function askOne({ random, tried, finding }: Attack, { origin }: AttackedService): Promise<void> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const path = pick(PATHS);
  const method = pick(["GET", "GET", "GET", "HEAD", "OPTIONS"]);
  const address = `10.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}.1`;
  const status = await ask(origin + path, { method, headers: { ...pick(HEADERS), "x-forwarded-for": address } }).then(
    (reply) => reply.status,
    (error: Error) => error.message,
  );
  tried("requests");
  const isUnready = status === 503 && (path.startsWith("/sandbox/waiting") || /\.png$|^\/readyz$/.test(path));
  if (typeof status === "string" || (status >= 500 && !isUnready)) finding(`${status} for ${method} ${path}`);
}

/** About half of the time all sources are sound. */
function changeFaults({ random, tried }: Attack, { simulator: { faults } }: AttackedService): void {
  faults.clear();
  if (random() < 0.5) return;
  tried("changes of faults");
  for (const source of SOURCE_NAMES)
    if (random() < 0.5) faults.set(source, FAULTS[Math.floor(random() * FAULTS.length)] ?? "reset");
}

/** Of one fifth of all values, counted from 0. */
function meanOf(values: readonly number[], fifth: number): number {
  const size = values.length / 5;
  const part = values.slice(Math.floor(fifth * size), Math.ceil((fifth + 1) * size));
  return part.reduce((sum, each) => sum + each, 0) / part.length;
}
