/** Every entry of the settled phase into Peak or Bottom, so that false warnings are visible, too. */
import { translate } from "peak-cycle-drawing";
import type { TrackRecord } from "peak-cycle-model";
import { details } from "../blocks.js";
import { type Html, html } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { recordFormat, type TableRow, tableByPeriod } from "./view.js";

export function entriesDetails(record: TrackRecord): Html {
  const { heading, intro, caption, columns } = words.entries;
  const content = { caption, columns, words: [0, 1] };
  const table = tableByPeriod(record, content, ({ period }) =>
    record.entries
      .filter((entry) => entry.period === period)
      .map(({ day, phase, priceUsd, yearLater }): TableRow => {
        const name = html`<span class="${phase}">${translate(phase, "en")}</span>`;
        return { cells: [recordFormat.day(day), name, recordFormat.usd(priceUsd), recordFormat.factor(yearLater)] };
      }),
  );
  return details("entries", heading, `${record.entries.length}`)`<p>${intro}</p>
${table}`;
}
