import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { LedgerHistory, readLedger } from "../../../src/ledger/ledger-history.js";
import { openForWork, openSigning } from "../../../src/ledger/signing.js";
import { openSigner } from "../../../src/ledger/signing-key.js";
import { parseConfig } from "../../../src/settings/settings.js";
import { SOURCE_NAMES } from "../../../src/sources/order.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { addScore, newestScore } from "../../../src/storage/scores.js";
import { quietLog } from "../../support/quiet-log.js";
import { runPeak } from "../../support/run-peak.js";
import { appendDays, appendForgery } from "../../support/sample-ledger.js";
import { closedDays, historyRows, hourlyScore } from "../../support/sample-rows.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

const EVER = 8.64e15 as Instant;

/** Opens a folder as a start of the service does. */
async function started(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const config = parseConfig({ DATA_DIR: folder, ...settings });
  await using database = await openSqlite(folder);
  return await openSigning(config, database.db, quietLog());
}

async function folderWithKey(): Promise<{ folder: string; key: string; question: string }> {
  const folder = tempFolder();
  const key = join(folder, "signing-key.pem");
  await openSigner({ signingKeyFile: key });
  const question =
    `${join(folder, "peak.db")} does not exist or is new, but the signing key ${key} exists: ` +
    "restore a backup there, or set NEW_HISTORY=yes for one start to begin a new history with this key";
  return { folder, key, question };
}

describe("a signing key without its database", () => {
  test("exits with 2 and an error that names both files, before any file is created", async () => {
    const { folder, question } = await folderWithKey();
    expect(await runPeak(["serve"], { DATA_DIR: folder })).toEqual({ code: 2, out: "", err: `peak: ${question}\n` });
    expect(existsSync(join(folder, "peak.db"))).toBe(false);
  });

  test("causes the same error on every start if the database was emptied", async () => {
    const { folder, question } = await folderWithKey();
    await (await openSqlite(folder)).close();
    await expect(started(folder)).rejects.toThrow(question);
    await expect(started(folder)).rejects.toThrow(question);
  });

  test("begins a new history if the operator confirms it, and then drops the signed position", async () => {
    const { folder, key } = await folderWithKey();
    writeFileSync(`${key}.signed`, `7 ${"a".repeat(64)}\n`);
    await started(folder, { NEW_HISTORY: "yes" });
    expect(existsSync(`${key}.signed`)).toBe(false);
    await started(folder);
  });
});

test("a service logs the first stored row of a table that it cannot read", async () => {
  const [config, log] = [parseConfig({ DATA_DIR: tempFolder() }), quietLog()];
  await using database = await openForWork(config, log);
  await addScore(database.db, hourlyScore());
  await sql`update scores set btc_score = -5`.execute(database.db);
  expect(await newestScore(database.db, EVER)).toBeUndefined();
  expect(log.lines).toMatchObject([{ level: "error", sentence: "a stored row cannot be read" }]);
});

describe("the line of the signing key in peak doctor", () => {
  const lineOf = async (folder: string, settings = {}) => {
    const { out, err } = await runPeak(["doctor"], {
      DATA_DIR: folder,
      UPSTREAMS_DISABLED: SOURCE_NAMES.join(","),
      ...settings,
    });
    expect(err).toBe("");
    return out.match(/^signing key +(.*)$/m)?.[1];
  };

  test("shows the error of a start, with and without an empty database", async () => {
    const { folder, key, question } = await folderWithKey();
    expect(await lineOf(folder)).toBe(`failed    ${question}`);
    await (await openSqlite(folder)).close();
    expect(await lineOf(folder)).toBe(`failed    ${question}`);
    expect(await lineOf(folder, { NEW_HISTORY: "yes" })).toBe(`ok        ${key}`);
    await started(folder, { NEW_HISTORY: "yes" });
    expect(await lineOf(folder)).toBe(`ok        ${key}`);
    expect(await lineOf(folder, { ROLE: "api", DATABASE_URL: "postgres://127.0.0.1:1/x" })).toBeUndefined();
  });
});

describe("a start on a ledger that an unknown key has continued", () => {
  /** A folder with the key, its signed entries, and the forger's appended ones. */
  async function forgedFolder() {
    const folder = tempFolder();
    const { signer, headFile: kept } = await started(folder);
    const forger = testSigner();
    await using database = await openSqlite(folder);
    await appendDays(database.db, closedDays(0, 40), historyRows(1, 40), signer);
    const { ledger } = await readLedger(database.db);
    if (ledger.statement !== undefined) await kept.keep(ledger.statement);
    await appendForgery(database.db, forger);
    return { folder, signer, forger };
  }

  test("does not mistake that key for a replacement of ours, and names its first entry", async () => {
    const { folder, signer } = await forgedFolder();
    const own = await started(folder);
    expect(own.signer.keyId).toBe(signer.keyId);
    await using database = await openSqlite(folder);
    await expect(new LedgerHistory(database.db, own).read()).rejects.toThrow("entry 42: it adds a key");
  });

  test("declares our key lost if the operator says so, but never the unknown one", async () => {
    const { folder, signer, forger } = await forgedFolder();
    rmSync(join(folder, "signing-key.pem"));
    await expect(started(folder)).rejects.toThrow(`${signer.keyId} has signed the history`);
    const { trustedKeys } = await started(folder, { NEW_HISTORY: "new-key" });
    expect([trustedKeys?.has(signer.keyId), trustedKeys?.has(forger.keyId)]).toEqual([true, false]);
  });
});

test("an interrupted first start needs no confirmation", async () => {
  const folder = tempFolder();
  await started(folder);
  await started(folder);
  rmSync(join(folder, "signing-key.pem"));
  await started(folder);
});
