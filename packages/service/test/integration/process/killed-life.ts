import { setTimeout as wait } from "node:timers/promises";
import { startSimulator } from "peak-cycle-simulator";
import { expect } from "vitest";
import { ask, type Reply } from "../../support/ask.js";
import { eventually, logOf, type ServiceProcess } from "../../support/service-process.js";
import { simulatorSettings } from "../../support/simulated-life.js";
import { type Acknowledged, acknowledgedAnswers } from "./acknowledged.js";
import { type DatabaseState, readState } from "./database-state.js";
import { type LifeStory, lifeStory } from "./life-story.js";
import { type ShiftedService, warmService } from "./shifted-service.js";

/** One installation whose processes are killed and started again. */
export interface KilledLife {
  /** Makes the market stand still at a moment, which the service's clock reaches after `leadMs`. */
  moveTo(iso: string, leadMs?: number): void;
  start(): Promise<void>;
  /** Starts and kills so long after the order to begin, whether it listens by then or not. */
  startAndKill(afterMs: number): Promise<DatabaseState>;
  /** Kills the service under way after so long. */
  kill(afterMs: number): Promise<DatabaseState>;
  /** Ends what still runs. */
  end(): Promise<void>;
  /** Waits until the service has published it. */
  until(what: string, isThere: (seen: Acknowledged) => boolean): Promise<unknown>;
  readonly tell: LifeStory["tell"];
}

/** After each kill what is left is checked against all that was acknowledged. */
export async function killedLife(folder: string): Promise<KilledLife> {
  const simulator = await startSimulator();
  const urls = simulatorSettings(simulator);
  const settings = { DATA_DIR: folder, PORT: "0", TRUSTED_PROXIES: "127.0.0.0/8", ...urls };
  const acknowledged = acknowledgedAnswers();
  const { note, follow, tell } = lifeStory();
  let spare = warmService();
  let service: ShiftedService | undefined;
  let offsetMs = 0;

  const next = async () => {
    const warm = spare;
    spare = warmService(); // loads while the other works
    await warm.ready;
    follow(warm.process);
    note("a start");
    const begun = warm.begin(settings, offsetMs);
    begun.then(
      (each) => void watch(each, acknowledged),
      () => {}, // killed before it listened
    );
    return { warm, begun };
  };
  const killNow = async (process: ServiceProcess): Promise<DatabaseState> => {
    note("a kill");
    await process.kill();
    expect(process.err).toEqual([]);
    expect(logOf(process).filter(({ level }) => level === "error")).toEqual([]);
    return acknowledged.check(readState(folder));
  };
  return {
    tell,
    moveTo(iso, leadMs = 0) {
      note(`it is ${iso}, for the service ${leadMs} ms earlier`);
      simulator.clock.fixAt(Date.parse(iso));
      offsetMs = Date.parse(iso) - leadMs - Date.now();
      service?.shiftTo(offsetMs);
    },
    async start() {
      service = await (await next()).begun;
    },
    async startAndKill(afterMs) {
      const { warm } = await next();
      await wait(afterMs);
      return killNow(warm.process);
    },
    async kill(afterMs) {
      await wait(afterMs);
      if (service === undefined) throw new Error("nothing runs");
      const { process } = service;
      service = undefined;
      return killNow(process);
    },
    async end() {
      await Promise.all([spare.process.kill(), service?.process.kill()]);
      await simulator.close();
    },
    until: (what, isThere) =>
      eventually(what, () => isThere(acknowledged) || undefined, TIMEOUT_MS).catch((error: Error) => {
        const { newestRow, newestScore } = acknowledged;
        throw new Error(
          `${error.message}; seen ${newestRow} and ${newestScore}; the log ends with ${service?.process.out.slice(-8).join("\n")}`,
        );
      }),
  };
}

/** A first fetch of the past takes ten seconds of a machine that does nothing else. */
const TIMEOUT_MS = 100_000;

const LOOK_EVERY_MS = 40;

/** Writes down all that a service says, until it is gone. */
async function watch({ origin, process }: ShiftedService, into: Acknowledged): Promise<void> {
  let isGone = false;
  void process.ended.then(() => {
    isGone = true;
  });
  for (let client = 0; !isGone; client++) {
    const headers = { "x-forwarded-for": `10.0.${client >> 8}.${client & 255}` };
    const [current, history] = await Promise.all([
      whole(ask(`${origin}/api/public/nhci`, { headers })),
      whole(ask(`${origin}/api/public/nhci/history`, { headers })),
    ]);
    if (current?.status === 200) into.sawCurrent(current.text);
    if (history?.status === 200) into.sawHistory(history.text);
    await wait(LOOK_EVERY_MS);
  }
}

/** A kill tears answers; what was not answered whole was not acknowledged. */
function whole(reply: Promise<Reply>): Promise<Reply | undefined> {
  return reply.catch(() => undefined);
}
