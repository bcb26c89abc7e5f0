/**
 * Topics of the record with one table each: the price after each phase, how often the settled phase changed, and how
 * far the score was from each day's place in hindsight.
 */
import { translate } from "peak-cycle-drawing";
import type { HindsightError, PeriodRecord, PhaseStays, SettledRecord, TrackRecord } from "peak-cycle-model";
import { details } from "../blocks.js";
import { type Html, html, type Text } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { NONE, orNothing, plainTable, recordFormat, type TableRow, tableByPeriod } from "./view.js";

const DAYS_A_YEAR = 365.25;
/** The fewest days for which a yearly rate is shown. */
const MIN_DAYS = 90;

/** How often the settled phase changed compared with the plain one, and what that cost. */
export function settledDetails(record: TrackRecord): Html {
  const { heading, intro } = words.settled;
  const content = orNothing(record.settled && bothPhases(record.settled));
  return details("settled", heading)`<p>${intro}</p>
${content}`;
}

function bothPhases(record: SettledRecord): Html {
  const { days, shownTurns, lostTurns, lateTurns, maxDaysLate, equalShare } = record;
  const row = (name: Text, { changes, shortStays }: PhaseStays): TableRow => {
    const aYear = days < MIN_DAYS ? NONE : recordFormat.reading((changes * DAYS_A_YEAR) / days);
    return { cells: [name, recordFormat.count(changes), aYear, recordFormat.count(shortStays)] };
  };
  const turns = words.settled.turns(
    recordFormat.count(shownTurns),
    recordFormat.count(lostTurns),
    recordFormat.count(lateTurns),
  );
  const caption = words.settled.caption(recordFormat.day(record.from), recordFormat.day(record.to));
  const kinds = ["plain", "settled", "plainSignal", "settledSignal"] as const;
  const rows = kinds.map((kind) => row(words.settled[kind], record[kind]));
  const late = words.settled.late(recordFormat.count(maxDaysLate), recordFormat.share(equalShare));
  return html`${plainTable({ caption, columns: words.settled.columns }, rows)}<p>${turns} ${late}</p>
`;
}

/** What the price did in the year after each phase, and how much of the time the score was in it. */
export function returnsDetails(record: TrackRecord): Html {
  const { returns } = words;
  const rowsOf = ({ period, phases }: PeriodRecord) => (period === "early" ? [] : phases.toReversed().map(phaseRow));
  return details("returns", returns.heading)`<p>${returns.intro}</p>
${tableByPeriod(record, returns, rowsOf)}`;
}

type Phase = PeriodRecord["phases"][number];

function phaseRow({ phase, share, yearAfter }: Phase): TableRow {
  const name = html`<span class="${phase}">${translate(phase, "en")}</span>`;
  const quantiles = [yearAfter?.p10, yearAfter?.median, yearAfter?.p90].map(recordFormat.change);
  const days = recordFormat.count(yearAfter?.days ?? 0);
  return { cells: [name, recordFormat.share(share), days, ...quantiles, recordFormat.share(yearAfter?.rose)] };
}

/** How far the score was from its day's place in hindsight. */
export function hindsightDetails(record: TrackRecord): Html {
  const { heading, intro } = words.hindsight;
  const content = orNothing(record.hindsight && errorTable(record.hindsight));
  return details("hindsight", heading)`<p>${intro}</p>
${content}`;
}

function errorTable({ halves, ...all }: HindsightError): Html {
  const { caption, columns } = words.hindsight;
  const rows = [all, ...halves].map(({ from, to, days, meanAbsoluteError, meanError }): TableRow => {
    const span = `${recordFormat.day(from)} – ${recordFormat.day(to)}`;
    return {
      cells: [span, recordFormat.count(days), recordFormat.reading(meanAbsoluteError), recordFormat.points(meanError)],
    };
  });
  return plainTable({ caption, columns }, rows);
}
