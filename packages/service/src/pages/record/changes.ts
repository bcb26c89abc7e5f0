/** Every change that the feeds have announced, each with the anchor that its feed entry links to. */
import { formatDay, scoreNumber } from "peak-cycle-model";
import { type Announcement, changeId, changeTitle } from "../../domain/announcement.js";
import { details, scrollable, table } from "../blocks.js";
import { type Html, html } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { recordFormat } from "./view.js";

/** @param changes newest first */
export function changesDetails(changes: readonly Announcement[]): Html {
  const { heading, columns } = words.changes;
  const rows = changes.map((change) => [
    html`<span id="${changeId(change)}">${recordFormat.day(formatDay(change.day))}</span>`,
    changeTitle(change),
    recordFormat.reading(scoreNumber(change.score)),
  ]);
  return details("changes", heading, `${changes.length}`)`${scrollable(heading, table(columns, rows, "rows"), "wide")}`;
}
