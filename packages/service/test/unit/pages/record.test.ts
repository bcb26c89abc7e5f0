import type { TrackRecord } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { formatOf } from "../../../src/pages/format.js";
import { recordPage } from "../../../src/pages/record/record.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { SITE } from "./samples.js";

const PAGE = recordPage.draw(SITE, "en", SAMPLE_RECORD);

const { day } = formatOf("en");

/** The rows of a table by the period whose name stands above them: `later`, `development` or `early`. */
function rowsOf(page: string, caption: string): Readonly<Record<string, readonly string[]>> {
  const table = page.split(`<caption>${caption}</caption>`)[1]?.split("</table>")[0] ?? "";
  const names = { "After tuning": "later", "Used for tuning": "development", Early: "early" };
  const groups = table.split("<tbody>").slice(1);
  return Object.fromEntries(
    groups.map((group) => {
      const name = /scope="rowgroup"[^>]*>([^<]+?) </.exec(group)?.[1] as keyof typeof names;
      return [names[name], [...group.matchAll(/\n<tr[^>]*>.*?<\/tr>/g)].map(([row]) => row)];
    }),
  );
}

const TURNS = "What the score said at every turn";
const RETURNS = "Price a year after each phase";
const CASES = "Every alarm and every miss";

/** Period and first day of each row of a table. */
function told(caption: string): readonly string[] {
  const rows = Object.entries(rowsOf(PAGE, caption));
  return rows
    .flatMap(([period, lines]) => lines.map((line) => `${period} ${/[A-Z][a-z]{2} \d{1,2}, \d{4}/.exec(line)?.[0]}`))
    .toSorted();
}

/** What stands in the cells of a row. */
function cellsOf(row: string | undefined): readonly string[] {
  return [...(row ?? "").matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => cell.replace(/<[^>]+>/g, ""));
}

describe("the page of the record", () => {
  test("begins with a hit or a miss for each turn, newest first, and with how small the sample is", () => {
    const head = PAGE.slice(PAGE.indexOf("<h1"), PAGE.indexOf('id="tables"'));
    expect(head).toContain("The score warned before 6 of the 8 past turns.");
    expect(head).toContain("<b>3 of 4</b> tops");
    expect(head).toContain("<b>3 of 4</b> bottoms");
    expect(head.match(/<b>Hit<\/b>/g)).toHaveLength(6);
    expect(head.match(/<b>Miss<\/b>/g)).toHaveLength(2);
    const days = [...(head.split("</table>")[0] ?? "").matchAll(/<th scope="row">\w+ (\d{4})/g)].map(
      ([, year]) => year,
    );
    expect(days).toEqual(days.toSorted().reverse());
    expect(head).toContain("Small sample");
  });

  test("tells every turn once, in its own period", () => {
    expect(told(TURNS)).toEqual(SAMPLE_RECORD.turns.map(({ period, day: at }) => `${period} ${day(at)}`).toSorted());
  });

  test("tells every alarm and every miss of both flags in its own period", () => {
    const meant = [SAMPLE_RECORD.topRisk, SAMPLE_RECORD.descentGuard].flatMap(({ alarms, misses }) => [
      ...alarms.map(({ from, period }) => `${period} ${day(from)}`),
      ...misses.map(({ day: at, period }) => `${period} ${day(at)}`),
    ]);
    expect(told(CASES)).toEqual(meant.toSorted());
    expect(PAGE.match(/<tr class="missed">/g)).toHaveLength(2);
    expect(PAGE.match(/<tr class="false">/g)).toHaveLength(2);
  });

  test("has ten tables at most, and in each the later period first", () => {
    const captions = [...PAGE.matchAll(/<caption>(.*?)<\/caption>/g)].map(([, caption = ""]) => caption);
    expect(captions.length).toBeLessThanOrEqual(10);
    for (const caption of captions) {
      const order = Object.keys(rowsOf(PAGE, caption)).filter((period) => period !== "undefined");
      expect(["later", "development", "early"].slice(0, order.length), caption).toEqual(order);
    }
  });

  test("counts right, false, missed and open alarms by period", () => {
    const [topRisk] = rowsOf(PAGE, "How often")["development"] ?? [];
    expect(cellsOf(topRisk)).toEqual(["Cycle top", "1", "1", "1", "0"]);
  });

  test("has what every plain measure read at each turn, on the same scale as the score", () => {
    const rows = rowsOf(PAGE, "The score and four plain measures");
    expect(cellsOf(rows["later"]?.[0])).toEqual(["▲ Bottom Jul 7, 2024", "14.7", "8.5", "23.8", "18.1", "3.5"]);
    expect(cellsOf(rows["development"]?.[0]).at(-1)).toBe("–");
  });

  test("writes a minus before every figure below zero, and no hyphen", () => {
    const texts = recordPage.draw(SITE, "en", SAMPLE_RECORD).match(/(?<=>)[^<>{}]+(?=<)/g) ?? [];
    expect(texts.filter((text) => /(^|[\s(])-\d/.test(text))).toEqual([]);
    expect(texts.filter((text) => /(^|[\s(])−\d/.test(text)).length).toBeGreaterThan(20);
  });

  test("says what the settled phase did next to the plain one, and what it cost", () => {
    expect(PAGE).toContain(
      '<tr><th scope="row">Phase on the chart</th><td class="number">69</td><td class="number">5.4</td><td class="number">3</td></tr>',
    );
    expect(PAGE).toContain(
      "Of the 6 turns at which the score warned, it missed 0 and showed 0 later. On the way back it was at most 9 days late, and on 90.0% of the days both were the same.",
    );
  });

  test("says how far off the score was and which way, of all days and of each half", () => {
    const rows = PAGE.split("Error of the score, in points")[2]
      ?.split("</table>")[0]
      ?.match(/<tr><th scope="row">.*/g);
    expect(rows?.map(cellsOf)).toEqual([
      ["Jan 1, 2014 – Apr 25, 2026", "4,498", "14.9", "−8.6"],
      ["Jan 1, 2014 – Dec 31, 2018", "1,826", "18.8", "−9.1"],
      ["Jan 1, 2019 – Apr 25, 2026", "2,672", "12.2", "−8.3"],
    ]);
  });

  test("has no such figures before there are any", () => {
    const page = recordPage.draw(SITE, "en", { ...SAMPLE_RECORD, settled: undefined, hindsight: undefined });
    expect(page.match(/<p>Nothing yet\.<\/p>/g)?.length).toBeGreaterThan(1);
  });

  test("puts a dash where there is no figure, a word where the score never got there", () => {
    const later = rowsOf(PAGE, TURNS)["later"]?.join("");
    expect(later).toContain('<strong class="mark">never warned</strong>');
    expect(later).toContain("may still go lower");
    const [missed] = rowsOf(PAGE, CASES)["development"]?.filter((row) => row.includes('class="missed"')) ?? [];
    expect(cellsOf(missed)).toContain("–");
    expect(PAGE).not.toMatch(/undefined|NaN|Infinity/);
  });

  test("tells the year after a phase with its spread", () => {
    const row = rowsOf(PAGE, RETURNS)["development"]?.find((each) => each.includes("Accumulation"));
    expect(cellsOf(row)).toEqual(["Accumulation", "28.3%", "584", "−60%", "+110%", "+650%", "60.0%"]);
  });

  test("says that it is waiting, without a table", () => {
    const waiting = recordPage.draw(SITE, "en", undefined);
    expect(waiting).toContain("There is no record yet");
    expect(waiting.split("<main")[1]).not.toMatch(/<table/);
  });

  test("leaves out what a young installation does not have", () => {
    const young: TrackRecord = {
      ...SAMPLE_RECORD,
      turns: [],
      periods: SAMPLE_RECORD.periods.slice(2),
      topRisk: { alarms: [], misses: [] },
      descentGuard: { alarms: [], misses: [] },
    };
    const page = recordPage.draw(SITE, "en", young);
    expect(page).toContain("Nothing yet.");
    expect(page).not.toContain(`<caption>${TURNS}`);
  });
});
