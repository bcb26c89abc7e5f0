import { html, type Text } from "../../html.js";
import { FACTS } from "../facts.js";

/** The front page, in the order in which it is read. */
export const home = {
  title: (indexName: string) => `${indexName}: where Bitcoin is in its cycle`,
  description:
    `A free Bitcoin cycle index from 0 to 100, updated every hour: phase, signal, ${FACTS.days} days of ` +
    `history, widgets and an open JSON API.`,
  /** The page in one sentence, for search engines and shared links. */
  moment: (score: string, phase: string, signal: string, minute: string) =>
    `Bitcoin cycle score ${score} of 100: ${phase}. Signal: ${signal}. Computed ${minute}.`,
  /** Before the title when the score is stale. */
  old: "(old)",
  verdict: {
    sentence: (place: Text, warned: Text) => html`Bitcoin is ${place} of its cycle${warned}.`,
    places: {
      FONDO: "near the bottom",
      ACUM: "below the middle",
      BULL: "around the middle",
      HOT: "above the middle",
      PEAK: "near the top",
    },
    /** At the end of the sentence. */
    warned: {
      descentGuard: ", with a bear‑market warning up",
      topRisk: ", with a cycle‑top warning up",
      both: ", with both warnings up",
    },
    /** Above the number. */
    scale: "Cycle score: 0 is cheap for its history, 100 is dear",
    /** How long the settled phase has lasted. */
    run: (days: string, day: string) => `since ${day} (${days})`,
    /** Where the score is in a phase that it has not settled in. */
    crossed: (settled: Text) => html`just reached; settled phase: ${settled}`,
    rows: { signal: "Signal", score: "Score", computed: "Computed" },
    week: "in a week",
    year: "in a year",
    month: (change: string) => `${change} in ${FACTS.days} days`,
    stale: (age: string) => `${age} old`,
    /** If it differs from the signal of the hour. */
    settledSignal: (signal: string, day: string) => `settled: ${signal} since ${day}`,
    /** After the signal: no warning; one has moved it; it would be the same without. */
    calm: ", no warning up",
    moved: (signal: string, without: Text) => html`, would be ${signal} ${without}`,
    also: (without: Text) => html`, also ${without}`,
    without: {
      one: (link: string) => html`without the <a href="${link}">warning</a>`,
      both: (link: string) => html`without the <a href="${link}">warnings</a>`,
    },
  },
  ruler: {
    now: (score: string) => `Now ${score}`,
    /** To the left of the marks of tops, and to the right of the marks of bottoms: long and short. */
    high: ["Score at past price tops", "at tops"],
    low: ["at past price bottoms", "at bottoms"],
  },
  /** Before the first score. */
  start: {
    heading: "First start",
    phase: "Waiting for the first score",
    waiting: "The service is collecting the price history it needs.",
    elsewhere: "Another instance is computing the first score; it will appear here.",
    stalled: (minute: string) => `No source has sent anything new since ${minute}. We keep trying.`,
    refreshes: "This page refreshes by itself.",
  },
  chart: {
    ranges: { all: "All", cycle: "Cycle", "1y": "1 year", "30d": `${FACTS.days} days` },
    rangesLabel: "Range of the chart",
    /** What the chart shows, for screen readers. */
    name: "Bitcoin price and cycle score",
    keys: "Use the arrow keys to read it point by point.",
    drawing: (from: string, first: string, to: string, last: string) =>
      `Bitcoin cycle score and, below it, the price: ${first} on ${from}, ${last} on ${to}. The same numbers follow ` +
      `as a table.`,
    price: "Price:",
    table: "Show as table",
    columns: ["Day (UTC)", "Price, USD", "Score", "Phase"],
    /** What each range shows, in a sentence. */
    titles: {
      /** Without a turn to compare with. */
      since: (year: string) => `The score since ${year}`,
      low: (score: string, month: string, _now: string) => `The score has climbed from ${score} in ${month}`,
      high: (score: string, month: string, _now: string) => `The score has fallen from ${score} in ${month}`,
      never: (score: string, phase: string) =>
        `This cycle has not reached ${phase}: the score was ${score} at the highest price`,
      reached: (score: string, phase: string) =>
        `This cycle has reached ${phase}: the score was ${score} at the highest price`,
      open: (score: string) => `The highest score of this cycle so far is ${score}`,
      other: (first: string, last: string) => `From ${first} to ${last} in a year`,
      same: (phase: string) => `${phase}, as a year ago`,
      days: (least: string, most: string) => `In ${FACTS.days} days the score moved between ${least} and ${most}`,
    },
  },
  why: {
    heading: (score: string, count: number) =>
      `Why ${score}: ${count === 4 ? "four" : "three"} measures and their mean`,
    names: {
      mvrv: ["Price compared with what holders paid", "MVRV"],
      thermo: ["Price compared with what miners earned", "thermocap multiple"],
      plaw: ["Price compared with its long-run trend", "power law"],
      ma200w: ["Price compared with its four-year average", "200 weeks"],
    },
    mean: "Score: their mean",
    hindsight: (points: string, link: string) =>
      html`In hindsight the score has been off by <a href="${link}">${points} points on average</a>.`,
  },
  market: {
    heading: "The market today",
    dominance: "Bitcoin dominance",
    fearGreed: "Fear & Greed",
    crypto: "Crypto as a whole",
    weaker: "less reliable (why?)",
    moods: {
      "Extreme Fear": "Extreme fear",
      Fear: "Fear",
      Neutral: "Neutral",
      Greed: "Greed",
      "Extreme Greed": "Extreme greed",
    },
  },
  actions: {
    label: "Share and reuse",
    share: "Share",
    copied: "Link copied",
    picture: "Picture",
    embed: "Embed",
    feed: "Feed",
    follow: "Follow",
  },
  questions: {
    heading: "Questions",
    /** The link at the end of an answer. */
    more: "More in the method",
    phases: {
      heading: "What do the five phases mean?",
      text:
        "A phase is one fifth of the scale. It says how high the price is by the standards of Bitcoin’s past, " +
        "not where it goes next.",
      columns: ["Score", "Phase", "Key in the API"],
    },
    settled: {
      heading: "Why does the phase change less often than the score?",
      text:
        "The settled phase ignores brief moves: feeds and “since” follow it. It moves toward Peak or Bottom at " +
        "once; on the way back it waits for 6 points or ten days.",
    },
    signal: {
      heading: "What is the signal?",
      text: "A fixed rule turns the score and the two warnings into one word. It is not advice.",
      columns: ["Score", "No warning", "With a warning"],
    },
    warnings: {
      heading: "What are the two warnings?",
      descentGuard: html`<b>Bear‑market warning:</b> the decline has probably not run its course, so a low score is not
yet a bargain.`,
      topRisk: html`<b>Cycle‑top warning:</b> price averages and valuations look the way they did near past tops.`,
    },
    wrong: {
      heading: "How often was it wrong?",
      text: (link: string) =>
        html`Often enough to matter. The <a href="${link}">track record</a> lists every top and bottom: called
in time, early or missed, and every false alarm. All four measures contain the price, so they can be wrong together, and
there have been only four cycles to learn from.`,
    },
    /** `pro` where API Pro is on, `proSoon` elsewhere. */
    history: {
      heading: `Can I have more than ${FACTS.days} days of data?`,
      text: (link: string) => html`Without a key, the <a href="${link}">API</a> has the last ${FACTS.days} days.`,
      pro: "API Pro has the full history since 2017, with personal keys and higher limits.",
      proSoon: "API Pro is coming soon: the full history since 2017, personal keys and higher limits.",
    },
  },
} as const;
