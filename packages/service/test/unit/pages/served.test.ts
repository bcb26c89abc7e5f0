import { drawYear, type Language, type Tree } from "peak-cycle-drawing";
import { HOUR_MS, MINUTE_MS, plus, startOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { rowFate, type ServedDay } from "../../../src/domain/history.js";
import { YEAR_WIDTHS } from "../../../src/pages/served.js";
import { AT, servedDay, servedDays } from "./sample-status.js";

describe("the row of a day", () => {
  const today = servedDay(0, { row: undefined });
  const quarterPast = plus(startOf(today.day), 6 * HOUR_MS + 15 * MINUTE_MS);

  test("is awaited until a quarter past six, and then missing", () => {
    expect(rowFate(today, plus(quarterPast, -1))).toBe("awaited");
    expect(rowFate(today, quarterPast)).toBe("missing");
    expect(rowFate(servedDay(1, { row: undefined }), plus(quarterPast, -1))).toBe("missing");
  });

  test("is what its origin says once it is there", () => {
    for (const origin of ["live", "late", "backfill"] as const)
      expect(rowFate(servedDay(1, {}, origin), AT)).toBe(origin);
  });
});

function drawn(served: readonly ServedDay[], width = 860, language: Language = "en"): Tree {
  const days = served.map((day) => ({ ...day, isRowLate: ["late", "missing"].includes(rowFate(day, AT)) }));
  return drawYear(days, { width, language }, "a <year>");
}

/** How many shapes the three paths have: fresh parts, frames, dots. */
function shapes(tree: Tree): readonly number[] {
  const paths = tree.children.filter((each): each is Tree => typeof each !== "string" && each.tag === "path");
  return paths.map(({ attributes }) => String(attributes["d"]).split("M").length - 1);
}

function texts(tree: Tree): readonly string[] {
  return tree.children.flatMap((each) =>
    typeof each !== "string" && each.tag === "text" ? [String(each.children[0])] : [],
  );
}

describe("the drawing of a year", () => {
  test("fills each day, frames those that were not fresh all the time, and dots those without a row in time", () => {
    expect(shapes(drawn(servedDays(366)))).toEqual([366, 0, 0]);
    const days = [
      servedDay(4),
      servedDay(3, { freshShare: 0.5 }),
      servedDay(2, { freshShare: 0 }, "late"),
      servedDay(1, { row: undefined }),
      servedDay(0),
    ];
    expect(shapes(drawn(days))).toEqual([4, 2, 2]);
  });

  test("leaves a gap that can be seen however short it was", () => {
    const [fresh] = drawn([servedDay(0, { freshShare: 0.9999 })]).children.filter(
      (each): each is Tree => typeof each !== "string" && each.tag === "path",
    );
    expect(fresh?.attributes["d"]).toContain("v-12h");
  });

  test("has a line a month, named as the language does, with the year where there is room", () => {
    const days = servedDays(40);
    expect(texts(drawn(days))).toEqual(["1", "10", "20", "30", "Oct 2026", "Nov 2026"]);
    expect(texts(drawn(days, 288, "fr")).slice(4)).toEqual(["oct.", "nov."]);
  });

  test("stays within its frame at every width", () => {
    for (const width of YEAR_WIDTHS) {
      const { attributes, children } = drawn(servedDays(366), width);
      const numbers = children.flatMap((each) =>
        typeof each !== "string" && each.tag === "path"
          ? [...String(each.attributes["d"]).matchAll(/M([\d.]+) ([\d.]+)/g)]
          : [],
      );
      expect(Math.max(...numbers.map(([, x]) => Number(x)))).toBeLessThan(width);
      expect(Math.max(...numbers.map(([, , y]) => Number(y)))).toBeLessThan(Number(attributes["height"]));
    }
  });
});
