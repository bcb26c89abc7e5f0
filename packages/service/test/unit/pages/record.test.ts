import { describe, expect, test } from "vitest";
import { formatOf } from "../../../src/pages/format.js";
import { recordPage } from "../../../src/pages/record/record.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { NAMED_SITE } from "../http/samples.js";

const PAGE = recordPage.draw(NAMED_SITE, "en", SAMPLE_RECORD);
const { day } = formatOf("en");

const NAMES: Readonly<Record<string, string>> = {
  "After tuning": "later",
  "Used for tuning": "development",
  Early: "early",
};

/** The rows of a table with the period whose name stands above them, their cells separated by bars. */
function rowsOf(caption: string, page = PAGE): readonly string[] {
  const table = page.split(`<caption>${caption}</caption>`)[1]?.split("</table>")[0] ?? "";
  return table.split("<tbody>").flatMap((group) => {
    const name = /scope="rowgroup"[^>]*>([^<]+?) </.exec(group)?.[1] ?? "";
    const rows = [...group.matchAll(/\n<tr[^>]*>(.*?)<\/tr>/g)].map(([, cells = ""]) => cells);
    return rows.map((row) => [NAMES[name], ...row.split(/<\/t[hd]>/).slice(0, -1)].join("|").replace(/<[^>]+>/g, ""));
  });
}

/** Period and first day of each row. */
const told = (caption: string) =>
  rowsOf(caption)
    .map((row) => `${row.split("|")[0]} ${/[A-Z][a-z]{2} \d{1,2}, \d{4}/.exec(row)?.[0]}`)
    .toSorted();

describe("the page of the record", () => {
  test("begins with a hit or a miss for each turn, and with how small the sample is", () => {
    const head = PAGE.slice(PAGE.indexOf("<h1"), PAGE.indexOf('id="tables"'));
    for (const text of [
      "The score warned before 8 of the 10 past turns.",
      "<b>4 of 5</b> tops",
      "<b>4 of 5</b> bottoms",
    ])
      expect(head).toContain(text);
    expect(head.match(/<b>Hit<\/b>/g)).toHaveLength(8);
    expect(head.match(/<b>Miss<\/b>/g)).toHaveLength(2);
    expect(head).toContain("Small sample");
  });

  test("tells every turn, every alarm and every miss once, in its own period, the later periods first", () => {
    const { turns, topRisk, descentGuard } = SAMPLE_RECORD;
    const turnRows = turns.map(({ period, day: at }) => `${period} ${day(at)}`);
    expect(told("What the score said at every turn")).toEqual(turnRows.toSorted());
    const cases = [topRisk, descentGuard].flatMap(({ alarms, misses }) => [
      ...alarms.map(({ from, period }) => `${period} ${day(from)}`),
      ...misses.map(({ day: at, period }) => `${period} ${day(at)}`),
    ]);
    expect(told("Every alarm and every miss")).toEqual(cases.toSorted());
    const periods = rowsOf("Every alarm and every miss").map((row) => row.split("|")[0]);
    expect([...new Set(periods)]).toEqual(["later", "development", "early"]);
  });

  test.each([
    ["What the score said at every turn", /never warned.*may still go lower|may still go lower.*never warned/s],
    ["How often", /^development\|Cycle top\|2\|1\|1\|0$/m],
    ["Every alarm and every miss", /^development\|.*missed\|–\|–$/m],
    ["The score and four plain measures", /^early\|▼ Top Nov 14, 2013\|89\.7\|92\.5\|52\.2\|90\.3\|–$/m],
    ["Price a year after each phase", /^development\|Accumulation\|20\.4%\|666\|−41%\|\+37%\|\+719%\|60\.8%$/m],
    ["Error of the score, in points", /^\|Jan 1, 2014 – Dec 31, 2018\|1,826\|10\.7\|−7\.3$/m],
  ])("has its figures, misses included, in the table: %s", (caption, row) => {
    expect(rowsOf(caption).join("\n")).toMatch(row);
  });

  test("says what the settled phase did next to the plain one, and what it cost", () => {
    expect(PAGE).toContain("Of the 9 turns at which the score warned, it missed 0 and showed 0 later.");
    expect(PAGE).toContain("at most 9 days late, and on 92.8% of the days both were the same.");
  });

  test("writes a minus and no hyphen before every figure below zero, and a dash where there is none", () => {
    const texts = PAGE.match(/(?<=>)[^<>{}]+(?=<)/g) ?? [];
    expect(texts.filter((text) => /(^|[\s(])-\d|undefined|NaN|Infinity/.test(text))).toEqual([]);
    expect(texts.filter((text) => /(^|[\s(])−\d/.test(text)).length).toBeGreaterThan(20);
  });

  test("says what is not there yet: the whole record, or what a young installation does not have", () => {
    const waiting = recordPage.draw(NAMED_SITE, "en", undefined);
    expect(waiting).toContain("There is no record yet");
    const none = { alarms: [], misses: [] };
    const young = { ...SAMPLE_RECORD, turns: [], topRisk: none, descentGuard: none, settled: undefined };
    expect(recordPage.draw(NAMED_SITE, "en", young).match(/<p>Nothing yet\.<\/p>/g)?.length).toBeGreaterThan(1);
  });
});
