import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRecord } from "../../../src/domain/record-shape.js";
import { presentRecord } from "../../../src/http/endpoints/record.js";
import { recordPage } from "../../../src/pages/record/record.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { SITE } from "../pages/samples.js";

const TEXT = JSON.stringify(SAMPLE_RECORD);

/** What stands in the place of a value that another version has stored in another way. */
const OTHER_SHAPES: readonly unknown[] = [null, undefined, [], {}, "", "later", -1, 1.5, true, [null], [{}]];

type Path = readonly (string | number)[];

/** Every value in a JSON value, of a long array the first and the last one. */
function pathsIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const keys = Array.isArray(value) ? [...new Set([0, value.length - 1])].filter((i) => i >= 0) : Object.keys(value);
  return [at, ...keys.flatMap((key) => pathsIn((value as Record<string, unknown>)[key], [...at, key]))];
}

function replaced(path: Path, by: unknown): string | undefined {
  const [last] = path.slice(-1);
  if (last === undefined) return JSON.stringify(by);
  const record = JSON.parse(TEXT) as Record<string | number, unknown>;
  let inner = record;
  for (const key of path.slice(0, -1)) inner = inner[key] as typeof record;
  inner[last] = by;
  return JSON.stringify(record);
}

describe("a stored record", () => {
  test("of this version is read as it was made", () => {
    expect(readRecord(TEXT)).toEqual(JSON.parse(TEXT));
  });

  test("that is no JSON, or none at all, is none", () => {
    expect(["", "{", "null", "[]", "{}", '"record"', TEXT.slice(0, -1)].map(readRecord)).toEqual(
      Array(7).fill(undefined),
    );
  });

  test("with any value in another shape is none, or can be shown", () => {
    const paths = pathsIn(JSON.parse(TEXT));
    expect(paths.length).toBeGreaterThan(150);
    let refused = 0;
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.constantFrom(...OTHER_SHAPES), (path, shape) => {
        const record = readRecord(replaced(path, shape) ?? "");
        if (record === undefined) refused += 1;
        else
          expect([presentRecord(record).ok, recordPage.draw(SITE, "en", record).length > 1000]).toEqual([true, true]);
      }),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(150);
  });
});
