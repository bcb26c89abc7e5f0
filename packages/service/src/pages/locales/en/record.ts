import { html } from "../../html.js";

export const record = {
  title: (indexName: string) => `${indexName}: track record, misses included`,
  description:
    "What the Bitcoin cycle index said at every past price top and bottom: in time, early or missed, compared " +
    "with plain measures.",
  heading: "Track record",
  waiting: "There is no record yet: the service is collecting the price history it needs.",
  lead:
    "In time: when the score warned, the price was at 80% or more of a top, or at 125% or less of a bottom. " +
    "Early: it " +
    "was farther away. The score warns by entering Peak before a top, or Bottom before a bottom.",
  key: "The score on the day of each turn, newest first.",
  few: "Small sample: these turns come from only a few cycles.",
  covers: (from: string, to: string, version: string) =>
    `Scores from ${from} to ${to} (UTC days), model version ${version}.`,
  more: (json: string) => html`All figures as <a href="${json}">JSON</a>.`,
  tables: "Tables",
  /** Names of the verdicts on a turn. */
  verdicts: { inTime: "In time", early: "Early", missed: "Missed" },
  plots: {
    counts: (inTime: number, early: number, missed: number) => `${inTime} in time, ${early} early, ${missed} missed`,
    high: "Tops",
    low: "Bottoms",
    day: "Day",
    score: "Score",
    verdict: "Verdict",
    before: (days: string, share: string) => `${days} before, ${share}`,
    thatDay: "on the day",
    in: (phase: string) => `in ${phase}`,
  },
  costs: {
    heading: "What a steady buyer would have paid",
    intro:
      "What a coin cost on average if you bought more when the score was low ($2 at 0, $1 at 50, nothing at 100), " +
      "compared with spending the same sum in equal daily amounts. Below 0% is cheaper.",
    caption: "Average cost of a coin",
    columns: ["Period", "By the score, USD", "Same amount daily, USD", "Difference"],
    whole: "Since the first score",
    wholeNote:
      "The whole can be more expensive although every period is cheaper: when the score is high in a year of low " +
      "prices, as in 2013, few of the cheapest coins are bought.",
  },
  entries: {
    heading: "Every entry into Peak or Bottom",
    intro:
      "Each day on which the settled phase became Peak or Bottom, and the price a year later as a multiple. " +
      "Warnings that came to nothing are listed, too.",
    caption: "Every entry, and the price a year later",
    columns: ["Day", "Phase", "Price, USD", "A year later"],
  },
  periods: {
    later: ["After tuning", "not used to choose the model"],
    development: ["Used for tuning", "used to choose the model, so expect worse elsewhere"],
    early: ["Early", "short, and a thin market"],
  },
  nothing: "Nothing yet.",
  reading: {
    heading: "How to read the tables",
    points: [
      html`<b>Before and after tuning.</b> The days from 2014 to 2022 were used to choose the model, so its figures
there look better than they are. Later days are shown separately.`,
      html`<b>No look ahead.</b> Each score uses only what was known that day.`,
      html`<b>Tops and bottoms.</b> A top is the highest close of a year after which the price halved before a new
high. The bottom is the lowest close in between. Both are known only in hindsight.`,
    ],
  },
  changes: { heading: "Every change announced in the feeds", columns: ["Day", "Change", "Score"] },
  turns: {
    heading: "Every turn",
    intro:
      "Days and price share count from the first day since the previous turn on which the settled phase was Peak " +
      "(before a top) or Bottom (before a bottom).",
    high: "Top",
    low: "Bottom",
    open: "may still go lower",
    fall: (change: string) => `fall ${change}`,
    caption: "What the score said at every turn",
    columns: ["Turn", "Score", "Price, USD", "Details"],
  },
  readings: {
    heading: "Compared with plain measures",
    intro:
      "Four plain measures on the same days, from 0 to 100: MVRV alone, the price over its 200-day average (Mayer " +
      "multiple), the distance from a power law, and Fear & Greed. All are judged by the same rule as " +
      "the score. “–” means there was none.",
    counts: {
      caption: "Verdicts by the same rule",
      columns: [
        "Measure",
        ...["Tops in time", "Tops early", "Tops missed"],
        ...["Bottoms in time", "Bottoms early", "Bottoms missed"],
      ],
    },
    caption: "The score and four plain measures",
    turn: "Turn",
    measures: {
      score: "Score",
      mvrv: "MVRV alone",
      mayer: "Mayer multiple",
      powerLaw: "Power law",
      fearGreed: "Fear & Greed",
    },
  },
  flags: {
    heading: "The two warnings: right, false, missed",
    note: (alarms: number) => `${alarms} alarms`,
    intro: "An alarm is an unbroken run of days with the warning up. A miss is a turn without one.",
    verdicts: { right: "Right", false: "False alarm", open: "Open", missed: "Missed" },
    counts: "How often",
    flag: "Warning",
    alarms: "Every alarm and every miss",
    columns: ["Up from", "Until", "Warning", "Verdict", "Price, USD", "Fall after"],
    rules: {
      topRisk: "right if the price then halved before making a new high; a false alarm if the new high came first.",
      descentGuard: "right if the price fell 20% or more while it was up; otherwise a false alarm.",
    },
  },
  returns: {
    heading: "What the price did in the year after each phase",
    intro: "The years overlap, so many days are not much evidence. The spread is wide.",
    caption: "Price a year after each phase",
    columns: ["Phase", "Share of days", "Days with a following year", "10%", "Median", "90%", "Rose"],
  },
  settled: {
    heading: "The settled phase and signal",
    intro:
      "They ignore brief moves: they move toward Peak or Bottom at once; on the way back they wait for 6 points or " +
      "ten days.",
    caption: (from: string, to: string) => `Both versions, ${from} – ${to}`,
    columns: ["Version", "Changes", "Changes a year", "Stays under a week"],
    plain: "Phase of the day",
    settled: "Settled phase",
    plainSignal: "Signal of the day",
    settledSignal: "Settled signal",
    turns: (shown: string, lost: string, late: string) =>
      `Of the ${shown} turns that the phase of the day warned of, it missed ${lost} and showed ${late} later.`,
    late: (days: string, share: string) =>
      `On the way back it was at most ${days} days late, and on ${share} of the days both were the same.`,
  },
  hindsight: {
    heading: "How far off the score was",
    intro:
      "The true place of a day is where its price lies among the prices of the two years before and after: 0 at the " +
      "lowest, 100 at the highest. It is known only in hindsight.",
    caption: "Error of the score, in points",
    columns: ["Days", "Number", "Off by on average", "Too high (+) or too low (−)"],
  },
} as const;
