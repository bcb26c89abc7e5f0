import { existsSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { instantOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { openSigner } from "../../../src/ledger/signing-key.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { runPeak } from "../../support/run-peak.js";
import { storePast } from "../../support/simulated-past.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const revise = (env: Readonly<Record<string, string>>, day: string, price: string) =>
  runPeak(["revise", "--day", day, "--price", price, "--reason", "The close was misread.", "--yes"], env);

test("peak revise prints the published and the corrected numbers, and leaves a sound history", async () => {
  const folder = tempFolder();
  const opened = await openSqlite(folder);
  const db = opened.db;
  await storePast(
    db,
    instantOf("2014-02-07T12:00:00Z"),
    await openSigner({ signingKeyFile: join(folder, "signing-key.pem") }),
  );
  await opened.close();
  const { code, out, err } = await revise({ DATA_DIR: folder }, "2014-02-07", "1200");
  expect([code, err]).toEqual([0, ""]);
  const numbers = "score [\\d.]+, smoothed [\\d.]+, [A-Z]+,";
  const lines =
    `^before {5}${numbers} 639.59 USD\ncorrected {2}${numbers} 1200 USD\n` +
    "reason {5}The close was misread.\nrevision 1 is stored and signed; ";
  expect(out).toMatch(new RegExp(lines));
  const verified = await runPeak(["verify", `sqlite:${folder}`]);
  expect([verified.code, verified.out]).toEqual([0, expect.stringContaining("30 rows, 1 revisions")]);
});

test.each([
  ["a day that does not exist", "2026-02-30", "1", "--day must be a UTC day such as 2026-11-21"],
  ["a price in another notation", "2026-11-20", "1e3", "--price must be a number such as 67000.12"],
  ["no database", "2026-11-20", "1", "there is no database at "],
])("peak revise with %s exits with 2 and one sentence, and creates nothing", async (_what, day, price, sentence) => {
  const DATA_DIR = join(tempFolder(), "none");
  const err = expect.stringContaining(`peak: ${sentence}`);
  expect(await revise({ DATA_DIR }, day, price)).toEqual({ code: 2, out: "", err });
  expect(existsSync(DATA_DIR)).toBe(false);
});

describe("peak revise without --yes", () => {
  const prepared = async () => {
    const folder = tempFolder();
    const { db, close } = await openSqlite(folder);
    const signer = await openSigner({ signingKeyFile: join(folder, "signing-key.pem") });
    await storePast(db, instantOf("2014-02-07T12:00:00Z"), signer);
    await close();
    return folder;
  };
  const typed = (line: string) => Object.assign(Readable.from([`${line}\n`]), { isTTY: true }) as never;
  const args = ["revise", "--day", "2014-02-07", "--price", "1200", "--reason", "The close was misread."];
  const revisions = async (folder: string) =>
    (await runPeak(["verify", `sqlite:${folder}`])).out.match(/\d+ revisions/)?.[0];

  test("shows the correction and publishes it only if the operator types yes", async () => {
    const DATA_DIR = await prepared();
    const no = await runPeak(args, { DATA_DIR }, { input: () => typed("no") });
    expect(no).toMatchObject({ code: 1, out: expect.stringMatching(/^before .*\ncorrected .*\nreason .*\n$/) });
    expect(no.err).toMatch(/published permanently.*peak: nothing was published\n$/);
    expect(await revisions(DATA_DIR)).toBe("0 revisions");
    expect((await runPeak(args, { DATA_DIR }, { input: () => typed("yes") })).code).toBe(0);
    expect(await revisions(DATA_DIR)).toBe("1 revisions");
  });

  test("publishes nothing without a terminal for the confirmation, and exits with 2", async () => {
    const DATA_DIR = await prepared();
    const { code, err } = await runPeak(args, { DATA_DIR }, { input: () => Readable.from([]) as never });
    expect([code, err]).toEqual([2, "peak: nothing was published: there is no terminal to confirm on; add --yes\n"]);
    expect(await revisions(DATA_DIR)).toBe("0 revisions");
  });
});
