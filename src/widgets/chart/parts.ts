import { chart } from "../../chart/chart.js";
import { daysTable } from "../../chart/days-table.js";
import { element } from "../shared/element.js";
import type { Sight } from "../shared/kind.js";
import { draw } from "./draw.js";
import type { Past } from "./learn.js";
import { widthIn } from "./room.js";
import { inkOf } from "./rules.js";

/** The drawing, and the days as a table for those who do not see it. */
export function parts(sight: Sight<Past>): readonly Element[] {
  const { host, known, troubles, language } = sight;
  const trouble = troubles.find(Boolean);
  const { now, days = [] } = known;
  const view = { now, days, ...(trouble && { note: trouble }) };
  const drawing = draw(chart(view, { width: widthIn(host), ink: inkOf(sight), language }));
  return [element("section", drawing, ...(days.length > 0 ? [draw(daysTable(days, language))] : []))];
}
