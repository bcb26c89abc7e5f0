import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import fc from "fast-check";
import { type Instant, plus, SECOND_MS } from "peak-cycle-model";
import type { Signer } from "../../../src/history/signer.js";
import type { Clock } from "../../../src/platform/clock.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores, type Stores } from "../../../src/storage/stores.js";
import { at, closedDay, day, historyRow } from "../../contract/storage/samples.js";
import { signStored } from "../../support/history-check.js";
import { testSigner } from "../../support/test-signer.js";

/** What happens to an installation, in order. */
export type Step =
  | { readonly what: "close"; readonly days: number; readonly isSigned: boolean }
  | { readonly what: "revise"; readonly back: number }
  | { readonly what: "rotate" }
  | { readonly what: "lose" };

/** Steps of a life of 5 to 40 days; every one of them ends with a start of the service, which signs. */
export const lives: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          what: fc.constant("close" as const),
          days: fc.integer({ min: 1, max: 8 }),
          isSigned: fc.boolean(),
        }),
      },
      { weight: 2, arbitrary: fc.record({ what: fc.constant("revise" as const), back: fc.nat({ max: 3 }) }) },
      { weight: 1, arbitrary: fc.constant({ what: "rotate" as const }) },
      { weight: 1, arbitrary: fc.constant({ what: "lose" as const }) },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((steps) => [{ what: "close", days: 5, isSigned: true }, ...steps]);

/** Days without a history row at the beginning, as in the first two years. */
const ROWLESS = 2;

/** Lives through all steps in a SQLite file, through the real stores, and ends with a start. @returns the file's path */
export async function live(folder: string, steps: readonly Step[]): Promise<string> {
  const stores = openStores(await openSqlite(folder));
  try {
    const installation = living(stores);
    for (const step of steps) await installation.take(step);
    await installation.start();
  } finally {
    await stores.close();
  }
  return join(folder, "peak.db");
}

/** An installation on any stores. */
export function living(stores: Stores): { take(step: Step): Promise<void>; start(): Promise<void> } {
  let [signer, count, time]: [Signer, number, Instant] = [testSigner(), 0, at("2026-11-20T06:00:03Z")];
  const clock: Clock = {
    now() {
      time = plus(time, 17 * SECOND_MS + 1);
      return time;
    },
    sleep: () => Promise.reject(new Error("nothing waits here")),
  };
  const start = async () => {
    await signStored({ clock, stores, signer });
  };
  const close = async (days: number): Promise<void> => {
    const counts = Array.from({ length: days }, (_, i) => count + i);
    const rows = counts.filter((each) => each >= ROWLESS).map((each) => historyRow(each + 1));
    await stores.days.append(
      counts.map((each) => closedDay(each, gapsOf(each))),
      rows,
    ); // one transaction: each waits for the disk
    count += days;
  };
  const take = async (step: Step): Promise<void> => {
    if (step.what === "revise") return revise(stores, clock, Math.max(count - step.back, ROWLESS + 1));
    if (step.what === "close") await close(step.days);
    if (step.what === "close" && !step.isSigned) return;
    if (step.what === "rotate") signer = testSigner(signer);
    if (step.what === "lose") signer = testSigner();
    await start();
  };
  return { take, start };
}

/** Some days lack some inputs. */
function gapsOf(count: number): Parameters<typeof closedDay>[1] {
  if (count % 3 === 0) return { mvrv: undefined, majors: { eth: 1000 + count / 7 } };
  return count % 5 === 0 ? { fearGreed: undefined, dominance: undefined } : {};
}

async function revise(stores: Stores, clock: Clock, count: number): Promise<void> {
  const number = (await stores.chain.revisions()).length + 1;
  const corrected = { score: 40 + number / 10, smoothed: 41, phase: "BULL" as const, btcPriceUsd: 66_900.25 };
  const reason = `An “hourly” close was misread, the ${number}th time.`;
  await stores.chain.addRevision({ number, day: day(count), revisedAt: clock.now(), reason, corrected });
}

/** Every table that the chain is about. */
export const TABLES = [
  ...["closed_days", "closed_majors", "history", "links", "statements", "signing_keys", "revisions"],
] as const;

/** Opens the file as somebody with the right to write to it; the file is a plain one afterwards. */
export function breakIn(path: string): SqliteFile.Database {
  const file = breakInBeside(path);
  file.pragma("journal_mode = DELETE");
  return file;
}

/** The same while a service has the file open. */
export function breakInBeside(path: string): SqliteFile.Database {
  const file = new SqliteFile(path);
  file.pragma("foreign_keys = OFF");
  return file;
}

/** A copy of the database in a folder of its own. */
export function copyTo(path: string, folder: string): string {
  const copy = join(folder, "peak.db");
  copyFileSync(path, copy);
  if (existsSync(`${path}-wal`)) throw new Error(`the database is still open: ${readdirSync(folder)}`);
  return copy;
}
