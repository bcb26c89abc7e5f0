import { trackRecord } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { differences } from "../../../../model/test/support/numbers-of.js";
import { syntheticDays } from "../../../../model/test/support/synthetic-market.js";
import { recordJson } from "../../../src/files/record-json.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";

const record = trackRecord(syntheticDays(1500));
const text = recordJson(record);
const parsed = JSON.parse(text);

/** Back to the names of the program, what is missing being `undefined` again. */
function unnamed(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(unnamed);
  if (typeof value === "string") return value === "power_law" || value === "fear_greed" ? camel(value) : value;
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [camel(key), unnamed(each)]));
}

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe("the record as JSON", () => {
  test("begins with the model's version, that there have been only a few cycles, and what the figures are", () => {
    expect(Object.keys(parsed)).toEqual([
      ...["model_version", "caution", "definitions", "from", "to", "curve", "turns", "top_risk", "descent_guard"],
      ...["spans", "stays", "settled", "place"],
    ]);
    expect(parsed.caution).toMatch(/^There have been only a few cycles\./);
    expect(Object.keys(parsed.definitions)).toEqual(
      expect.arrayContaining(["turns", "verdict", "hindsight", "buying"]),
    );
  });

  test("has every number in full, and nothing but the record besides", () => {
    const { caution, definitions, ...rest } = parsed;
    expect([typeof caution, typeof definitions]).toEqual(["string", "object"]);
    expect(differences(unnamed(rest), record)).toEqual([]);
    expect(recordJson(SAMPLE_RECORD)).toContain('"verdict":"false"');
  });

  test("has names in snake case, gauges too, and null for what is missing", () => {
    const names = [...text.matchAll(/"([A-Za-z_0-9]+)":/g)].map(([, name]) => name);
    expect(names.filter((name) => name !== name?.toLowerCase())).toEqual([]);
    expect(parsed.curve[0]).toEqual({
      day: "2010-07-18",
      price_usd: record.curve[0]?.priceUsd,
      score: null,
      smoothed: null,
    });
    expect(parsed.spans[0].gauges.map(({ gauge }: { gauge: string }) => gauge)).toContain("power_law");
  });

  test("ends its last line, and has one line a point of the curve", () => {
    expect(text.endsWith("}\n")).toBe(true);
    expect(text.split("\n").filter((line) => line.startsWith('    {"day":'))).toHaveLength(record.curve.length);
  });
});
