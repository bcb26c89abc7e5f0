import type { TrackRecord } from "../../backtest/track-record.js";
import { CSS_VARIABLES } from "../../chart/colors.js";
import { recordChart } from "../../chart/record/record-chart.js";
import type { RecordView } from "../../chart/record/record-layout.js";
import { type Html, html } from "../html.js";
import { RECORD_WIDTHS } from "./record-widths.js";
import { periodsOf, type Telling } from "./telling.js";

/** Price and score since the start, in several widths of which one is shown. */
export function drawingSection({ record, words, figures, language }: Telling): Html {
  const view = viewOf(record);
  const says = words.chart.says(figures.day(record.from), figures.day(record.to));
  const draw = (width: number) => recordChart(view, { width, colors: CSS_VARIABLES, language }, says);
  const charts = RECORD_WIDTHS.map(
    (width) => html`<div class="past p${width}">${draw(width)}</div>
`,
  );
  return html`<section aria-labelledby="past">
<h2 id="past">${words.chart.heading}</h2>
<figure>
${charts}<figcaption>${words.chart.note}</figcaption>
</figure>
</section>
`;
}

function viewOf(record: TrackRecord): RecordView {
  return {
    points: record.curve,
    turns: record.turns.map(({ kind, day, priceUsd, readings }) => ({ kind, day, priceUsd, score: readings.score })),
    periods: [...periodsOf(record)].reverse().map(({ key, whole }) => ({ key, from: whole.from })),
  };
}
