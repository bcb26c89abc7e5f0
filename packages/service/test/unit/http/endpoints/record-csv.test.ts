import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { recordCsvText } from "../../../../src/http/endpoints/record-csv.js";
import { SAMPLE_RECORD } from "../../../support/sample-record.js";

type Line = Readonly<Record<string, string>>;

const TEXT = recordCsvText(SAMPLE_RECORD);
const LINES = parse<Line>(TEXT, { columns: true });

function figureOf(wanted: Line): string | undefined {
  const found = LINES.filter((line) => Object.entries(wanted).every(([name, value]) => line[name] === value));
  expect(found.length, JSON.stringify(wanted)).toBeLessThanOrEqual(1);
  return found[0]?.["value"];
}

test("every figure of the score's record is a line with what it is about", () => {
  const [turn] = SAMPLE_RECORD.turns;
  const label = { topic: "high", date: turn?.day ?? "", period: "development" };
  expect(figureOf({ ...label, figure: "lead_days" })).toBe("63");
  expect(Number(figureOf({ ...label, figure: "price_usd" }))).toBeCloseTo(turn?.priceUsd ?? Number.NaN, 2);
  expect(figureOf({ ...label, figure: "score" })).toBe(`${turn?.readings.score}`);

  const alarms = [...SAMPLE_RECORD.topRisk.alarms, ...SAMPLE_RECORD.descentGuard.alarms];
  const misses = [...SAMPLE_RECORD.topRisk.misses, ...SAMPLE_RECORD.descentGuard.misses];
  expect(LINES.filter(({ figure }) => figure === "verdict")).toHaveLength(alarms.length + misses.length);

  const median = {
    topic: "span",
    period: "development",
    cycle: "",
    phase_key: "ACUM",
    horizon_days: "365",
  };
  expect(figureOf({ ...median, figure: "median" })).toBe("1.1");
});

test("a figure that is not known has no line, and nothing in it can be a formula", () => {
  expect(LINES.filter(({ value }) => value === "" || value === "NaN" || value === "undefined")).toEqual([]);
  expect(TEXT).not.toMatch(/(?:^|,|\n)(?:[=+@\t]|-(?!\d))/);
});
