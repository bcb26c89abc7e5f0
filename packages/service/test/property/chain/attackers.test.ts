import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { bothChains } from "../../contract/storage/linked.js";
import { closedDay, historyRow } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { signStored } from "../../support/history-check.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";
import { runPeak } from "../../unit/commands/run-peak.js";
import { breakIn, live, type Step } from "./histories.js";
import { standalone } from "./verifiers.js";

const LIFE: readonly Step[] = [
  { what: "close", days: 12, isSigned: true },
  { what: "revise", back: 1 },
  { what: "close", days: 10, isSigned: true },
  { what: "close", days: 10, isSigned: true },
];

const FIRST = 14_808;
const KEPT = "saved.json";

/** A folder with a database, and what a careful reader has kept of it. */
async function watched(steps: readonly Step[]): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), "peak-"));
  const path = await live(folder, steps);
  const saved = join(folder, KEPT);
  expect((await runPeak(["verify", `sqlite:${folder}`, "--save", saved])).code).toBe(0);
  return { folder, path, saved };
}

interface Watched {
  readonly folder: string;
  readonly path: string;
  readonly saved: string;
}

let original: Watched;

beforeAll(async () => {
  original = await watched(LIFE);
  return () => rmSync(original.folder, { recursive: true, force: true });
});

/** A copy of the long life, to be attacked. */
function attacked(): Watched {
  const folder = tempFolder();
  cpSync(original.folder, folder, { recursive: true });
  return { folder, path: join(folder, "peak.db"), saved: join(folder, KEPT) };
}

/** The exit codes and texts of both verifiers, with what was kept and without. */
async function judged(folder: string, saved: string) {
  const target = `sqlite:${folder}`;
  const alone = await runPeak(["verify", target]);
  const since = await runPeak(["verify", target, "--since", saved]);
  const path = join(folder, "peak.db");
  const [ownAlone, ownSince] = await standalone([{ args: [path] }, { args: [path, "--since", saved] }]);
  return {
    alone: [alone.code, ownAlone?.code],
    since: [since.code, ownSince?.code],
    said: alone.out,
    saidSince: since.out,
  };
}

/** Everything from a position on is linked anew, out of what the tables hold now, as the service itself would. */
async function linkAnew(path: string, from: number): Promise<void> {
  const file = breakIn(path);
  file.prepare("delete from links where position >= ?").run(from);
  file.close();
  const database = await openSqlite(join(path, ".."));
  const { made } = await bothChains(database);
  await database.queries.insertInto("links").values(made.slice(from)).execute();
  await database.close();
}

async function signAs(path: string): Promise<void> {
  const stores = openStores(await openSqlite(join(path, "..")));
  const clock = fakeClock("2026-11-21T06:00:00Z");
  expect(await signStored({ clock, stores, signer: testSigner() })).toBe(true);
  await stores.close();
}

function prettier(path: string, day: number): void {
  const file = breakIn(path);
  file.prepare("update history set score = 99.9, phase = 'PEAK' where day = ?").run(FIRST + day);
  file.close();
}

describe("whoever rewrites a row and all links after it", () => {
  test("is found without the key: the statements speak of other links", async () => {
    const { folder, path, saved } = attacked();
    prettier(path, 20);
    await linkAnew(path, 19);
    const { alone, said } = await judged(folder, saved);
    expect(alone).toEqual([1, 1]);
    expect(said).toMatch(/^fault {2}statement \d: what was signed about link \d+ is not what is there$/m);
  });

  test("is found with a key of their own beside ours: its lack of an endorsement is said, and a kept proof shows the rest", async () => {
    const { folder, path, saved } = attacked();
    prettier(path, 20);
    await linkAnew(path, 19);
    const file = breakIn(path);
    file.exec("delete from statements where position >= 19");
    file.close();
    await signAs(path);
    const { alone, since, said, saidSince } = await judged(folder, saved);
    expect(alone).toEqual([0, 0]);
    expect(said).toMatch(/^note {3}signing key [\w-]{43} was added without the word of an earlier key/m);
    expect(since).toEqual([1, 1]);
    expect(saidSince).toContain("link 31 is not the one that was saved");
  });

  test("is found with everything signed anew by a key of their own: nothing but a kept proof can show that", async () => {
    const { folder, path, saved } = attacked();
    prettier(path, 20);
    await linkAnew(path, 0);
    const file = breakIn(path);
    file.exec("delete from statements; delete from signing_keys");
    file.close();
    await signAs(path);
    const { alone, since, saidSince } = await judged(folder, saved);
    expect(alone).toEqual([0, 0]);
    expect(since).toEqual([1, 1]);
    expect(saidSince).toMatch(/^fault {2}the saved proof: its key [\w-]{43} is not in the list of keys$/m);
  });
});

describe("whoever puts an older state back", () => {
  test("is found by a kept proof: the chain ends too early", async () => {
    const { folder, path, saved } = attacked();
    const file = breakIn(path);
    const end = 21; // closed and signed before the last ten days
    file.exec(`delete from statements where position > ${end}; delete from links where position > ${end}`);
    file.exec(`delete from history where day > ${FIRST + end + 1}`);
    for (const table of ["closed_majors", "closed_days"]) file.exec(`delete from ${table} where day > ${FIRST + end}`);
    file.close();
    const { alone, since, saidSince } = await judged(folder, saved);
    expect(alone).toEqual([0, 0]);
    expect(since).toEqual([1, 1]);
    expect(saidSince).toContain("fault  the chain ends before link 31, which it once had");
  });
});

describe("what is no attack", () => {
  test("a chain that went on extends what was kept, also past an interrupted closing and a lost key", async () => {
    const { folder, saved } = await watched([{ what: "close", days: 12, isSigned: true }]);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const stores = openStores(await openSqlite(folder));
    for (let count = 12; count < 16; count += 1) await stores.days.append([closedDay(count)], [historyRow(count + 1)]);
    await stores.close();
    const interrupted = await judged(folder, saved);
    expect(interrupted.alone).toEqual([1, 1]);
    expect(interrupted.said).toMatch(/^fault {2}the newest 4 links are not signed: start the service once/m);
    await signAs(join(folder, "peak.db"));
    const { alone, since } = await judged(folder, saved);
    expect([alone, since]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
