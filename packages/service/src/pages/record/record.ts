/** The page `/record`: what the score said at every turn and what happened next, misses included. */
import type { TrackRecord } from "peak-cycle-model";
import type { Announcement } from "../../domain/announcement.js";
import { headlineOf, sinceTuningOf } from "../../domain/verdicts.js";
import { details, list, section } from "../blocks.js";
import { type Html, html, type Text } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { pageKind } from "../page-kind.js";
import { SCALE_STYLE } from "../scale.js";
import { BASE_STYLE, styleSheet } from "../style.js";
import { changesDetails } from "./changes.js";
import { costSection } from "./costs.js";
import { entriesDetails } from "./entries.js";
import { flagsDetails } from "./flags.js";
import { hindsightDetails, returnsDetails, settledDetails } from "./statistics.js";
import { turnPlots } from "./turn-plots.js";
import { readingsDetails, turnsDetails } from "./turns.js";
import { recordFormat } from "./view.js";

/** The record, and the changes that the feeds have announced, newest first. */
type RecordView = TrackRecord & { readonly changes?: readonly Announcement[] };

/** Until there is a record, the page says so. */
export const recordPage = pageKind({
  page: "record",
  style: BASE_STYLE + SCALE_STYLE + styleSheet("./record.css", import.meta.url),
  content({ site, link }, record: RecordView | undefined) {
    return {
      title: words.title(site.indexName),
      description: words.description,
      body: record === undefined ? waitingBody() : allOf(record, words.more(link("/api/public/nhci/record"))),
    };
  },
});

function waitingBody(): Html {
  return html`<section><h1>${words.heading}</h1>
<p class="lede">${words.waiting}</p></section>`;
}

/** In page order. */
const FOLDS = [
  turnsDetails,
  entriesDetails,
  flagsDetails,
  returnsDetails,
  readingsDetails,
  hindsightDetails,
  settledDetails,
];

/** @param more where to find the figures that the page leaves out */
function allOf(record: RecordView, more: Text): Html {
  const { changes = [] } = record;
  const reading = details("reading", words.reading.heading)`${list(words.reading.points)}`;
  const days = words.covers(recordFormat.day(record.from), recordFormat.day(record.to), record.modelVersion);
  return html`<section class="hero"><h1>${headlineOf(record)}</h1>
<p class="lede">${words.lead} ${sinceTuningOf(record)}</p>
${turnPlots(record)}<p class="note">${words.key} ${words.few}</p></section>
${costSection(record)}
${section("tables", words.tables)`${FOLDS.map((each) => each(record))}${changesDetails(changes)}${reading}
<p class="note">${days} ${more}</p>`}`;
}
