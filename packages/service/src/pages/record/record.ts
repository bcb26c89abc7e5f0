/** The page `/record`, which shows what the score said and what came of it, misses included. */
import type { TrackRecord } from "peak-cycle-model";
import { list, namedPoints, section, withContents } from "../blocks.js";
import { CYCLE_PLOT_STYLE, cyclePlot } from "../cycle-plot.js";
import { type Html, html, type Text } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { pageKind } from "../page-kind.js";
import { RULER_STYLE, rulerFigure } from "../ruler.js";
import { BASE_STYLE, CONTENTS_STYLE, styleSheet } from "../style.js";
import { flagSummary, flagsSection } from "./flags.js";
import { comparisonSection, hindsightSection } from "./measures.js";
import { phasesSection, returnsSection, settledSection } from "./phases.js";
import { cycleTurns, recordPoints } from "./record-past.js";
import { calledTurns, turnsSection } from "./turns.js";
import { periodsOf, type RecordView, recordViewOf } from "./view.js";

const RECORD_STYLE = [
  BASE_STYLE,
  CONTENTS_STYLE,
  CYCLE_PLOT_STYLE,
  RULER_STYLE,
  styleSheet("./record.css", import.meta.url),
].join("");

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
  ["returns", returnsSection],
  ["comparison", comparisonSection],
  ["hindsight", hindsightSection],
  ["phases", phasesSection],
  ["settled", settledSection],
] as const;

/** The introduction, the drawing and the topics, in their order. @param more where the figures are that the page leaves out */
function allTopics(view: RecordView, more: Text): Html {
  const { record } = view;
  const hasCurve = record.curve.length > 1;
  const entry = (id: "reading" | (typeof TOPICS)[number][0]) => ({ id, heading: words[id].heading });
  return withContents({
    head: html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
${inShort(view)}`,
    groups: [
      [...(hasCurve ? [{ id: "past", heading: words.chart.heading }] : []), ...TOPICS.map(([id]) => entry(id))],
      [entry("reading")],
    ],
    body: html`${hasCurve ? drawingSection(view) : undefined}${TOPICS.map(([, section]) => section(view))}${howToRead(words)}<p class="soft">${more}</p>`,
  });
}

/** How many turns and alarms were right, counted, and how thin the evidence is: a reader who stops here has the whole of it. */
function inShort(view: RecordView): Html {
  const { record, figures } = view;
  const later = record.turns.filter((turn) => turn.period === "later").length;
  const turns = record.turns.flatMap(({ kind, day, readings: { score } }) =>
    score === undefined ? [] : [{ kind, year: Number(day.slice(0, 4)), score }],
  );
  return html`${turns.length > 0 ? rulerFigure({ turns }, "en") : undefined}${list([calledTurns(view), flagSummary("topRisk", view), flagSummary("descentGuard", view)])}
<p class="few"><strong>${words.few}</strong> ${words.later(figures.count(later), figures.count(record.turns.length))}</p>
<p class="soft">${words.covers(figures.day(record.from), figures.day(record.to), record.modelVersion)}</p>
`;
}

/** What the words of the record mean. */
function howToRead({ reading }: typeof words): Html {
  return section("reading", reading.heading)`${list(namedPoints(reading.points), "columns")}`;
}

/** The long chart of the front page, as far as the record knows the past: also the prices before the first score. */
function drawingSection({ record, figures }: RecordView): Html {
  const data = {
    points: recordPoints(record),
    turns: cycleTurns(record.turns),
    isStale: false,
    isLive: false,
  };
  const textAlternative = words.chart.says(figures.day(record.from), figures.day(record.to));
  const later = periodsOf(record).find(({ period }) => period === "later");
  return section("past", words.chart.heading)`<figure>
${cyclePlot(data, "en", { textAlternative })}<figcaption>${words.chart.note}${later && html` ${words.chart.later(figures.day(later.from))}`}</figcaption>
</figure>`;
}
