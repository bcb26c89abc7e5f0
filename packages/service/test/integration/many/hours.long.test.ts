import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import { type Backing, findPrograms, holderOf, startBacking } from "../../support/many-instances.js";
import { type Nginx, startNginx } from "../../support/nginx.js";
import { eventually, logOf } from "../../support/service-process.js";
import { type SteadyLoad, steadyLoad } from "../../support/steady-load.js";
import { type ShiftedService, warmService } from "../process/shifted-service.js";

const START = Date.parse("2026-11-20T03:40:00Z");
const HOUR_MS = 3_600_000;

/** What is promised after the one that does the jobs dies, stalls or is cut off. */
const TAKE_OVER_MS = 30_000;
const FOLLOW_MS = 5000;
const LONG = 180_000;

const programs = findPrograms();

describe.skipIf(programs === undefined)("three instances through the hours of a day", () => {
  let backing: Backing;
  let nginx: Nginx;
  let load: SteadyLoad;
  let offsetMs = START - Date.now();
  const instances: ShiftedService[] = [];

  const begin = async (port = 0) => {
    return warmService().begin({ ...backing.settings, PORT: String(port) }, offsetMs);
  };
  const moveTo = async (iso: string) => {
    offsetMs = Date.parse(iso) - Date.now();
    backing.simulator.clock.moveBy(offsetMs);
    for (const each of instances) each.shiftTo(offsetMs);
  };

  beforeAll(async () => {
    if (programs === undefined) return;
    backing = await startBacking(programs, START);
    await moveTo(new Date(START).toISOString());
    for (const each of await Promise.all([begin(), begin(), begin()])) instances.push(each);
    const instancePorts = instances.map(portOf);
    nginx = await startNginx({ program: programs.nginx, instancePorts });
    await scored("2026-11-20T03");
    await shownEverywhere("2026-11-20T03", instances);
    load = steadyLoad(nginx.origin);
  });
  afterAll(async () => {
    await load?.stop();
    await nginx?.end();
    await Promise.all(instances.map(({ process }) => process.kill()));
    await backing?.end();
  });

  /** As the server does after 15 s of silence: a long time for a test that is about what comes after. */
  const endSession = () =>
    backing.rows("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'peak leader %'");
  const holder = () => eventually("one that does the jobs", () => holderOf(instances), TAKE_OVER_MS);
  const storedHours = async () => {
    const rows = await backing.rows(`select hour from scores where hour >= ${START - HOUR_MS} order by hour`);
    return rows.map(({ hour }) => new Date(Number(hour)).toISOString().slice(0, 13));
  };
  const scored = (hour: string) =>
    eventually(
      `a score of ${hour}`,
      async () => (await storedHours()).includes(hour) || undefined,
      TAKE_OVER_MS + FOLLOW_MS,
    );
  const rowed = (date: string, among: readonly ShiftedService[]) =>
    eventually(
      `a row of ${date}`,
      async () => (await newestDates(among)).every((each) => each === date) || undefined,
      TAKE_OVER_MS,
    );
  const shownEverywhere = (hour: string, among: readonly ShiftedService[]) =>
    eventually(
      `${hour} everywhere`,
      async () => (await newestScores(among)).every((each) => each.startsWith(hour)) || undefined,
      FOLLOW_MS,
    );

  test(
    "make one score an hour and one row a day, whichever of them is paused, killed or told to end, after a restart of the database, and after days without any of them",
    async () => {
      const paused = await holder();
      signal(paused, "SIGSTOP");
      await endSession();
      await moveTo("2026-11-20T04:02:59.800Z");
      await scored("2026-11-20T04");
      signal(paused, "SIGCONT");
      const noticed = () => messagesOf(paused).includes("leadership lost") || undefined;
      await eventually("the paused one to notice", noticed, TAKE_OVER_MS);
      await moveTo("2026-11-20T05:02:59.800Z");
      await scored("2026-11-20T05");
      await shownEverywhere("2026-11-20T05", instances);

      const killed = await holder();
      await moveTo("2026-11-20T05:59:59.700Z");
      await setTimeout(300); // the kill lands about when the day is closed
      await killed.process.kill();
      const left = instances.filter((each) => each !== killed);
      await rowed("2026-11-20", left);
      await scored("2026-11-20T06");
      await shownEverywhere("2026-11-20T06", left);
      instances[instances.indexOf(killed)] = await begin(portOf(killed));

      const ended = await holder();
      ended.process.child.kill("SIGTERM");
      await moveTo("2026-11-20T07:03:00Z");
      expect((await ended.process.ended).signal).toBeNull();
      // they were given up at once
      await eventually("another that does the jobs", () => holderOf(instances), FOLLOW_MS);
      await scored("2026-11-20T07");
      instances[instances.indexOf(ended)] = await begin(portOf(ended));
      await rowed("2026-11-20", instances);
      await shownEverywhere("2026-11-20T07", instances);

      await backing.postgres.stop();
      await backing.postgres.start();
      await moveTo("2026-11-20T08:03:00Z");
      await scored("2026-11-20T08");
      await shownEverywhere("2026-11-20T08", instances);
      expect((await load.stop()).wrong).toEqual([]);

      const earlier = instances.splice(0);
      await Promise.all(earlier.map(({ process }) => process.kill()));
      await moveTo("2026-11-22T09:10:00Z");
      instances.push(...(await Promise.all([begin(), begin()])));
      await rowed("2026-11-22", instances);
      await scored("2026-11-22T09");

      const hours = ["20T03", "20T04", "20T05", "20T06", "20T07", "20T08", "22T09"];
      expect(await storedHours()).toEqual(hours.map((hour) => `2026-11-${hour}`));
      const [days] = await backing.rows(
        "select count(*)::int as rows, max(day) - min(day) + 1 as days from ledger where kind = 'day'",
      );
      expect(days?.["rows"]).toBe(days?.["days"]);
      const logged = [...earlier, ...instances].flatMap(({ process }) => logOf(process));
      // The clocks of the market and of the instances cannot be moved at the same moment.
      const errors = logged.filter(({ level, msg }) => level === "error" && msg !== "publishing is held back");
      expect(errors).toEqual([]);
    },
    LONG,
  );
});

/** Unlike `child.kill`, which marks the process as ended. */
function signal({ process: { child } }: ShiftedService, name: "SIGSTOP" | "SIGCONT"): void {
  process.kill(child.pid ?? 0, name);
}

function messagesOf({ process }: ShiftedService): readonly string[] {
  return logOf(process).map(({ msg }) => msg);
}

function portOf({ origin }: ShiftedService): number {
  return Number(new URL(origin).port);
}

/** Of each instance, asked directly. */
function newestScores(instances: readonly ShiftedService[]): Promise<readonly string[]> {
  return Promise.all(
    instances.map(async ({ origin }) => {
      const { text } = await ask(`${origin}/api/public/nhci`, { from: freshClient() });
      return (JSON.parse(text) as { btc?: { updated_at: string } }).btc?.updated_at ?? "";
    }),
  );
}

function newestDates(instances: readonly ShiftedService[]): Promise<readonly string[]> {
  return Promise.all(
    instances.map(async ({ origin }) => {
      const { text } = await ask(`${origin}/api/public/nhci/history`, { from: freshClient() });
      return (JSON.parse(text) as { data?: readonly { date: string }[] }).data?.at(-1)?.date ?? "";
    }),
  );
}
