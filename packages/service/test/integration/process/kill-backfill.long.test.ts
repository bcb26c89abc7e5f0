import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { startSimulator } from "peak-cycle-simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask } from "../../support/ask.js";
import { eventually, logOf, originOf, type ServiceProcess, startPeak } from "../../support/service-process.js";
import { simulatorSettings } from "../../support/simulated-life.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { acknowledgedAnswers } from "./acknowledged.js";
import { type DatabaseState, readState } from "./database-state.js";
import { seededRandom } from "./random.js";
import { expectSamePast } from "./same-states.js";

const SEED = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);
const KILLS = 12;

/** Twelve torn first starts and two whole ones, on a busy machine. */
const LONG_MS = 180_000;

async function installation() {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const folder = tempFolder();
  const settings = { DATA_DIR: folder, PORT: "0", ...simulatorSettings(simulator) };
  const start = () => {
    const service = startPeak(["serve"], settings);
    onTestFinished(() => service.kill());
    return service;
  };
  return { folder, start };
}

type Installation = Awaited<ReturnType<typeof installation>>;

/** Runs until there is a score, and says what is stored then. */
async function grown({ folder, start }: Installation): Promise<DatabaseState> {
  const service = start();
  const origin = await originOf(service);
  await eventually("a score", () => isReady(origin), LONG_MS);
  await service.kill();
  expect(service.err).toEqual([]);
  return readState(folder);
}

/** The last part is there; freezing begins a second later and takes some, or all of it is done by now. */
async function fetched(service: ServiceProcess): Promise<void> {
  const origin = await originOf(service);
  const isLast = (line: string) => line.includes('"part":"btc-hour-close"') && /"done":(\d+),"total":\1,/.test(line);
  const look = async () => service.out.some(isLast) || (await isReady(origin));
  await eventually("the end of fetching", look, LONG_MS);
}

async function isReady(origin: string): Promise<true | undefined> {
  return (await ask(`${origin}/readyz`)).status === 200 || undefined;
}

describe(`the first start of a service, killed again and again, seed ${SEED}`, () => {
  test("has the past of one that was left alone, nothing lost, no gap and no double on the way", {
    timeout: LONG_MS,
  }, async () => {
    const random = seededRandom(SEED);
    const whole = installation().then(grown); // beside the killed one
    whole.catch(() => {});
    const { folder, start } = await installation();
    const acknowledged = acknowledgedAnswers();
    const days: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const service = start();
      const exited = once(service.child, "exit");
      if (kill >= KILLS / 2) await fetched(service);
      await wait(kill < KILLS / 2 ? 300 + random() * 1900 : random() * 4000);
      expect([service.child.exitCode, service.err], `ended before kill ${kill}`).toEqual([null, []]);
      service.child.kill("SIGKILL");
      await exited;
      if (kill % 2 === 0) continue; // the next start finds the second process still ending
      await service.ended;
      days.push(acknowledged.check(readState(folder)).closedDays.length);
      expect(logOf(service).filter(({ level }) => level === "error")).toEqual([]);
    }
    console.log(`seed ${SEED}, ${KILLS} kills; days frozen after each second one: ${days.join(", ")}`);
    const torn = await grown({ folder, start });
    acknowledged.check(readState(folder));
    expectSamePast(torn, await whole);
  });
});
