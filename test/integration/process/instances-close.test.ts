import { expect, onTestFinished, test } from "vitest";
import { startSimulator } from "../../../simulator/server.js";
import { ask, freshClient } from "../../support/ask.js";
import { movableDatabaseClock } from "../../support/database-clock.js";
import { endLease } from "../../support/instances.js";
import { eventually, logOf } from "../../support/service-process.js";
import { simulatorSettings } from "../../support/simulated-life.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { type ShiftedService, warmService } from "./shifted-service.js";

const START = "2026-11-20T04:40:00Z";
const CLOSING = "2026-11-20T06:00:00Z";
const NEXT_HOUR = "2026-11-20T07:02:30Z";
const LATER = "2026-11-22T09:10:00Z";
/** Their clocks are set this long before the closing. */
const LEAD_MS = 300;
const TIMEOUT_MS = 60_000;

describePostgres("instances whose clocks the test moves", () => {
  const postgres = tempPostgres();

  test("store one row a day and one score an hour, with the holder killed at 06:00, and after days without any of them", async () => {
    const address = await postgres.withPast(Date.parse(START));
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    const settings = { DATABASE_URL: address.href, DATA_DIR: tempFolder(), PORT: "0", ...simulatorSettings(simulator) };
    const offsetAt = (iso: string) => Date.parse(iso) - Date.now();
    const start = async (iso: string) => {
      const warm = warmService();
      onTestFinished(() => warm.process.kill());
      return warm.begin(settings, offsetAt(iso));
    };
    const moveDatabase = await movableDatabaseClock(postgres.server, address.pathname.slice(1));
    const moveTo = async (iso: string, leadMs: number, services: readonly ShiftedService[]) => {
      const offset = offsetAt(iso) - leadMs;
      await moveDatabase(offset);
      simulator.clock.moveBy(offset);
      for (const each of services) each.shiftTo(offset);
    };
    const count = async (text: string) =>
      Number((await postgres.server.ask(address.pathname.slice(1), text))[0]?.["n"] ?? 0);
    const rowsOf = (iso: string) => `select count(*) as n from history where day = ${Date.parse(iso) / 86_400_000}`;
    const scoresOf = (iso: string) => `select count(*) as n from scores where hour = ${Date.parse(iso)}`;
    const until = (what: string, text: string) =>
      eventually(what, async () => (await count(text)) > 0 || undefined, TIMEOUT_MS);
    const rowsHaveNoGap = async () =>
      expect(await count("select count(*) as n from history")).toBe(
        await count("select max(day) - min(day) + 1 as n from history"),
      );

    await moveTo(START, 0, []);
    const services = await Promise.all([start(START), start(START)]);
    await until("a score", scoresOf("2026-11-20T04:00:00Z"));
    const isHolder = ({ process }: ShiftedService) =>
      logOf(process).some(({ msg }) => msg === "the jobs are taken over");
    const holder = services.find(isHolder);
    await moveTo(CLOSING, LEAD_MS, services);
    await new Promise((resolve) => setTimeout(resolve, LEAD_MS)); // the kill lands about when the day is closed
    await holder?.process.kill();
    await endLease(postgres.server, address);
    await until("the row of the day", rowsOf("2026-11-20T00:00:00Z"));
    const [heir] = services.filter((each) => each !== holder);
    await moveTo(NEXT_HOUR, 0, heir === undefined ? [] : [heir]);
    await until("the score of 07:00", scoresOf("2026-11-20T07:00:00Z"));
    await heir?.process.kill();

    await moveTo(LATER, 0, []);
    const late = await Promise.all([start(LATER), start(LATER)]);
    await until("the row of today", rowsOf("2026-11-22T00:00:00Z"));
    await until("a score", scoresOf("2026-11-22T09:00:00Z"));
    await rowsHaveNoGap();
    await eventually("the same history everywhere", async () => {
      const path = "/api/public/nhci/history";
      const [one, other] = await Promise.all(late.map(({ origin }) => ask(origin + path, { from: freshClient() })));
      return (one?.status === 200 && one.text === other?.text && one.text.includes("2026-11-22")) || undefined;
    });
  }, 240_000);
});
