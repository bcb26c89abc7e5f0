/** Topic of the record about how far the score was from the place of each day in hindsight. */
import type { HindsightError, TrackRecord } from "peak-cycle-model";
import { fold } from "../blocks.js";
import type { Html } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { figures, orNothing, plainTable, type TableRow } from "./view.js";

/** How far the score was from the place that its day turned out to have. */
export function hindsightFold(record: TrackRecord): Html {
  const { heading, intro } = words.hindsight;
  const content = orNothing(record.hindsight && errorTable(record.hindsight));
  return fold("hindsight", heading)`<p>${intro}</p>
${content}`;
}

function errorTable({ halves, ...all }: HindsightError): Html {
  const { caption, columns } = words.hindsight;
  const rows = [all, ...halves].map(({ from, to, days, meanAbsoluteError, meanError }): TableRow => {
    const span = `${figures.day(from)} – ${figures.day(to)}`;
    return { cells: [span, figures.count(days), figures.reading(meanAbsoluteError), figures.points(meanError)] };
  });
  return plainTable({ caption, columns }, rows);
}
