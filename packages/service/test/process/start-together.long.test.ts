import { join } from "node:path";
import { startSimulator } from "peak-cycle-simulator";
import { expect, test } from "vitest";
import { liveService } from "../support/live-service.js";
import { askPostgres } from "../support/postgres-server.js";
import { sameAnswers } from "../support/same-answers.js";
import { eventually } from "../support/service-process.js";
import { describePostgres, tempPostgres } from "../support/temp-postgres.js";
import { tempFolder } from "../support/temp-sqlite.js";

const INSTANCES = 5;
const LED = "leadership gained";
/** The longest time that may pass until another instance leads after a kill. */
const TAKE_OVER_MS = 5000;

describePostgres("five instances that start together on an empty database", () => {
  const postgres = tempPostgres();

  test("one fetches the past; if it is killed, another takes over, and the rest wait", async () => {
    const address = await postgres.empty();
    const market = await startSimulator();
    const settings = { DATABASE_URL: address.href, SIGNING_KEY_FILE: join(tempFolder(), "signing-key.pem") };
    const all = await Promise.all(Array.from({ length: INSTANCES }, () => liveService(settings, market)));
    const leading = (some: typeof all) => some.filter((each) => each.said(LED) > 0);
    const fetching = await eventually("a leader", () => leading(all)[0], 60_000);
    for (const each of all) {
      const reply = await each.get("/api/public/nhci");
      expect([reply.status, reply.headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
    const asked = async (text: string) => (await askPostgres(address, text))[0];
    const isStored = async () => (await asked("select from observations limit 1")) && true;
    await eventually("the first figures", isStored, 60_000);
    expect(leading(all)).toEqual([fetching]);
    await fetching.process.kill();
    const left = all.filter((each) => each !== fetching);
    const next = await eventually("another leader", () => leading(left)[0], TAKE_OVER_MS);
    await sameAnswers(left, 150_000);
    for (const each of left) expect(each.errors()).toEqual([]);
    expect(left.map((each) => each.said(LED))).toEqual(left.map((each) => (each === next ? 1 : 0)));
    const found = await asked(
      "select count(*)::int as rows, max(day) - min(day) + 1 as days from ledger where kind = 'day'",
    );
    expect(found?.["rows"]).toBe(found?.["days"]);
  }, 300_000);
});
