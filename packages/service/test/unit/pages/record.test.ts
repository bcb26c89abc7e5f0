import { describe, expect, test } from "vitest";
import { formatOf } from "../../../src/pages/format.js";
import { recordPage } from "../../../src/pages/record/record.js";
import { NAMED_SITE } from "../../support/sample-published.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";

const PAGE = recordPage.draw(NAMED_SITE, "en", SAMPLE_RECORD);
const { day } = formatOf("en");

const NAMES: Readonly<Record<string, string>> = {
  "After tuning": "later",
  "Used for tuning": "development",
  Early: "early",
};

/** The rows of a table, each with its period; cells are separated by bars. */
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
  test("begins with a verdict on each turn, and with the size of the sample", () => {
    const head = PAGE.slice(PAGE.indexOf("<h1"), PAGE.indexOf('id="tables"'));
    for (const text of [
      "At 10 past turns, the score was in time twice, early 6 times, and missed 2.",
      "The 3 turns since 2023, after the model was tuned: 1 in time, 2 early.",
      "Tops <small>1 in time, 3 early, 1 missed</small>",
      "Bottoms <small>1 in time, 3 early, 1 missed</small>",
      "<b>In time</b> <small>19 days before, 98%</small>",
      "<b>In time</b> <small>on the day</small>",
      "<b>Early</b> <small>322 days before, 4%</small>",
    ])
      expect(head).toContain(text);
    expect(head.match(/<b>(In time|Early|Missed)<\/b>/g)).toHaveLength(10);
    expect(head).toContain("Small sample");
  });

  test("shows every turn, alarm and miss once, in its own period, later periods first", () => {
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
    [
      "What the score said at every turn",
      /Missed · fall.*Early: 126 days before, 161% · .*may still go lower|may still go lower.*Missed · fall/s,
    ],
    ["How often", /^development\|Cycle-top warning\|2\|1\|1\|0$/m],
    ["Every alarm and every miss", /^development\|.*Missed\|–\|–$/m],
    [
      "The score and four plain measures",
      /^early\|Top Nov 14, 2013\|89\.7 early\|92\.5 early\|52\.2 early\|90\.3 early\|– in time$/m,
    ],
    ["Verdicts by the same rule", /^\|Score\|1\|3\|1\|1\|3\|1$/m],
    ["Average cost of a coin", /^\|Since the first score Jul 16, 2012 – Nov 20, 2026\|44\.51\|53\.22\|−16\.4%$/m],
    ["Average cost of a coin", /^\|Early .*\|−56\.1%$/m],
    ["Every entry, and the price a year later", /^later\|Feb 10, 2026\|Bottom\|10,618\|–$/m],
    ["Every entry, and the price a year later", /^development\|Aug 31, 2021\|Peak\|9,544\|× 0\.84$/m],
    ["Price a year after each phase", /^development\|Accumulation\|20\.4%\|666\|−41%\|\+37%\|\+719%\|60\.8%$/m],
    ["Error of the score, in points", /^\|Jan 1, 2014 – Dec 31, 2018\|1,826\|10\.7\|−7\.3$/m],
  ])("has its figures, misses included, in the table: %s (%s)", (caption, row) => {
    expect(rowsOf(caption).join("\n")).toMatch(row);
  });

  test("compares the settled phase with the plain one, including its cost", () => {
    expect(PAGE).toContain("Of the 9 turns that the phase of the day warned of, it missed 0 and showed 0 later.");
    expect(PAGE).toContain("at most 9 days late, and on 92.8% of the days both were the same.");
  });

  test("writes a minus, not a hyphen, before every negative figure, and a dash for a missing one", () => {
    const texts = PAGE.match(/(?<=>)[^<>{}]+(?=<)/g) ?? [];
    expect(texts.filter((text) => /(^|[\s(])-\d|undefined|NaN|Infinity/.test(text))).toEqual([]);
    expect(texts.filter((text) => /(^|[\s(])−\d/.test(text)).length).toBeGreaterThan(20);
  });

  test("says what is missing: the whole record, or data that a young installation does not have yet", () => {
    const waiting = recordPage.draw(NAMED_SITE, "en", undefined);
    expect(waiting).toContain("There is no record yet");
    const none = { alarms: [], misses: [] };
    const young = {
      ...SAMPLE_RECORD,
      turns: [],
      entries: [],
      averageCosts: [],
      topRisk: none,
      descentGuard: none,
      settled: undefined,
    };
    expect(recordPage.draw(NAMED_SITE, "en", young).match(/<p>Nothing yet\.<\/p>/g)?.length).toBeGreaterThan(1);
  });
});

test("every value in the record's tables has the name of its column, which phones show next to it", () => {
  const tables = PAGE.split('<table class="record rows').slice(1);
  expect(tables.length).toBeGreaterThan(5);
  for (const text of tables) {
    const [table = ""] = text.split("</table>");
    const names = [...table.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, name]) => name);
    for (const [, row = ""] of table.matchAll(/<tr[^>]*><th scope="row">(.*?)<\/tr>/g))
      expect([...row.matchAll(/data-label="([^"]*)"/g)].map(([, name]) => name)).toEqual(names.slice(1));
  }
});
