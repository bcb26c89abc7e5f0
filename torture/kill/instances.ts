/** Several instances on one PostgreSQL that are killed at random moments. */

import { setTimeout as wait } from "node:timers/promises";
import { formatDay, type Instant } from "peak-cycle-model";
import { startSimulator } from "peak-cycle-simulator";
import { newestRowDay } from "../../packages/service/src/domain/history.js";
import { openPostgres } from "../../packages/service/src/storage/open-postgres.js";
import { openStores } from "../../packages/service/src/storage/stores.js";
import { acknowledgedAnswers } from "../../packages/service/test/integration/process/acknowledged.js";
import { readServerState } from "../../packages/service/test/integration/process/database-state.js";
import { watch } from "../../packages/service/test/integration/process/killed-life.js";
import { lifeStory } from "../../packages/service/test/integration/process/life-story.js";
import { type ShiftedService, warmService } from "../../packages/service/test/integration/process/shifted-service.js";
import { movableDatabaseClock } from "../../packages/service/test/support/database-clock.js";
import { findPostgres } from "../../packages/service/test/support/find-programs.js";
import { answersOfAll, endLease } from "../../packages/service/test/support/instances.js";
import { holderOf } from "../../packages/service/test/support/many-instances.js";
import { type PostgresServer, startPostgres } from "../../packages/service/test/support/postgres-server.js";
import { fillStores } from "../../packages/service/test/support/prepared-folder.js";
import { eventually, type ServiceProcess } from "../../packages/service/test/support/service-process.js";
import { simulatorSettings } from "../../packages/service/test/support/simulated-life.js";
import { type AttackedLife, closingAfter, lookOn, START } from "../beside-undisturbed.js";
import { comesTrue, dueAt, RETRY_MS, tempFolder } from "../moved-life.js";
import type { Attack } from "../part.js";
import { strangeLines } from "../signs-of-life.js";

const INSTANCES = 3;

/** Their clocks are set this long before what their schedule waits for. */
const LEAD_MS = 200;

/** The jobs are taken over within this time once the lease is free, and a closing follows at once. */
const MAX_PAUSE_MS = 1500;

/** The jobs change hands within seconds, and moving time on has them change hands. */
const WAITS_MS = [15_000, 25_000, 40_000];

/** A database that is copied for each life. */
const PAST = "past";

/** A server of its own, with what an old installation has stored by a moment. @returns `undefined` where none is installed */
export async function serverWithPast(
  { cleanUp }: Pick<Attack, "cleanUp">,
  at: number,
): Promise<PostgresServer | undefined> {
  const bin = findPostgres();
  if (bin === undefined) return undefined;
  const server = await startPostgres(bin);
  cleanUp(() => server.end());
  await server.ask("postgres", `create database ${PAST}`);
  const stores = openStores(await openPostgres(server.address(PAST)));
  await fillStores(stores, at);
  await stores.close();
  return server;
}

/** Several instances that show each other what they store, with one clock, which is their database's too. */
export async function killedInstances(attack: Attack, server: PostgresServer): Promise<AttackedLife> {
  const group = await startGroup(attack, server);
  await group.moveTo(START);
  await Promise.all(Array.from({ length: INSTANCES }, group.start));
  await group.untilDone();
  return {
    place: { DATABASE_URL: group.address.href },
    async live(day) {
      for (const at of [lookOn(day), closingAfter(day)]) {
        await group.moveTo(at, LEAD_MS);
        for (let left = 1 + Math.floor(attack.random() * 3); left > 0; left--) {
          await wait(LEAD_MS / 2 + attack.random() * MAX_PAUSE_MS);
          await disturb(attack, group);
        }
        await group.untilDone();
      }
    },
    state: group.check,
    tell: group.tell,
  };
}

/** One act of a random kind; afterwards there are as many instances as before. */
async function disturb({ random, tried }: Attack, group: Group): Promise<void> {
  const leader = holderOf(group.running);
  const victim = victimOf(group.running, leader, random);
  if (victim === undefined) return;
  const isLeader = victim === leader;
  const kind = random();
  if (kind < 0.15) {
    tried("kills of all instances at once");
    await replaceAll(group);
  } else if (kind < 0.4) {
    tried(isLeader ? "leaders that stood still while another led" : "followers that stood still");
    await group.pause(victim, isLeader);
  } else if (kind < 0.5) {
    tried("instances replaced");
    await Promise.all([group.end(victim, "SIGTERM"), group.start()]);
  } else {
    tried(isLeader ? "kills of the leader" : "kills of followers");
    await group.end(victim, "SIGKILL");
    if (isLeader) await group.freeLease();
    if (random() < 0.3) await group.startAndKill(random() * MAX_PAUSE_MS);
    await group.start();
  }
}

/** Mostly whoever leads, if somebody does now. */
function victimOf(
  running: readonly ShiftedService[],
  leader: ShiftedService | undefined,
  random: () => number,
): ShiftedService | undefined {
  const followers = running.filter((each) => each !== leader);
  const follower = followers[Math.floor(random() * followers.length)];
  return random() < 0.7 ? (leader ?? follower) : (follower ?? leader);
}

async function replaceAll(group: Group): Promise<void> {
  await Promise.all([...group.running].map((each) => group.end(each, "SIGKILL")));
  await group.freeLease();
  await Promise.all(Array.from({ length: INSTANCES }, group.start));
}

interface Group {
  readonly address: URL;
  readonly running: readonly ShiftedService[];
  /** Moves the time of all; the clocks of services and database reach it after `leadMs`. */
  moveTo(at: number, leadMs?: number): Promise<void>;
  start(): Promise<void>;
  /** Starts one and kills it so long after the order to begin. */
  startAndKill(afterMs: number): Promise<void>;
  end(service: ShiftedService, signal: "SIGKILL" | "SIGTERM"): Promise<void>;
  /** Has one stand still, the leader until another leads, and then go on. */
  pause(service: ShiftedService, isLeader: boolean): Promise<void>;
  /** Ends the lease of whoever is gone: waiting until it expires would take 15 s. */
  freeLease(): Promise<void>;
  /** Waits until what is due by now is stored and signed and all instances show it; some minutes may pass meanwhile. */
  untilDone(): Promise<void>;
  /** What is stored, checked against all that any of them has said. */
  check(): ReturnType<AttackedLife["state"]>;
  tell(): string;
}

let groups = 0;

async function startGroup(attack: Attack, server: PostgresServer): Promise<Group> {
  const database = `life_${process.pid}_${++groups}`;
  await server.ask("postgres", `create database ${database} template ${PAST}`);
  attack.cleanUp(async () => void (await server.ask("postgres", `drop database ${database} with (force)`)));
  const address = server.address(database);
  const moveDatabase = await movableDatabaseClock(server, database);
  const simulator = await startSimulator();
  attack.cleanUp(() => simulator.close());
  const folder = tempFolder(attack); // The signing key lies there.
  const places = { DATABASE_URL: address.href, DATA_DIR: folder, PORT: "0", TRUSTED_PROXIES: "127.0.0.0/8" };
  const settings = { ...places, ...simulatorSettings(simulator) };
  const acknowledged = acknowledgedAnswers();
  const { story, strange, begin, stop, goOn } = startedProcesses(attack);
  const running: ShiftedService[] = [];
  let [now, offsetMs] = [START, 0];
  const group: Group = {
    address,
    running,
    async moveTo(at, leadMs = 0) {
      story.note(`it is ${new Date(at).toISOString()}, for the services ${leadMs} ms earlier`);
      [now, offsetMs] = [at, at - leadMs - Date.now()];
      simulator.clock.fixAt(at);
      await moveDatabase(offsetMs);
      for (const each of running) each.shiftTo(offsetMs);
    },
    async start() {
      const service = await begin().begin(settings, offsetMs);
      running.push(service);
      story.note(`process ${service.process.child.pid} listens`);
      void watch(service, acknowledged);
    },
    async startAndKill(afterMs) {
      const warm = begin();
      await warm.ready;
      warm.begin(settings, offsetMs).catch(() => {}); // killed before it listened
      await wait(afterMs);
      await warm.process.kill();
    },
    async end(service, signal) {
      running.splice(running.indexOf(service), 1);
      story.note(`${signal} for process ${service.process.child.pid}`);
      service.process.child.kill(signal);
      await service.process.ended;
    },
    async pause(service, isLeader) {
      stop(service);
      if (isLeader) await group.freeLease();
      const others = running.filter((each) => each !== service);
      if (isLeader) await eventually("another leader", () => holderOf(others));
      await wait(attack.random() * MAX_PAUSE_MS);
      goOn(service);
    },
    freeLease: () => endLease(server, address),
    async untilDone() {
      const [due, row] = [dueAt(now), formatDay(newestRowDay(now as Instant))];
      const isDone = async () => {
        const [stored] = await server.ask(database, `select ${due} as done`);
        return stored?.["done"] === true && (await answersOfAll(running))?.[1]?.includes(row) === true;
      };
      if (await comesTrue(WAITS_MS, isDone, () => group.moveTo(now + RETRY_MS))) return;
      throw new Error("what is due does not come");
    },
    async check() {
      const found = strange();
      if (found.length > 0) throw new Error(`strange lines: ${found.join("\n")}`);
      return acknowledged.check(await readServerState(address));
    },
    tell: story.tell,
  };
  return group;
}

/** Not with `kill` of the child, which would count as killed from then on. */
function signalTo({ process: { child } }: ShiftedService, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) process.kill(child.pid, signal);
}

/** Processes that load; what they log is part of one story. */
function startedProcesses({ cleanUp }: Pick<Attack, "cleanUp">) {
  const story = lifeStory();
  const strange: (() => readonly string[])[] = [];
  const expected = new Map<ServiceProcess, string[]>();
  return {
    story,
    /** Lines of any of them that there should not be. */
    strange: () => strange.flatMap((each) => each()),
    stop(service: ShiftedService) {
      story.note(`process ${service.process.child.pid} stands still`);
      signalTo(service, "SIGSTOP");
      expected.get(service.process)?.push("job failed"); // after 10 s it has lost transactions and connections under way
    },
    goOn(service: ShiftedService) {
      signalTo(service, "SIGCONT");
      story.note(`process ${service.process.child.pid} goes on`);
    },
    begin() {
      const warm = warmService();
      cleanUp(() => warm.process.kill());
      const sentences: string[] = [];
      expected.set(warm.process, sentences);
      strange.push(strangeLines(warm.process, sentences));
      story.follow(warm.process);
      return warm;
    },
  };
}
