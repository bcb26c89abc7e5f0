/** The page `/record`, which shows what the score said and what came of it, misses included. */
import type { TrackRecord } from "peak-cycle-model";
import { list, namedPoints, section, withContents } from "../blocks.js";
import { type Html, html, type Text } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { pageKind } from "../page-kind.js";
import { BASE_STYLE, CONTENTS_STYLE, styleSheet } from "../style.js";
import { flagSummary, flagsSection } from "./flags.js";
import { hindsightSection } from "./hindsight.js";
import { returnsSection, settledSection } from "./phases.js";
import { calledTurns, readingsSection, turnsSection } from "./turns.js";
import { type RecordView, recordViewOf } from "./view.js";

const RECORD_STYLE = [BASE_STYLE, CONTENTS_STYLE, styleSheet("./record.css", import.meta.url)].join("");

/** Before there is a record, the page says so. */
export const recordPage = pageKind({
  page: "record",
  style: RECORD_STYLE,
  content({ site, link }, record: TrackRecord | undefined) {
    const figures = words.more(link("/api/public/nhci/record"));
    return {
      title: words.title(site.indexName),
      description: words.description,
      body: record === undefined ? waiting() : allTopics(recordViewOf(record), figures),
    };
  },
});

function waiting(): Html {
  return html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
<p class="waiting">${words.waiting}</p>`;
}

/** The topics after the introduction, in their order; each stands in a section with that id. */
const TOPICS = [
  ["turns", turnsSection],
  ["flags", flagsSection],
  ["readings", readingsSection],
  ["returns", returnsSection],
  ["hindsight", hindsightSection],
  ["settled", settledSection],
] as const;

/** The introduction and the topics, in their order. @param more where the figures are that the page leaves out */
function allTopics(view: RecordView, more: Text): Html {
  const entry = (id: "reading" | (typeof TOPICS)[number][0]) => ({ id, heading: words[id].heading });
  return withContents({
    head: html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
${inShort(view)}`,
    groups: [TOPICS.map(([id]) => entry(id)), [entry("reading")]],
    body: html`${TOPICS.map(([, section]) => section(view))}${howToRead(words)}<p class="soft">${more}</p>`,
  });
}

/** How many turns and alarms were right, counted, and how thin the evidence is: a reader who stops here has the whole of it. */
function inShort(view: RecordView): Html {
  const { record, figures } = view;
  const later = record.turns.filter((turn) => turn.period === "later").length;
  return html`${list([calledTurns(view), flagSummary("topRisk", view), flagSummary("descentGuard", view)])}
<p class="few"><strong>${words.few}</strong> ${words.later(figures.count(later), figures.count(record.turns.length))}</p>
<p class="soft">${words.covers(figures.day(record.from), figures.day(record.to), record.modelVersion)}</p>
`;
}

/** What the words of the record mean. */
function howToRead({ reading }: typeof words): Html {
  return section("reading", reading.heading)`${list(namedPoints(reading.points), "columns")}`;
}
