/** Topics of the record that measure the score: against plain buying, other gauges, and the later place of the price. */
import type { BaselineRecord, PlaceRecord, Ranks, Span } from "peak-cycle-model";
import { list, section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, joined, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { byPeriod, foldedTable, orNothing, type RecordView, scoreOf, spanName, type TableRow } from "./view.js";

/** Buying more when a gauge reads low, next to buying the same every day. */
export function buyingSection(view: RecordView): Html {
  const { words } = view;
  const { buying } = words;
  const tables = byPeriod(view, "buying", ({ key, whole, spans }) => {
    const rows = spans.flatMap((span) => costRows(span, view));
    if (rows.length === 0) return undefined;
    const caption = html`${buying.caption} · ${words.periods[key][0]}`;
    const columns = [...words.columns, ...buying.columns];
    return html`<p>${cheaperBaselines(whole, view)}</p>
${foldedTable({ caption, columns, words: [0, 1], rows })}`;
  });
  return section("buying", buying.heading)`<p>${buying.intro}</p>
${tables}`;
}

function costRows(span: Span, view: RecordView): readonly TableRow[] {
  const { words, figures } = view;
  return span.gauges.flatMap(({ gauge, buying }): readonly TableRow[] => {
    if (buying === undefined) return [];
    const { days, plainCostUsd, scaledCostUsd, ratio } = buying;
    const costs = [figures.count(days), figures.usd(plainCostUsd), figures.usd(scaledCostUsd)];
    const cells = [spanName(span, view), words.gauges[gauge], ...costs, difference(ratio, view)];
    return [{ cells, ...(gauge === "score" ? { kind: "first" } : {}) }];
  });
}

/** Least share of the score's days that another gauge must have to be compared with it. */
const SAME_DAYS = 0.99;

/** Baselines by which buying was cheaper. Those that lack many days cannot be compared. */
function cheaperBaselines(whole: Span, view: RecordView): Text {
  const { words } = view;
  const byScore = scoreOf(whole)?.buying;
  const isBetter = ({ buying }: BaselineRecord) =>
    byScore !== undefined &&
    buying !== undefined &&
    buying.days >= SAME_DAYS * byScore.days &&
    tenths(buying.ratio) < tenths(byScore.ratio);
  const better = whole.gauges
    .filter(isBetter)
    .map(({ gauge, buying }) => html`${words.gauges[gauge]} (${difference(buying?.ratio ?? 1, view)})`);
  return better.length === 0 ? words.buying.none : words.buying.better(joined(better, ", "));
}

function difference(ratio: number, { figures }: RecordView): string {
  return figures.gain(ratio - 1);
}

/** In tenths of a percent, as it is shown: a smaller difference does not count. */
function tenths(ratio: number): number {
  return Math.round(1000 * ratio);
}

/** The measures of `Ranks`, in the order of the page. */
const MEASURES = ["hindsight", "topAuc", "bottomAuc", "forward"] as const satisfies readonly (keyof Ranks)[];

type Measure = (typeof MEASURES)[number];

/** How well each gauge orders the days, next to the score on the same days, and in words where it does better. */
export function ranksSection(view: RecordView): Html {
  const { words } = view;
  const { ranks } = words;
  const { colon } = formatOf(view.language);
  const meanings = MEASURES.map((measure) => {
    const [name, meaning] = ranks.measures[measure];
    return html`<strong>${name}${colon}</strong> ${meaning}.`;
  });
  const tables = byPeriod(view, "ranks", ({ key, whole, spans }) => {
    const caption = html`${ranks.caption} · ${words.periods[key][0]}`;
    const rows = spans.flatMap((span) => rankRows(span, view));
    return html`${list(MEASURES.map((measure) => betterBaselines(measure, whole, view)))}
${foldedTable({ caption, columns: rankColumns(view), words: [0, 1], rows })}`;
  });
  return section("ranks", ranks.heading)`<p>${ranks.intro}</p>
${list(meanings)}
${tables}`;
}

function rankColumns({ words: { ranks, gauges, columns }, language }: RecordView): readonly Text[] {
  const { colon } = formatOf(language);
  const measures = MEASURES.flatMap((measure) => {
    const [name] = ranks.measures[measure];
    return [name, html`<span class="visually-hidden">${name}${colon} </span>${gauges.score}`];
  });
  return [...columns, ...measures];
}

/** One for each baseline. */
function rankRows(span: Span, view: RecordView): readonly TableRow[] {
  const { words, figures } = view;
  return span.gauges
    .filter(({ gauge }) => gauge !== "score")
    .map(({ gauge, days, ranks, scoreRanks }, i): TableRow => {
      const pairs = MEASURES.flatMap((measure) => {
        const [baseline, score] = [ranks[measure], scoreRanks[measure]];
        const better = betterOf(measure, baseline, score);
        return [bold(figures.rank(baseline), better === "baseline"), bold(figures.rank(score), better === "score")];
      });
      const cells = [spanName(span, view), words.gauges[gauge], figures.count(days), ...pairs];
      return { cells, ...(i === 0 ? { kind: "first" } : {}) };
    });
}

function betterBaselines(measure: Measure, { gauges }: Span, { words, figures }: RecordView): Text {
  const { ranks } = words;
  const [name] = ranks.measures[measure];
  const better = (each: BaselineRecord) => betterOf(measure, each.ranks[measure], each.scoreRanks[measure]);
  const baselines = gauges.filter(({ gauge }) => gauge !== "score");
  if (baselines.every((each) => better(each) === undefined)) return ranks.unknown(name);
  const sentences = baselines
    .filter((each) => better(each) === "baseline")
    .map((each) =>
      ranks.pair(words.gauges[each.gauge], figures.rank(each.ranks[measure]), figures.rank(each.scoreRanks[measure])),
    );
  return sentences.length === 0 ? ranks.none(name) : ranks.better(name, joined(sentences, ", "));
}

/** Which of the two is better by the two decimals that are shown; `undefined` where one is missing. */
function betterOf(
  measure: Measure,
  baseline: number | undefined,
  score: number | undefined,
): "baseline" | "score" | "equal" | undefined {
  if (baseline === undefined || score === undefined) return undefined;
  const sign = measure === "forward" ? -1 : 1;
  const lead = sign * (Math.round(100 * baseline) - Math.round(100 * score));
  if (lead === 0) return "equal";
  return lead > 0 ? "baseline" : "score";
}

function bold(text: string, isBetter: boolean): Html {
  return isBetter ? html`<strong>${text}</strong>` : html`${text}`;
}

/** How far the score was from the price's later place, how far it may be now, and how few observations say so. */
export function placeSection(view: RecordView): Html {
  const { record, words } = view;
  const { heading, intro } = words.place;
  const content = orNothing(record.place && distances(record.place, view), view);
  return section("place", heading)`<p>${intro}</p>
${content}`;
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
  const rounded = (score: number) => figures.count(Math.round(score));
  const { low, high } = newest.range;
  const range = localeOf(language).common.laterPlace(rounded(newest.score), rounded(low), rounded(high));
  return html`<p>${words.place.newest(figures.day(newest.day))} <strong>${range}</strong>. ${words.place.meaning}</p>
`;
}
