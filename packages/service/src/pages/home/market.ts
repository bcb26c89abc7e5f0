/** The live figures beside the score on the front page, each with its source. */
import { type Language, translate } from "peak-cycle-drawing";
import { scoreNumber, twoDecimals, wholeNumber } from "peak-cycle-model";
import { fearGreedClass, type Quote } from "../../domain/snapshot.js";
import type { AttributionRow } from "../attribution.js";
import { facts, section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, type Text, webLink } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { styleSheet } from "../style-sheet.js";
import type { NowView } from "./now.js";

export function marketSection({ score: { crypto }, market, sources }: NowView, language: Language): Html {
  const { common, home, cycle } = localeOf(language);
  const { price, dominance, fearGreed } = common.terms;
  const format = formatOf(language);
  const reading = wholeNumber(market.fearGreed.value);
  const mood = home.now.moods[fearGreedClass(reading)];
  const usd = format.money(twoDecimals(market.btcPrice.value));
  const share = format.percent(twoDecimals(market.btcDominance.value));
  const phase = html`<span class="${crypto.phase}">${translate(crypto.phase, language)}</span>`;
  const cells: readonly (readonly [Text, Html])[] = [
    [price, html`<strong>${usd}</strong> USD${credit(market.btcPrice, sources)}`],
    [dominance, html`<strong>${share}</strong>${credit(market.btcDominance, sources)}`],
    [fearGreed, html`<strong>${reading}</strong> ${mood}${credit(market.fearGreed, sources)}`],
    [home.now.crypto, html`<strong>${format.score(scoreNumber(crypto.score))}</strong> ${phase}`],
  ];
  return section("market", cycle.market.heading)`${facts(cells, "cells")}`;
}

function credit({ source }: Quote, sources: readonly AttributionRow[]): Html | undefined {
  const row = sources.find((each) => each.source === source);
  const address = row && webLink(row.link);
  return row === undefined || address === undefined
    ? undefined
    : html` <small><a href="${address}">${row.name}</a></small>`;
}

export const MARKET_STYLE = styleSheet("./market.css", import.meta.url);
