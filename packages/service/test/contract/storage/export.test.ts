import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSigner } from "../../../src/platform/signing-key.js";
import { addApiKey } from "../../../src/storage/api-keys.js";
import { addObservations } from "../../../src/storage/observations.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { addScore } from "../../../src/storage/scores.js";
import { putState } from "../../../src/storage/state.js";
import { appendDays, storedDays } from "../../support/sample-ledger.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { runPeak } from "../../unit/commands/run-peak.js";
import { closedDays, historyRows, hourlyScore, observation } from "./samples.js";

const postgres = tempPostgres();

/** A folder with everything that can be stored, and its export. */
async function exported() {
  const folder = tempFolder();
  const opened = await openSqlite(folder);
  const database = opened.queries;
  const signer = await openSigner({ signingKeyFile: join(folder, "signing-key.pem") });
  await appendDays(database, closedDays(0, 700), historyRows(31, 670), signer);
  await addScore(database, hourlyScore());
  await addObservations(
    database,
    Array.from({ length: 1200 }, (_, i) => observation({ value: 1 + i / 7 })),
  );
  await putState(database, "now", { minute: 7, sources: [] });
  await addApiKey(database, {
    ...{ hash: "a".repeat(64), prefix: "abcdef", name: "é ✓", perMinute: 600 },
    ...{ madeAt: observation().fetchedAt, until: null },
  });
  await opened.close();
  const { code, out, err } = await runPeak(["export"], { DATA_DIR: folder });
  expect([code, err]).toEqual([0, ""]);
  const file = join(folder, "export.jsonl");
  writeFileSync(file, out);
  return { folder, file, text: out };
}

test("an export brought into an empty folder gives the same export again, and says which key it needs", async () => {
  const { file, text } = await exported();
  const other = tempFolder();
  const ended = await runPeak(["import", file], { DATA_DIR: other });
  expect([ended.code, ended.err]).toEqual([0, ""]);
  expect(ended.out).toContain(`copy it to ${join(other, "signing-key.pem")} before a start`);
  expect((await runPeak(["export"], { DATA_DIR: other })).out).toBe(text);
  expect((await runPeak(["verify"], { DATA_DIR: other })).code).toBe(0);
  const again = await runPeak(["import", file], { DATA_DIR: other });
  expect(again).toMatchObject({ code: 2, err: "peak: the database is not empty: import into a new one\n" });
});

test.each<[string, (lines: string[]) => string[], string]>([
  ["is cut off", (lines) => lines.slice(0, -1), "the export is cut off"],
  ["lacks a row", (lines) => lines.toSpliced(-2, 1), "rows are missing"],
  [
    "has another format",
    (lines) => lines.with(0, '{"format":"peak-export-9"}'),
    "the first line must say peak-export-1",
  ],
  ["is no JSON", (lines) => lines.with(1, "position,kind"), "a line is no JSON object"],
  ["names another table", (lines) => lines.with(1, '{"kysely_migration":{"name":"x"}}'), "row 1 is of another form"],
  ["goes on after its end", (lines) => [...lines, '{"rows":0}'], "something follows the end of the export"],
  ["lacks an entry of the history", (lines) => lines.toSpliced(100, 1), "the history is not sound: entry 99: "],
  [
    "has another number in its history",
    (lines) => lines.with(400, (lines[400] ?? "").replace('\\"score\\":', '\\"score\\":1')),
    "the history is not sound: entry 399: ",
  ],
])("an export that %s is refused with one sentence, and nothing of it stays", async (_what, change, sentence) => {
  const { file, text } = await exported();
  writeFileSync(file, `${change(text.trimEnd().split("\n")).join("\n")}\n`);
  const other = tempFolder();
  const { code, out, err } = await runPeak(["import", file], { DATA_DIR: other });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(`peak: ${sentence}`);
  expect((await runPeak(["export"], { DATA_DIR: other })).out.split("\n")).toHaveLength(3);
});

describePostgres("between SQLite and PostgreSQL", () => {
  test("an export goes there and back with the same bytes", async () => {
    const { folder, file, text } = await exported();
    const address = await postgres.empty();
    const there = { DATABASE_URL: address.href, DATA_DIR: folder };
    expect((await runPeak(["import", file], there)).code).toBe(0);
    const opened = await openPostgres(address);
    const database = opened.queries;
    expect(await storedDays(database)).toEqual(closedDays(0, 700));
    await opened.close();
    const back = await runPeak(["export"], there);
    expect(back.out).toBe(text);
    const home = join(tempFolder(), "home");
    mkdirSync(home);
    writeFileSync(join(home, "back.jsonl"), back.out);
    copyFileSync(join(folder, "signing-key.pem"), join(home, "signing-key.pem"));
    expect((await runPeak(["import", join(home, "back.jsonl")], { DATA_DIR: home, NEW_HISTORY: "yes" })).code).toBe(0);
    expect((await runPeak(["verify"], { DATA_DIR: home })).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});
