/** The page `/record`, which shows what the score said and what came of it, and the report with the same content. */
import type { TrackRecord } from "peak-cycle-model";
import { list, namedPoints, section, withContents } from "../blocks.js";
import { CYCLE_PLOT_STYLE, cyclePlot } from "../cycle-plot.js";
import { type Html, html, plainText, trustedHtml } from "../html.js";
import type { Locale } from "../locales/locale.js";
import { localeOf } from "../locales/locales.js";
import { pageKind } from "../page-kind.js";
import { BASE_STYLE, CONTENTS_STYLE, widestThatFits } from "../style.js";
import { styleSheet } from "../style-sheet.js";
import { buyingSection, placeSection, ranksSection } from "./measures.js";
import { BARS_WIDTHS, phasesSection, returnsSection, settledSection } from "./phases.js";
import { cycleTurns, weeklyPoints } from "./record-past.js";
import { flagsSection, turnsSection } from "./turns-and-flags.js";
import { periodsOf, type RecordView, recordViewOf } from "./view.js";

const RECORD_STYLE = [
  BASE_STYLE,
  CONTENTS_STYLE,
  CYCLE_PLOT_STYLE,
  widestThatFits("bars", BARS_WIDTHS),
  styleSheet("./record.css", import.meta.url),
].join("");

/** Before there is a record, the page says so. */
export const recordPage = pageKind({
  page: "record",
  style: RECORD_STYLE,
  content: ({ language }, record: TrackRecord | undefined) => ({
    body: record === undefined ? waiting(localeOf(language).record) : allTopics(recordViewOf(record, language)),
  }),
});

/**
 * The record as one HTML file in English: no site, no script, nothing asked from anywhere, nothing that depends on when
 * or where it is made. The same record gives the same text.
 */
export function recordReport(record: TrackRecord): string {
  const { record: words, common } = localeOf("en");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${plainText(words.title("Bitcoin cycle index"))}</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>${trustedHtml(RECORD_STYLE)}</style>
</head>
<body>
<main id="content">
${allTopics(recordViewOf(record, "en"))}
</main>
<footer>
<p>${common.advice}</p>
</footer>
</body>
</html>
`.text;
}

function waiting(words: Locale["record"]): Html {
  return html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
<p class="waiting">${words.waiting}</p>`;
}

/** The topics after the introduction, in their order; each stands in a section with that id. */
const TOPICS = [
  ["turns", turnsSection],
  ["flags", flagsSection],
  ["phases", phasesSection],
  ["settled", settledSection],
  ["returns", returnsSection],
  ["buying", buyingSection],
  ["ranks", ranksSection],
  ["place", placeSection],
] as const;

/** The introduction, the drawing and the topics, the same on the page and in the report. */
function allTopics(view: RecordView): Html {
  const { record, words, language } = view;
  const hasCurve = record.curve.length > 1;
  const entry = (id: "reading" | (typeof TOPICS)[number][0]) => ({ id, heading: words[id].heading });
  return withContents({
    head: html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
${fewCycles(view)}`,
    label: localeOf(language).common.contents,
    groups: [
      [...(hasCurve ? [{ id: "past", heading: words.chart.heading }] : []), entry("reading")],
      TOPICS.map(([id]) => entry(id)),
    ],
    body: html`${hasCurve ? drawingSection(view) : undefined}${howToRead(view)}${TOPICS.map(([, section]) => section(view))}<p class="soft">${words.again}</p>`,
  });
}

/** Says before anything else that there have been only a few cycles. */
function fewCycles({ record, words, figures }: RecordView): Html {
  const count = (kind: "high" | "low") => record.turns.filter((turn) => turn.kind === kind).length;
  const later = record.turns.filter((turn) => turn.period === "later").length;
  const counts = words.counts(figures.count(count("high")), figures.count(count("low")), figures.count(later));
  return html`<p class="few"><strong>${words.few}</strong> ${counts}</p>
<p class="soft">${words.covers(figures.day(record.from), figures.day(record.to), record.modelVersion)}</p>
`;
}

/** What the words of the record mean. */
function howToRead({ words: { reading } }: RecordView): Html {
  return section("reading", reading.heading)`${list(namedPoints(reading.points), "columns")}`;
}

/** The long chart of the front page, as far as the record knows the past: also the prices before the first score. */
function drawingSection({ record, words, figures, language }: RecordView): Html {
  const data = {
    points: weeklyPoints(record),
    turns: cycleTurns(record.turns),
    laterPlace: record.place?.newest.range,
    isStale: false,
  };
  const textAlternative = words.chart.says(figures.day(record.from), figures.day(record.to));
  const later = periodsOf(record).find(({ key }) => key === "later");
  return section("past", words.chart.heading)`<figure>
${cyclePlot(data, language, { textAlternative })}<figcaption>${words.chart.note}${later && html` ${words.chart.later(figures.day(later.whole.from))}`}</figcaption>
</figure>`;
}
