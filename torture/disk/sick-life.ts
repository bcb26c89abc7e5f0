/** A service whose disk falls sick while it runs. */

import { cpSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "peak-cycle-model";
import type { CurrentReply } from "../../packages/service/src/http/endpoints/current.js";
import type { HistoryReply } from "../../packages/service/src/http/endpoints/history.js";
import { acknowledgedAnswers } from "../../packages/service/test/integration/process/acknowledged.js";
import type { DatabaseState } from "../../packages/service/test/integration/process/database-state.js";
import { ask, freshClient } from "../../packages/service/test/support/ask.js";
import { eventually } from "../../packages/service/test/support/service-process.js";
import { type AttackedLife, closingAfter, lookOn, START } from "../beside-undisturbed.js";
import { type MovedLife, movedLife, tempFolder } from "../moved-life.js";
import type { Attack } from "../part.js";
import { hasStack, strangeLines } from "../signs-of-life.js";
import { damagePages } from "./damage.js";
import { fallSick, type Sicknesses } from "./sickness.js";
import { isDone, type SmallDisk, smallDisk } from "./small-disk.js";

const FILES = ["peak.db", "peak.db-wal", "peak.db-shm"];

/** What a sick disk does to a service, it does within this time of each moment that is moved to. */
const LEFT_SICK_MS = 500;

/** What is said of damage that reads like other numbers. */
const CONTRADICTED = "what is stored is not what was signed";

/** The service's clock runs on while it is looked at. */
const TOLERANCE_MS = MINUTE_MS;

interface Patient {
  readonly service: MovedLife;
  readonly disk: SmallDisk | undefined;
  readonly random: () => number;
}

/** Each gives what undoes it while the service runs; called a second time, that does nothing. */
const SICKNESSES: Sicknesses<Patient, () => void> = {
  "full disks in mid-life": ({ disk, random }) => disk?.fill(random() * 64 * 1024),

  "files that could not grow in mid-life"({ service: { folder, process }, random }) {
    const { size = 0 } = statSync(join(folder, "peak.db-wal"), { throwIfNoEntry: false }) ?? {};
    const limit = (bytes: string) =>
      isDone("prlimit", "--pid", String(process.child.pid), `--fsize=${bytes}:unlimited`);
    return limit(String(Math.floor(random() * (size + 64 * 1024)))) ? () => void limit("unlimited") : undefined;
  },

  "read-only disks in mid-life"({ service: { folder } }) {
    const paths = [folder, ...FILES.map((name) => join(folder, name)).filter(existsSync)];
    const heal = () => void isDone("chattr", "-i", ...paths);
    if (isDone("chattr", "+i", ...paths)) return heal;
    heal(); // Some of them may have taken it.
    return undefined;
  },

  "files moved away in mid-life"({ service: { folder }, random }) {
    const paths = FILES.filter(() => random() < 0.5).map((name) => join(folder, name));
    const moved = (paths.length === 0 ? [join(folder, "peak.db")] : paths).filter(existsSync);
    for (const path of moved) renameSync(path, `${path}.away`);
    return () => {
      for (const path of moved) if (existsSync(`${path}.away`)) renameSync(`${path}.away`, path);
    };
  },
};

/** A service whose disk falls sick after the look on each day, and heals before or after the closing. */
export async function sickLife(attack: Attack, past: string): Promise<AttackedLife> {
  const disk = attack.random() < 0.5 ? smallDisk(attack) : undefined;
  const service = await movedLife(attack, { past, at: START, folder: disk?.folder ?? tempFolder(attack) });
  const acknowledged = acknowledgedAnswers();
  const story: string[] = [];
  const patient = { service, disk, random: attack.random };
  return {
    place: { DATA_DIR: service.folder },
    async live(day, expected) {
      service.moveTo(lookOn(day));
      await service.untilDone();
      await eventually("an answer", () => hasAnswer(service));
      if (attack.random() < 0.25) await withDamage(attack, patient, { day, expected, story });
      else await withSickness(attack, patient, { day, expected, story, hear: acknowledged });
      service.moveTo(closingAfter(day));
      await service.untilDone("attacked");
    },
    state: () => acknowledged.check(service.state()),
    tell: () => story.join("\n"),
  };
}

/** A market figure that its source has not given in time leaves the first score unsaid until the next hour. */
async function hasAnswer({ origin }: MovedLife): Promise<true | undefined> {
  const { status } = await ask(`${origin}/api/public/nhci`, { from: freshClient() });
  return status === 200 || undefined;
}

interface Night {
  readonly day: number;
  readonly expected: DatabaseState;
  readonly story: string[];
  readonly hear?: Pick<ReturnType<typeof acknowledgedAnswers>, "sawCurrent" | "sawHistory">;
}

/** The disk is sick for some of the time after a look, perhaps over the closing, and heals while the service runs. */
async function withSickness(attack: Attack, patient: Patient, night: Night): Promise<void> {
  const { service } = patient;
  const { name, sick: heal } = fallSick(SICKNESSES, patient);
  attack.cleanUp(heal); // a disk that stays as it is could not be removed
  attack.tried(name);
  night.story.push(`${name} on day ${night.day}`);
  try {
    await liveOn(patient, night);
  } finally {
    heal();
  }
  for (const line of strangeLinesOf(service, ["job failed"])) throw new Error(line);
}

/** Pages are damaged while it runs; in the end everything is put back as it was before, as from a backup. */
async function withDamage(attack: Attack, patient: Patient, night: Night): Promise<void> {
  const { service, random } = patient;
  const backup = tempFolder(attack);
  await service.kill();
  cpSync(service.folder, backup, { recursive: true });
  await service.start();
  attack.tried("databases damaged in mid-life");
  night.story.push(`on day ${night.day} ${damagePages(join(service.folder, "peak.db"), random)}`);
  await liveOn(patient, night);
  for (const line of strangeLinesOf(service, ["job failed", CONTRADICTED])) throw new Error(line);
  await service.kill();
  for (const name of [...FILES, "signing-key.pem.signed"]) {
    rmSync(join(service.folder, name), { force: true });
    if (existsSync(join(backup, name))) cpSync(join(backup, name), join(service.folder, name));
  }
  await service.start();
}

/** Some hours pass, in which the sources are asked, scores are due and the day may be closed. */
async function liveOn({ service, random }: Patient, night: Night): Promise<void> {
  const closing = closingAfter(night.day);
  const moments = [closing - (2 + random()) * HOUR_MS, closing - random() * HOUR_MS];
  for (const at of random() < 0.6 ? [...moments, closing] : moments) {
    service.moveTo(Math.round(at));
    for (const end = Date.now() + LEFT_SICK_MS; Date.now() < end; ) {
      await wait(LEFT_SICK_MS / 4); // the order to move its time is under way, too
      await look(service, night);
    }
  }
}

/** What is said has to be true, whatever can be stored. */
async function look(service: MovedLife, { expected, hear }: Night): Promise<void> {
  const { process, origin } = service;
  const { exitCode, signalCode } = process.child;
  if (exitCode !== null || signalCode !== null)
    throw new Error(`the process ended with ${exitCode ?? signalCode}: ${process.err.join("\n")}`);
  const from = freshClient();
  const paths = ["/api/public/nhci", "/api/public/nhci/history", "/readyz", "/api/public/nhci/meta"];
  const replies = await Promise.all(paths.map((path) => ask(origin + path, { from })));
  const [current, history, ready] = replies;
  for (const { status, text } of replies)
    if (hasStack(text) || ![200, 503].includes(status)) throw new Error(`the answer ${status} ${text}`);
  if (current?.status !== 200 || history?.status !== 200)
    throw new Error(`the last good answers are gone: ${current?.text} ${history?.text}`);
  expectTrueAge(service.now(), JSON.parse(current.text) as CurrentReply, ready?.status);
  expectSameRows(JSON.parse(history.text) as HistoryReply, expected);
  hear?.sawCurrent(current.text);
  hear?.sawHistory(history.text);
}

function expectTrueAge(now: number, { btc: { stale, updated_at } }: CurrentReply, ready: number | undefined): void {
  const ageMs = now - Date.parse(updated_at);
  if (!stale && ageMs > 2 * HOUR_MS + TOLERANCE_MS)
    throw new Error(`a score of ${updated_at} was said to be fresh at ${new Date(now).toISOString()}`);
  if (stale && ready === 200) throw new Error("/readyz was 200 beside a stale score");
}

function expectSameRows({ data }: HistoryReply, expected: DatabaseState): void {
  for (const row of data) {
    const right = expected.history.find((each) => Number(each["day"]) * DAY_MS === Date.parse(row.date));
    if (right?.["phase"] !== row.phase_key || Math.abs(Number(right?.["score"]) - row.score) > 0.1)
      throw new Error(`the row ${JSON.stringify(row)} was published instead of ${JSON.stringify(right)}`);
  }
}

/** A failure is expected as long as it is told in a sentence that says where to look. */
function strangeLinesOf(service: MovedLife, expected: readonly string[]): readonly string[] {
  const unclear = service
    .log()
    .filter(({ msg, reason }) => msg === "job failed" && !CLEAR.test(String(reason)))
    .map((line) => JSON.stringify(line));
  return [...strangeLines(service.process, expected)(), ...unclear];
}

/** What was tried, and what SQLite or the system says of the disk or the file. */
const CLEAR = /^the database could not .+: .*(disk|readonly|unable to open|malformed|no such|not a database)|peak\.db/i;
