import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endOf, HOUR_MS, type Instant, plus } from "peak-cycle-model";
import { beforeAll, describe, expect, test } from "vitest";
import { askSite, SiteError } from "../../../../chain/src/check-site.js";
import { checkSite } from "../../../../chain/src/verify-published.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { day } from "../../contract/storage/samples.js";
import { living } from "./histories.js";
import { type Answers, answersOf, HISTORY, KEYS, LEAVES, PROOF, REVISIONS } from "./public-answers.js";
import { standalone } from "./verifiers.js";

/** 41 days, with a rotated and a lost key and two corrections. */
const DAYS = 41;
/** 07:00 UTC of the newest row's day. */
const NOW = plus(endOf(day(DAYS - 1)), 7 * HOUR_MS);

let before: Answers;
let answers: Answers;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "peak-"));
  const stores = openStores(await openSqlite(folder));
  const { take, start } = living(stores);
  await take({ what: "close", days: 20, isSigned: true });
  for (const what of ["rotate", "lose"] as const) await take({ what });
  for (const back of [1, 3]) await take({ what: "revise", back });
  await take({ what: "close", days: 20, isSigned: true });
  before = await answersOf(stores);
  await take({ what: "close", days: 1, isSigned: true });
  await start();
  answers = await answersOf(stores);
  await stores.close();
  rmSync(folder, { recursive: true, force: true });
});

const CHANGES: readonly [string, string, (body: string) => string][] = [
  ["a leaf is another", LEAVES, (body) => body.replace(/^./, (sign) => (sign === "0" ? "1" : "0"))],
  ["two leaves change places", LEAVES, (body) => body.replace(/^(.*\n)(.*\n)/, "$2$1")],
  ["a leaf is gone", LEAVES, (body) => body.replace(/^.*\n/, "")],
  ["a leaf is there twice", LEAVES, (body) => body.replace(/^(.*\n)/, "$1$1")],
  ["the last leaf is gone", LEAVES, (body) => body.replace(/.*\n$/, "")],
  ["a link is gone", PROOF, changed(({ links }) => links.splice(7, 1))],
  ["the last link is gone", PROOF, changed(({ links }) => links.pop())],
  ["two links change places", PROOF, changed(({ links }) => links.splice(3, 2, links[4], links[3]))],
  ["there is no link", PROOF, changed(({ links }) => links.splice(0))],
  ["a key is gone", KEYS, changed(({ keys }) => keys.pop())],
  ["keys change places", KEYS, changed(({ keys }) => keys.splice(0, 2, keys[1], keys[0]))],
  ["a key is there twice", KEYS, changed(({ keys }) => keys.push(keys[0]))],
  ["a correction is gone", REVISIONS, changed(({ revisions }) => revisions.pop())],
  ["a correction is there twice", REVISIONS, changed(({ revisions }) => revisions.push(revisions[0]))],
  ["corrections change places", REVISIONS, changed(({ revisions }) => revisions.reverse())],
  ["a row is gone", HISTORY, changed(({ data }) => data.splice(9, 1))],
  ["a row is there twice", HISTORY, changed(({ data }) => data.splice(9, 0, data[9]))],
  ["an older row is added", HISTORY, changed(({ data }) => data.unshift({ ...data[0], date: "2010-07-28" }))],
  [
    "two newer rows are added",
    HISTORY,
    changed(({ data }) => data.push(...later(data.at(-1), "2010-08-29", "2010-08-30"))),
  ],
];

describe("the public answers", () => {
  test("are sound as they are, and say that a key is not endorsed", async () => {
    const { faults, notes } = await found(answers);
    expect(faults).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/^signing key .* without the word of an earlier key/)]);
    expect(await alone([answers])).toEqual([0]);
  });

  test("are found not to be, whichever value of them is another", async () => {
    const tampered = [PROOF, KEYS, REVISIONS, HISTORY].flatMap((path) => eachAltered(path, answers));
    expect(tampered.length).toBeGreaterThan(300);
    for (const { what, answers } of tampered) expect((await found(answers)).faults, what).not.toEqual([]);
    const some = tampered.filter((_each, index) => index % 5 === 0);
    const codes = await alone(some.map((each) => each.answers));
    expect(some.filter((_each, index) => codes[index] !== 1).map(({ what }) => what)).toEqual([]);
  });

  test.each(CHANGES)("are found not to be when %s", async (_what, path, change) => {
    expect((await found({ ...answers, [path]: change(answers[path] ?? "") })).faults).not.toEqual([]);
  });

  test("are found not to be by the other verifier too, in all these cases", async () => {
    const tampered = CHANGES.map(([, path, change]) => ({ ...answers, [path]: change(answers[path] ?? "") }));
    const codes = await alone(tampered);
    expect(CHANGES.filter((_each, index) => codes[index] !== 1).map(([what]) => what)).toEqual([]);
  });
});

describe("between two days", () => {
  test("a history that is one row ahead of the chain, or behind, is remarked on and is no fault", async () => {
    const ahead = { ...before, [HISTORY]: answers[HISTORY] ?? "" };
    const behind = { ...answers, [HISTORY]: before[HISTORY] ?? "" };
    const [early, late] = [await found(ahead), await found(behind)];
    expect([early.faults, late.faults]).toEqual([[], []]);
    expect(early.notes).toContain("the row of 2010-08-28 is not signed yet");
    expect(late.notes).toContain("the history ends with 2010-08-27, the chain with the row of 2010-08-28");
    expect(await alone([ahead, behind])).toEqual([0, 0]);
  });

  test("a row that is more than two hours late is remarked on", async () => {
    const due = plus(NOW, 24 * HOUR_MS);
    expect((await found(answers, due)).notes.join()).not.toContain("late");
    expect((await found(answers, plus(due, HOUR_MS + 1))).notes).toContain(
      "the newest row is of 2010-08-28: that of the day after is more than 2 h late",
    );
  });
});

/** What `peak verify` finds in answers. */
async function found(given: Answers, now: Instant = NOW): Promise<{ faults: string[]; notes: string[] }> {
  try {
    const answered = await askSite(new URL("https://peak.example"), async ({ pathname }) => given[pathname] ?? "");
    const { findings } = checkSite(answered, now);
    const of = (kind: string) => findings.filter((each) => each.kind === kind).map(({ text }) => text);
    return { faults: of("fault"), notes: of("note") };
  } catch (error) {
    if (error instanceof SiteError) return { faults: [error.message], notes: [] };
    throw error;
  }
}

/** The exit codes of docs/verify.py. */
async function alone(all: readonly Answers[]): Promise<readonly number[]> {
  const ends = await standalone(all.map((given) => ({ args: ["https://peak.example"], answers: given })));
  return ends.map(({ code }) => code);
}

/** Values that nothing is said about: addresses, constants, labels in English, and when a key was added. */
const FREE = /(^|\.)(ok|asset|days|phase|keys|leaves|kty|crv|alg|use|added_at)$/;

interface Tampered {
  readonly what: string;
  readonly answers: Answers;
}

/** Every value of an answer in its turn, made another of the same kind. */
function eachAltered(path: string, given: Answers): readonly Tampered[] {
  const body = JSON.parse(given[path] ?? "") as unknown;
  const places = scalars(body, "").filter((place) => !FREE.test(place));
  return places.map((place) => {
    const copy = structuredClone(body);
    const names = place.split(".").slice(1);
    const last = names.pop() ?? "";
    const parent = names.reduce((value, name) => (value as Record<string, unknown>)[name], copy) as Record<
      string,
      unknown
    >;
    parent[last] = other(parent[last]);
    return { what: `${path} ${place}`, answers: { ...given, [path]: JSON.stringify(copy) } };
  });
}

function scalars(value: unknown, place: string): readonly string[] {
  if (value === null || typeof value !== "object") return [place];
  return Object.entries(value).flatMap(([name, inner]) => scalars(inner, `${place}.${name}`));
}

function other(value: unknown): unknown {
  if (typeof value === "number") return value + 0.1;
  if (typeof value === "string") return value.slice(0, -2) + (value.at(-2) === "3" ? "4" : "3") + value.slice(-1);
  return "2010-07-30";
}

type Body = Record<"links" | "keys" | "revisions" | "data", (Record<string, unknown> | undefined)[]>;

function changed(change: (body: Body) => unknown): (text: string) => string {
  return (text) => {
    const body = JSON.parse(text) as Body;
    change(body);
    return JSON.stringify(body);
  };
}

function later(row: Record<string, unknown> | undefined, ...dates: readonly string[]): Record<string, unknown>[] {
  return dates.map((date) => ({ ...row, date }));
}
