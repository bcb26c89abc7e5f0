/** What a steady buyer would have paid: a line for each period and one for the whole, all of the same size. */
import type { TrackRecord } from "peak-cycle-model";
import { section } from "../blocks.js";
import { type Html, html } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { orNothing, PAGE_ORDER, plainTable, recordFormat, type TableRow } from "./view.js";

export function costSection({ averageCosts }: TrackRecord): Html {
  const { heading, intro, caption, columns, whole, wholeNote } = words.costs;
  const rows = ["whole" as const, ...PAGE_ORDER].flatMap((key) => averageCosts.filter(({ period }) => period === key));
  const cells = rows.map(({ period, from, to, byScoreUsd, steadyUsd, difference }): TableRow => {
    const name = period === "whole" ? whole : words.periods[period][0];
    const days = html`${name} <small class="soft day">${recordFormat.day(from)} – ${recordFormat.day(to)}</small>`;
    return {
      cells: [days, recordFormat.usd(byScoreUsd), recordFormat.usd(steadyUsd), recordFormat.tenths(difference)],
    };
  });
  const table = cells.length === 0 ? undefined : plainTable({ caption, columns }, cells);
  return section("costs", heading)`<p>${intro}</p>
${orNothing(table)}
<p class="note">${wholeNote}</p>`;
}
