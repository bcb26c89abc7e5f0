import { html, type Text } from "../../html.js";
import { FACTS } from "../facts.js";

export const home = {
  title: (indexName: string) => `${indexName}: where Bitcoin stands in its cycle`,
  description: `A free Bitcoin cycle index from 0 to 100, computed every hour: phase, signal, ${FACTS.days} days of history, widgets and an open JSON API.`,
  lead: "Where Bitcoin stands in its cycle: 0 is as low as it usually gets, 100 as high as it usually gets. Computed every hour.",
  /** Before the first score. */
  start: {
    heading: "First start",
    phase: "Collecting the past",
    elsewhere:
      "Another instance collects the historical data and computes the first score; this one waits for it and shows it as soon as it is stored.",
    left: (time: string) => `About ${time} left.`,
    stalled: (minute: string) => `No source has given anything new since ${minute}. All are asked again and again.`,
    unknown: "The time left is not known yet.",
    refreshes: "This page refreshes by itself.",
  },
  now: {
    stands: (place: Text) => html`Bitcoin stands ${place} of its cycle range.`,
    places: {
      FONDO: "near the bottom",
      ACUM: "below the middle",
      BULL: "around the middle",
      HOT: "above the middle",
      PEAK: "near the top",
    },
    /** How long the phase has lasted. */
    run: (days: string, day: string) => `for ${days}, since ${day}`,
    crossed: (settled: Text) => html`just crossed; ${settled} until it holds`,
    /** Behind the change of the price. */
    inADay: "in a day",
    weaker: "weaker evidence: why",
    of100: "of 100",
    stale: (age: string) => `Stale: ${age} old`,
    signal: "Signal",
    /** Behind the signal: the range of the score, and whether a flag moved it. */
    because: {
      FONDO: "under 40",
      ACUM: "under 40",
      BULL: "40 to 59.9",
      HOT: "60 to 79.9",
      PEAK: "80 and above",
      calm: "no warning",
      warned: "with a warning",
    },
    flags: "Warnings",
    noFlags: "None of two",
    /** Of a flag that is up. */
    since: (day: string) => `since ${day}`,
    updated: "Updated",
    next: (time: string) => `next ${time}`,
    crypto: "Crypto as a whole",
    moods: {
      "Extreme Fear": "extreme fear",
      Fear: "fear",
      Neutral: "neutral",
      Greed: "greed",
      "Extreme Greed": "extreme greed",
    },
  },
  phases: {
    heading: "What do the five phases mean?",
    intro: "A phase is a range of the published score and nothing else. All five are equally wide.",
    columns: ["Score", "Phase", "Key in the API", "What the score says"],
    meanings: {
      FONDO: "The indicators are near the low end of their historical range.",
      ACUM: "They are below the middle.",
      BULL: "They are around the middle.",
      HOT: "They are above the middle.",
      PEAK: "They are near the high end of their historical range.",
    },
    note: "A phase says where the price stands relative to value, not where it goes next.",
  },
  settled: {
    heading: "Why does the phase on the chart change less often than the score?",
    text: "The settled phase is the phase without its flicker: it moves outward at once, and back toward the middle after a retreat of 6 points or after ten days in a row. It changes a few times a year.",
  },
  signals: {
    heading: "What is the signal?",
    intro:
      "The signal follows from the score and the flags by a fixed table. A flag that is up moves it one step toward caution.",
    columns: ["Signal", "When"],
    when: {
      ACCUMULATE: "score below 40, no flag up",
      HOLD: "score below 40 with a flag up, or 40 to 59.9 without",
      CAUTION: "40 to 59.9 with a flag up, or 60 to 79.9 without",
      REDUCE: "60 to 79.9 with a flag up, or 80 and above in any case",
    },
  },
  flags: {
    heading: "What are the two warnings?",
    intro: "They look at patterns of the price and at figures the score does not use, and can be up at any score.",
    descentGuard: {
      meaning: "A bear market that has not run its course, when a low score is no bargain yet.",
    },
    topRisk: {
      pattern:
        "The pattern of a cycle top: either the 111-day average comes within 5% of twice the 350-day average, or the price holds its highs of the year on clearly weaker valuations.",
    },
  },
  method: {
    heading: "How is it made?",
    intro: "Four published indicators of two families, equal in weight:",
    families: {
      cost: {
        name: "Price against cost",
        holders: "the market value over what the holders paid for their coins",
        miners: "the market value over what miners were paid for all coins",
      },
      ownPast: {
        name: "Price against its own long run",
        trend: "the distance from the power-law trend of the price over Bitcoin's age",
        average: "the price over its 200-week average",
      },
    },
    rest: {
      bands:
        "A band holds the central 95% of all values of an indicator so far, and recent years count more. Its lower edge is 0, its upper edge is 100, and the score is the plain mean of the four places.",
      noLookAhead:
        "Nothing looks ahead: the score of a day uses that day and the days before it. Nothing is repainted: a published row never changes.",
      crypto:
        "The score for crypto as a whole mixes Bitcoin's score with that of a basket of seven large coins, by Bitcoin's dominance. It is weaker evidence.",
    },
  },
  /** The link at the end of each short answer. */
  more: (link: string) => html`<a href="${link}">In full, with every formula</a>`,
  wrong: {
    heading: "How wrong has it been?",
    record: (link: string) =>
      html`<a href="${link}">The whole record</a> of this installation: every cycle high and low, every false alarm and miss, next to plain baselines, and the days after 2022 apart from those used to choose the model.`,
    points: {
      driver: "One driver. The price is in all four indicators. The score knows no news, no flows and no macro data.",
      vendors:
        "Vendors. On-chain figures are estimates of others, and two installations with different sources get slightly different scores.",
    },
  },
  use: {
    heading: "How do I use it?",
    intro: "Two JSON answers, free, without a key, open to every origin:",
    current: (link: string) => html`<a href="${link}">the score now</a>, updated every hour`,
    history: (link: string) => html`<a href="${link}">the last ${FACTS.days} days</a>, updated daily at 06:00 UTC`,
    limits: (docs: string) =>
      html`At most ${FACTS.limit} requests a minute per IP address, both endpoints together; the next one is answered with 429 and <code>Retry-After</code>. <a href="${docs}">Everything about the API</a>.`,
    attribution: (link: string) =>
      html`If you show a score, name the index and this site: <a href="${link}">the line, and our sources</a>.`,
  },
  pro: {
    soon: "coming soon",
    text: html`The full history since 2017, personal keys in the header <code>X-NHCI-API-Key: peak_live_…</code>, and higher limits. It is not available yet: today a key is accepted and changes nothing.`,
    open: html`A key in the header <code>X-NHCI-API-Key: peak_live_…</code> gives a higher limit and the full history since 2017. Keys come from whoever runs this site.`,
  },
} as const;
