/** The live figures and the second score beside the score on the front page, each with its days and its source. */
import { CSS_VARIABLES, formatUsd, type Language, type Tree, translate, tree } from "peak-cycle-drawing";
import { scoreNumber, twoDecimals, wholeNumber } from "peak-cycle-model";
import { fearGreedClass, type Quote } from "../../domain/snapshot.js";
import type { AttributionRow } from "../attribution.js";
import { facts, section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, type Text, webLink } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";
import type { HomeView } from "./home-view.js";

export function marketSection(view: HomeView, { language, pageLink }: PageContext): Html {
  const { market, sources, days, priceChange, score } = view;
  const { common, home, cycle } = localeOf(language);
  const { price, dominance, fearGreed } = common.terms;
  const format = formatOf(language);
  const reading = wholeNumber(market.fearGreed.value);
  const mood = home.now.moods[fearGreedClass(reading)];
  const points = (value: number) => format.score(scoreNumber(value));
  const usd = (value: number) => formatUsd(twoDecimals(value), language);
  const moved =
    priceChange === undefined ? undefined : html`<span>${format.move(priceChange)} ${home.now.inADay}</span>`;
  const share = twoDecimals(market.btcDominance.value);
  const phase = html`<span class="${score.crypto.phase}">${translate(score.crypto.phase, language)}</span>`;
  const prices = [...days.flatMap(({ priceUsd }) => priceUsd ?? []), market.btcPrice.value];
  const daysOf = (key: "score" | "dominance" | "fearGreed", now: number) => [
    ...view.crypto.flatMap((day) => day[key] ?? []),
    now,
  ];
  const seconds = daysOf("score", score.crypto.score);
  const shares = daysOf("dominance", share);
  const moods = daysOf("fearGreed", reading);
  const trend = (values: readonly number[], write: (value: number) => string) =>
    values.length < 2 ? undefined : html`${lineOf(values)}${spanOf(values, write, language)}`;
  const cells: readonly (readonly [Text, Html])[] = [
    [
      price,
      html`<strong>${usd(market.btcPrice.value)}</strong> ${moved}${trend(prices, usd)}${credit(market.btcPrice, sources)}`,
    ],
    [
      dominance,
      html`<strong>${format.percent(share)}</strong>${trend(shares, (value) => format.percent(twoDecimals(value))) ?? barOf(share)}${credit(market.btcDominance, sources)}`,
    ],
    [
      fearGreed,
      html`<strong>${reading}</strong> <span>${mood}</span>${trend(moods, (value) => `${wholeNumber(value)}`) ?? barOf(reading)}${credit(market.fearGreed, sources)}`,
    ],
    [
      home.now.crypto,
      html`<strong>${points(score.crypto.score)}</strong> ${phase}${trend(seconds, points)} <small><a href="${pageLink("method")}#crypto-score">${home.now.weaker}</a></small>`,
    ],
  ];
  return section("market", cycle.market.heading)`${facts(cells, "cells")}`;
}

/** The days up to now as a line with a dot at its end, as wide as its card. */
function lineOf(values: readonly number[]): Tree {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const place = (value: number, i: number) => {
    const [x, y] = [(98 * i) / (values.length - 1), 27 - (24 * (value - least)) / (most - least || 1)];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const places = values.map(place);
  return drawing(stroke(`M${places.join("L")}`, "muted", 1.5), stroke(`M${places.at(-1)}h0`, "text", 6));
}

/** A share of 100 as a dot on a line, while its days are not known: no source tells the dominance of the past. */
function barOf(value: number): Tree {
  const end = 0.98 * value;
  return drawing(
    stroke("M0 15H98", "border", 4),
    stroke(`M0 15H${end}`, "muted", 4),
    stroke(`M${end} 15h0`, "text", 9),
  );
}

function drawing(...lines: readonly Tree[]): Tree {
  const box = { viewBox: "-1 0 101 30", preserveAspectRatio: "none", fill: "none", "aria-hidden": "true" };
  return tree("svg", box, ...lines);
}

function stroke(d: string, color: "border" | "muted" | "text", width: number): Tree {
  const round = { "stroke-linecap": "round", "stroke-linejoin": "round", "vector-effect": "non-scaling-stroke" };
  return tree("path", { d, stroke: CSS_VARIABLES[color], "stroke-width": width, ...round });
}

/** `30 days: $80,512–$87,700` */
function spanOf(values: readonly number[], write: (value: number) => string, language: Language): Html {
  const { colon, days } = formatOf(language);
  const [least, most] = [Math.min(...values), Math.max(...values)].map(write);
  return html` <small>${days(values.length - 1)}${colon} ${least}–${most}</small>`;
}

function credit({ source }: Quote, sources: readonly AttributionRow[]): Html | undefined {
  const row = sources.find((each) => each.source === source);
  const address = row && webLink(row.link);
  return row === undefined || address === undefined
    ? undefined
    : html` <small><a href="${address}">${row.name}</a></small>`;
}
