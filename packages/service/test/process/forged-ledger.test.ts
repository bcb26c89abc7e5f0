/** Someone who can write to the database of a running service, but has none of its keys, appends to the ledger. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/storage/open-database.js";
import { settledService } from "../support/live-service.js";
import { appendForgery } from "../support/sample-ledger.js";
import { eventually } from "../support/service-process.js";

const HISTORY = "/api/public/nhci/history";

test("a running service does not publish a day signed by an unknown key, and reports it", async () => {
  const service = await settledService();
  const { DATA_DIR = "" } = service.settings;
  const position = () => readFileSync(join(DATA_DIR, "signing-key.pem.signed"), "utf8");
  const [before, remembered] = [(await service.get(HISTORY)).text, position()];
  {
    await using database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: undefined }, "beside");
    await appendForgery(database.db);
  }
  const held = await eventually("the service to notice", async () => {
    const [ready, { text }] = [await service.get("/readyz"), await service.get(HISTORY)];
    if (text.includes("99.9")) throw new Error("the forged day is public");
    return ready.status === 503 ? ready : undefined;
  });
  const entry = Number(remembered.split(" ")[0]) + 2; // the first entry after the signed ones and their statement
  expect(held.text).toContain(`The stored ledger differs from what was signed, starting at entry ${entry}`);
  const reason = `entry ${entry}: it adds a key that no key of this installation vouches for`;
  expect(service.errors()).toContainEqual(expect.objectContaining({ position: entry, reason }));
  expect([(await service.get(HISTORY)).text, position()]).toEqual([before, remembered]);
  await service.process.kill();
  await service.start(); // a fresh process, which knows only its key and the signed position
  expect((await service.get("/readyz")).text).toContain(`starting at entry ${entry}`);
  expect([(await service.get(HISTORY)).status, position()]).toEqual([503, remembered]);
});
