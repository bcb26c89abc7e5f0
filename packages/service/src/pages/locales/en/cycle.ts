import { html } from "../../html.js";
import { FACTS } from "../facts.js";

/** What the front page says around its charts. */
export const cycle = {
  heading: "The whole cycle",
  old: "(old)",
  /** Beside an old copy that a browser has kept. */
  /** The page in one sentence, for search engines and shared links. */
  moment: (score: string, phase: string, signal: string, minute: string) =>
    `Bitcoin cycle score ${score} of 100: ${phase}. Signal: ${signal}. Computed ${minute}.`,
  ranges: { all: "All", cycle: "Cycle", "1y": "1 year", "30d": `${FACTS.days} days` },
  rangesLabel: "Range of the chart",
  /** The chart, for whoever hears it. */
  name: "Bitcoin price and cycle score",
  color: "Color and filled cells: the phase, smoothed so that it does not flicker.",
  points: { weekly: "One point a week; the last one is live. UTC days.", daily: "One point a day. UTC days." },
  keys: "Arrow keys read it point by point.",
  drawing: (from: string, first: string, to: string, last: string) =>
    `Bitcoin price from ${first} on ${from} to ${last} on ${to} in the colors of the settled phase, and the score below it. The same as a table follows.`,
  /** The chart before the first score. */
  prices: (from: string, first: string, to: string, last: string) =>
    `Bitcoin price from ${first} on ${from} to ${last} on ${to}. The score is not computed yet.`,
  table: "Show as table",
  reading: { price: "Price", score: "Score", phase: "Phase", since: "Price since" },
  /** What is to be seen in each range. */
  titles: {
    all: {
      run: (phase: string, days: string) => `${phase} for ${days}`,
      low: (score: string, month: string) => `, up from ${score} at the low of ${month}`,
      high: (score: string, month: string) => `, down from ${score} at the high of ${month}`,
    },
    cycle: {
      never: (score: string, phase: string) =>
        `This cycle never reached ${phase}; at its highest price it read ${score}`,
      reached: (score: string, phase: string) => `This cycle reached ${phase}; at its highest price it read ${score}`,
      open: (score: string) => `This cycle has read ${score} at most so far`,
    },
    "1y": {
      other: (first: string, last: string) => `From ${first} to ${last} in a year`,
      same: (phase: string) => `${phase}, as a year ago`,
    },
    "30d": (least: string, most: string) => `Thirty days between ${least} and ${most}`,
  },
  columns: ["Day, UTC", "Price, USD", "Score", "Settled phase"],
  ruler: {
    turns: html`▼ <b>price tops</b>, ▲ <b>bottoms</b>: its reading on that day`,
  },
  measures: {
    heading: (score: string, count: number) => `Why ${score}: ${count === 4 ? "four" : "three"} measures, one average`,
    lead: (least: string, most: string) =>
      html`Each measure is placed between its own usual low (0) and high (100). The score is their plain mean. Today they lie between <b>${least} and ${most}</b>.`,
    names: {
      mvrv: { plain: "Price against what holders paid", technical: "market value ÷ realized value (MVRV)" },
      thermo: { plain: "Price against what miners were paid", technical: "thermocap multiple" },
      plaw: { plain: "Price against its long-run trend", technical: "distance from the power law" },
      ma200w: { plain: "Price against its average of four years", technical: "200-week moving average" },
    },
    mean: (count: number) => `Score: the mean of the ${count === 4 ? "four" : "three"}`,
  },
  market: { heading: "The market beside it" },
  share: {
    heading: "Take it with you",
    shareText: "The picture always shows the score of the moment, with its source.",
    copy: "Copy link",
    copied: "Link copied",
    picture: "Download picture",
    follow: "Be told when it changes",
    followText:
      "An entry for each change of the settled phase and each warning. Nothing else is sent, and nobody asks for your address.",
    site: "Put it on your site",
    siteText: "Chart, badge, iframe or picture. Free, no key, no cookie.",
    choose: "Choose a widget",
    installText: "On a phone: “Add to home screen” in the browser’s menu.",
  },
  questions: "Questions",
} as const;
