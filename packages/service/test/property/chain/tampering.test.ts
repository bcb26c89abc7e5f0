import fc from "fast-check";
import { expect, test } from "vitest";
import { tempFolder } from "../../support/temp-sqlite.js";
import { breakIn, copyTo, live, lives, type Step, TABLES } from "./histories.js";
import { type Tampering, tamper, tamperingsOfEachKind } from "./tamperings.js";
import { faultsOf, standalone } from "./verifiers.js";

/** Each with one tampering of each kind; single columns are altered one by one in `columns.test.ts`. */
const LIVES = 5;

/** Two keys said the same, one after the other: only `signed_at` tells that their statements changed places. */
const TWO_KEYS: readonly Step[] = [
  { what: "close", days: 5, isSigned: true },
  { what: "close", days: 1, isSigned: true },
  { what: "lose" },
];
const STATEMENTS_SWAPPED: Tampering = {
  what: "swap",
  table: TABLES.indexOf("statements"),
  row: 1,
  other: 2,
  column: 0,
  by: 1,
};

test("whatever happens to an installation, both verifiers find its chain sound", { timeout: 120_000 }, async () => {
  const paths: string[] = [];
  await fc.assert(
    fc.asyncProperty(lives, async (steps) => {
      const path = await live(tempFolder(), steps);
      paths.push(path);
      expect(await faultsOf(path)).toEqual([]);
    }),
    { numRuns: LIVES },
  );
  for (const { code, out } of await standalone(paths.map((path) => ({ args: [path] }))))
    expect([code, out]).toEqual([0, out]);
});

test("any altered, dropped, swapped, inserted or repeated row is found by both", { timeout: 240_000 }, async () => {
  let tampered = 0;
  await fc.assert(
    fc.asyncProperty(lives, tamperingsOfEachKind, async (steps, acts) => {
      const path = await live(tempFolder(), steps);
      const broken: { readonly path: string; readonly act: string }[] = [];
      for (const act of acts) {
        const copy = copyTo(path, tempFolder());
        const file = breakIn(copy);
        const isChanged = tamper(file, act);
        file.close();
        if (isChanged) broken.push({ path: copy, act: JSON.stringify(act) });
      }
      tampered += broken.length;
      for (const each of broken) expect(await faultsOf(each.path), each.act).not.toEqual([]);
      const found = await standalone(broken.map((each) => ({ args: [each.path] })));
      for (const [index, { code, out }] of found.entries()) expect(code, `${broken[index]?.act}\n${out}`).toBe(1);
    }),
    { numRuns: LIVES, examples: [[TWO_KEYS, [STATEMENTS_SWAPPED]]] },
  );
  expect(tampered).toBeGreaterThan(LIVES * 2); // a tampering that changes nothing proves nothing
});
