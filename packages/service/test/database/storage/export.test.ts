import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addObservations } from "../../../src/storage/observations.js";
import { runPeak } from "../../support/run-peak.js";
import { observation, released, releasedFolder } from "../../support/sample-rows.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";

test.each<[string, (lines: string[]) => string[], string]>([
  ["is cut off", (lines) => lines.slice(0, -1), "the export is cut off"],
  ["lacks a row", (lines) => lines.toSpliced(-2, 1), "rows are missing"],
  [
    "has another format",
    (lines) => lines.with(0, '{"format":"peak-export-9"}'),
    "the first line must say peak-export-1",
  ],
  ["is not JSON", (lines) => lines.with(1, "position,kind"), "a line is not a JSON object with one member"],
  [
    "has two rows in a line",
    (lines) => lines.with(1, `${lines[1]?.slice(0, -1)},${lines.at(-2)?.slice(1)}`),
    "a line is not a JSON object with one member",
  ],
  [
    "names another table",
    (lines) => lines.with(1, '{"kysely_migration":{"name":"x"}}'),
    "row 1 has an unexpected form",
  ],
  [
    "has a column that is not ours",
    (lines) => lines.with(2, (lines[2] ?? "").replace('"kind":', '"sort":1,"kind":')),
    "row 2 has an unexpected form",
  ],
  [
    "lacks a column that may be null",
    (lines) => lines.with(2, (lines[2] ?? "").replace(/"day":\w+,/, "")),
    "row 2 has an unexpected form",
  ],
  ["has null instead of a row", (lines) => lines.with(1, '{"ledger":null}'), "row 1 has an unexpected form"],
  ["continues after its end", (lines) => [...lines, '{"rows":0}'], "there are lines after the end of the export"],
  [
    "lacks an entry of the history",
    (lines) => lines.toSpliced(10, 1).with(-1, `{"rows":${lines.length - 3}}`),
    "the history is not sound: entry 9: ",
  ],
  [
    "has another number in its history",
    (lines) => lines.with(18, (lines[18] ?? "").replace('\\"score\\":', '\\"score\\":1')),
    "the history is not sound: entry 17: ",
  ],
])("import rejects an export that %s with one sentence, and stores nothing", async (_what, change, sentence) => {
  const other = tempFolder();
  const file = join(other, "export.jsonl");
  writeFileSync(file, change(released("peak-export-1.jsonl").trimEnd().split("\n")).join("\n"));
  const { code, out, err } = await runPeak(["import", file], { DATA_DIR: other });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(`peak: ${sentence}`);
  expect((await runPeak(["export"], { DATA_DIR: other })).out.split("\n")).toHaveLength(3);
});

test("import rejects an export with an invalid byte, and stores nothing", async () => {
  const folder = tempFolder();
  const file = join(folder, "export.jsonl");
  const bytes = Buffer.from(released("peak-export-1.jsonl"));
  bytes[bytes.indexOf("kraken")] = 0xff;
  writeFileSync(file, bytes);
  const { code, err } = await runPeak(["import", file], { DATA_DIR: folder });
  expect([code, err]).toEqual([1, `peak: ${file} is not UTF-8 text\n`]);
  expect((await runPeak(["export"], { DATA_DIR: folder })).out.split("\n")).toHaveLength(3);
});

test.each([
  ["text for a number", '"one"', "the table ledger rejects its rows: datatype mismatch"],
  ["an object for a number", '{"at":1}', "row 2 has an unexpected form"],
  ["a list for a number", "[1]", "row 2 has an unexpected form"],
])("import rejects a manipulated line with %s in one sentence, and stores nothing", async (_what, value, sentence) => {
  const folder = tempFolder();
  const file = join(folder, "export.jsonl");
  writeFileSync(file, released("peak-export-1.jsonl").replace(/"position":1/, `"position":${value}`));
  const { code, out, err } = await runPeak(["import", file], { DATA_DIR: folder });
  expect({ code, out, err }).toEqual({ code: 1, out: "", err: `peak: ${sentence}\n` });
});

test("import of a file that cannot be read exits 2 and creates no database", async () => {
  const DATA_DIR = tempFolder();
  const { code, err } = await runPeak(["import", "/nowhere"], { DATA_DIR });
  expect(readdirSync(DATA_DIR)).toEqual([]);
  expect([code, err]).toEqual([2, "peak: /nowhere cannot be read: no such file or directory\n"]);
});

describePostgres("between SQLite and PostgreSQL", () => {
  const postgres = tempPostgres();

  test("an export of many pages is imported byte for byte, and import mentions a missing key", async () => {
    const [folder, home] = [releasedFolder(), tempFolder()];
    const many = Array.from({ length: 1200 }, (_, i) => observation({ value: 1 + i / 7 }));
    await addObservations((await tempSqlite(folder)).db, many);
    const there = { DATABASE_URL: (await postgres.empty()).href, DATA_DIR: folder };
    const exported = async (settings: Readonly<Record<string, string>>) => {
      const { code, out, err } = await runPeak(["export"], settings);
      expect([code, err]).toEqual([0, ""]);
      return out;
    };
    const imported = (text: string, settings: Readonly<Record<string, string>>) => {
      const file = join(tempFolder(), "export.jsonl");
      writeFileSync(file, text);
      return runPeak(["import", file], settings);
    };
    const text = await exported({ DATA_DIR: folder });
    const { out } = await imported(text, there);
    expect(out).toMatch(/^\d{4} rows imported; the history is sound\n/);
    const back = await imported(await exported(there), { DATA_DIR: home });
    expect(back.out).toContain(`copy it to ${join(home, "signing-key.pem")} before you start the service`);
    expect(await exported({ DATA_DIR: home })).toBe(text);
    const again = await imported(text, there);
    expect(again).toMatchObject({ code: 2, err: "peak: the database is not empty: import into a new one\n" });
  });
});
