import type { PhaseStays, PlaceRecord, SettledRecord } from "../../backtest/track-record.js";
import { list } from "../blocks.js";
import { type Html, html, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { changesAYear } from "./after-phases.js";
import { columnsOf, type RecordView, type TableRow, wideTable } from "./view.js";

/** How often the settled phase changed next to the plain one, and what that cost. */
export function settledSection(view: RecordView): Html {
  const { record, words } = view;
  return html`<section aria-labelledby="settled">
<h2 id="settled">${words.settled.heading}</h2>
<p>${words.settled.intro}</p>
${record.settled === undefined ? html`<p>${words.nothing}</p>` : bothPhases(record.settled, view)}</section>
`;
}

function bothPhases(settled: SettledRecord, { words, figures }: RecordView): Html {
  const { days, shownTurns, lostTurns, lateTurns, maxDaysLate, equalShare } = settled;
  const row = (name: Text, { changes, shortStays }: PhaseStays): TableRow => ({
    cells: [name, figures.count(changes), changesAYear(changes, days, figures), figures.count(shortStays)],
  });
  const turns = words.settled.turns(figures.count(shownTurns), figures.count(lostTurns), figures.count(lateTurns));
  const table = wideTable(
    words.settled.caption(figures.day(settled.from), figures.day(settled.to)),
    columnsOf(words.settled.columns, 1),
    [row(words.settled.plain, settled.plain), row(words.settled.settled, settled.settled)],
  );
  return html`${table}<p>${turns} ${words.settled.late(figures.count(maxDaysLate), figures.share(equalShare))}</p>
`;
}

/** How far the score was from the price's later place, how far it may be now, and how few observations say so. */
export function placeSection(view: RecordView): Html {
  const { record, words } = view;
  return html`<section aria-labelledby="place">
<h2 id="place">${words.place.heading}</h2>
<p>${words.place.intro}</p>
${record.place === undefined ? html`<p>${words.nothing}</p>` : distances(record.place, view)}</section>
`;
}

function distances(place: PlaceRecord, view: RecordView): Html {
  const { words, figures } = view;
  const { coveredShare, effectiveObservations } = place;
  const points: readonly Text[] = [
    words.place.error(figures.day(place.from), figures.day(place.to), figures.reading(place.meanAbsoluteError)),
    (place.meanError < 0 ? words.place.low : words.place.high)(figures.reading(Math.abs(place.meanError))),
    ...(coveredShare === undefined
      ? []
      : [words.place.covered(figures.share(coveredShare), figures.reading(place.meanWidth))]),
    ...(effectiveObservations === undefined
      ? []
      : [words.place.effective(figures.count(place.scoredDays), figures.count(effectiveObservations))]),
  ];
  return html`${newestRange(place, view)}${list(points)}
`;
}

function newestRange({ newest }: PlaceRecord, { words, figures, language }: RecordView): Html {
  if (newest.range === undefined) return html`<p>${words.place.none}</p>`;
  const whole = (score: number) => figures.count(Math.round(score));
  const { low, high } = newest.range;
  const said = localeOf(language).common.laterPlace(whole(newest.score), whole(low), whole(high));
  return html`<p>${words.place.newest(figures.day(newest.day))} <strong>${said}</strong>. ${words.place.meaning}</p>
`;
}
