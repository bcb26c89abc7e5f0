/** Starts of commands on a disk that is sick already. */

import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { startSimulator } from "peak-cycle-simulator";
import { type DatabaseState, readState } from "../../packages/service/test/integration/process/database-state.js";
import { ask, freshClient } from "../../packages/service/test/support/ask.js";
import {
  type Ending,
  endAsSupervised,
  eventually,
  logOf,
  originOf,
  type ServiceProcess,
  startPeak,
} from "../../packages/service/test/support/service-process.js";
import { simulatorSettings } from "../../packages/service/test/support/simulated-life.js";
import { pastFolder, tempFolder } from "../moved-life.js";
import { type Attack, cleanedUp } from "../part.js";
import { hasStack, strangeLines } from "../signs-of-life.js";
import { cutOff, damagePages } from "./damage.js";
import { fallSick, type Sicknesses } from "./sickness.js";
import { isDone, type SmallDisk, smallDisk } from "./small-disk.js";

/** The superuser may do everything; without these two of its powers, modes of files count for it as for anyone. */
const WITHOUT_POWERS = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"];

const TIMEOUT_MS = 30_000;
/** At a start everything is read and checked within this time; on a busy machine it is told to stop in the middle of that. */
const MAX_LISTENS_MS = 3000;

interface Patient {
  readonly folder: string;
  readonly disk: SmallDisk | undefined;
  readonly random: () => number;
}

interface Sick {
  readonly what: string;
  /** Runs the service so that the sickness counts for it. */
  readonly through?: readonly string[];
  /** Undoes it. Without it, what was stored is damaged, and only a backup helps. */
  readonly heal?: () => void;
}

const SICKNESSES: Sicknesses<Patient, Sick> = {
  "starts on a full disk"({ disk, random }) {
    const left = Math.floor(random() * 64 * 1024);
    return disk && { what: `${left} bytes are left`, heal: disk.fill(left) };
  },

  "starts on a read-only disk": ({ disk }) => disk && { what: "read-only", heal: disk.makeReadOnly() },

  "starts with files that cannot grow"({ random }) {
    const bytes = Math.floor(random() ** 3 * 1e6);
    const through = ["prlimit", `--fsize=${bytes}`];
    return isDone("prlimit", "--version") ? { what: `files of ${bytes} bytes at most`, through, heal() {} } : undefined;
  },

  "starts without the right to a file"({ folder, random }) {
    const through = process.getuid?.() === 0 ? WITHOUT_POWERS : [];
    if (through.length > 0 && !isDone("setpriv", "--version")) return undefined;
    const path = pick([folder, ...filesIn(folder)], random);
    const before = statSync(path).mode & 0o777;
    const mode = path === folder ? pick([0, 0o500, 0o400], random) : pick([0, 0o400], random);
    chmodSync(path, mode);
    return { what: `${path} has mode ${mode.toString(8)}`, through, heal: () => chmodSync(path, before) };
  },

  "starts with a damaged file"({ folder, random }) {
    const path = pick([join(folder, "peak.db"), ...filesIn(folder)], random);
    const isDatabase = path.includes("peak.db") && random() < 0.7 && statSync(path).size > 0;
    return { what: isDatabase ? damagePages(path, random) : cutOff(path, random) };
  },

  "starts with something else for a file"({ folder, random }) {
    const path = pick(filesIn(folder), random);
    rmSync(path);
    const kind = random();
    if (kind < 0.3) return { what: `no ${path}` };
    if (kind < 0.5) mkdirSync(path);
    else if (kind < 0.8) writeFileSync(path, "somebody's notes\n".repeat(Math.floor(random() * 1000)));
    else new SqliteFile(path).exec("create table notes (text)").close();
    return { what: `something else for ${path}` };
  },
};

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** @returns starts a command of the built program on a sick copy of what a service has left that was killed */
export async function sickStarts(attack: Attack): Promise<() => Promise<void>> {
  const simulator = await startSimulator();
  attack.cleanUp(() => simulator.close());
  const settings = { PORT: "0", SIMULATED_MARKET: "yes", LOG_LEVEL: "info", ...simulatorSettings(simulator) };
  const well = tempFolder(attack);
  cpSync(await pastFolder(Date.now()), well, { recursive: true });
  const first = startPeak(["serve"], { ...settings, DATA_DIR: well });
  attack.cleanUp(() => first.kill());
  await untilReady(await originOf(first));
  await eventually("the record", () => logOf(first).some(({ msg }) => msg === "record made") || undefined);
  await first.kill();
  const stored = readState(well);
  return () =>
    cleanedUp(attack, async (own) => {
      const disk = own.random() < 0.5 ? smallDisk(own) : undefined;
      const folder = disk?.folder ?? tempFolder(own);
      cpSync(well, folder, { recursive: true });
      await tryOut(own, { folder, disk, random: own.random }, { settings: { ...settings, DATA_DIR: folder }, stored });
    });
}

interface Trial {
  readonly settings: Readonly<Record<string, string>>;
  readonly stored: DatabaseState;
}

async function tryOut(attack: Attack, patient: Patient, { settings, stored }: Trial): Promise<void> {
  const { name, sick } = fallSick(SICKNESSES, patient);
  const { what, through, heal } = sick;
  if (heal !== undefined) attack.cleanUp(heal);
  attack.tried(name);
  const command = pick(["serve", "serve", "serve", "verify", "doctor"], patient.random);
  const peak = startPeak([command], settings, "none", through);
  attack.cleanUp(() => peak.kill());
  try {
    if (command === "serve") await expectSentenceOrService(peak, patient);
    else await expectAnswer(peak);
    if (heal === undefined) return;
    heal();
    await expectWell(attack, patient.folder, { settings, stored });
  } catch (error) {
    attack.finding(`peak ${command}, ${what}: ${String(error)}; ${peak.err.join("\n")}`);
  }
}

/** It ends with 2 and one line that says where to look, or it serves, and ends well when it is told to. */
async function expectSentenceOrService(peak: ServiceProcess, { folder, random }: Patient): Promise<void> {
  const ending = await Promise.race([peak.ended, listening(peak, random() * MAX_LISTENS_MS)]);
  if (ending !== undefined) return expectSentence(ending, peak, folder);
  const origin = await originOf(peak);
  for (const path of ["/api/public/nhci", "/api/public/nhci/history", "/readyz"]) {
    const { status, text } = await ask(origin + path, { from: freshClient() });
    if (![200, 503].includes(status) || hasStack(text)) throw new Error(`${status} ${text} for ${path}`);
  }
  const { code } = await endAsSupervised(peak);
  if (code !== 0) throw new Error(`it ended with ${code} when it was told to`);
  for (const line of strangeLines(peak, ["job failed", "what is stored is not what was signed"])())
    throw new Error(line);
}

/** Until it listens, and has gone on with its jobs for some time. */
async function listening(peak: ServiceProcess, forMs: number): Promise<undefined> {
  await originOf(peak);
  await new Promise((resolve) => setTimeout(resolve, forMs));
}

function expectSentence({ code, signal }: Ending, { err }: ServiceProcess, folder: string): void {
  if (code !== 2) throw new Error(`it ended with ${code ?? signal}`);
  const isSentence = err.length === 1 && err[0]?.startsWith("peak: ") && err[0].includes(folder);
  if (!isSentence) throw new Error("that is no line that names the place");
}

/** A command that reads ends by itself with one of its codes, and without a stack. */
async function expectAnswer(peak: ServiceProcess): Promise<void> {
  const cut = setTimeout(() => peak.child.kill("SIGKILL"), TIMEOUT_MS);
  const { code } = await peak.ended.finally(() => clearTimeout(cut));
  if (code === null || code > 2) throw new Error(`it ended with ${code}`);
  const text = [...peak.out, ...peak.err].join("\n");
  if (hasStack(text)) throw new Error(`a stack in ${text}`);
  if (code === 2 && !peak.err.every((line) => line.startsWith("peak: "))) throw new Error("that is no sentence");
}

/** On the disk that is well again, everything is there and goes on. */
async function expectWell(attack: Attack, folder: string, { settings, stored }: Trial): Promise<void> {
  const again = startPeak(["serve"], settings);
  attack.cleanUp(() => again.kill());
  await untilReady(await originOf(again));
  await again.kill();
  const now = readState(folder);
  for (const part of ["closedDays", "history", "scores"] as const)
    if (JSON.stringify(now[part].slice(0, stored[part].length)) !== JSON.stringify(stored[part]))
      throw new Error(`${part} are not what they were`);
}

async function untilReady(origin: string): Promise<void> {
  await eventually("a score", async () => {
    const { status } = await ask(`${origin}/readyz`, { from: freshClient() });
    return status === 200 || undefined;
  });
}
