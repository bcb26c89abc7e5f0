import { html } from "../../html.js";

export const record = {
  title: (indexName: string) => `${indexName}: track record, misses included`,
  description:
    "What the Bitcoin cycle index said at every past price top and bottom: hits, misses and false alarms, compared " +
    "with plain measures.",
  heading: "Track record",
  waiting: "There is no record yet: the service is collecting the price history it needs.",
  verdict: (hits: number, turns: number) => `The score warned before ${hits} of the ${turns} past turns.`,
  lead: "A hit: it entered Peak before a top, or Bottom before a bottom.",
  later: (turns: number, missed: number) =>
    turns === 1
      ? `The only turn after the model was tuned, in 2023, is a ${missed === 1 ? "miss" : "hit"}.`
      : turns === 2 && missed === 2
        ? "Both turns since 2023, the only ones after the model was tuned, are misses."
        : `Of the ${turns} turns since 2023, the only ones after the model was tuned, ${missed} are misses.`,
  key: "The score on the day of each turn, newest first.",
  few: "Small sample: these turns come from only a few cycles.",
  covers: (from: string, to: string, version: string) =>
    `Scores from ${from} to ${to} (UTC days), model version ${version}.`,
  more: (json: string) => html`Everything in <a href="${json}">JSON</a>.`,
  tables: "In tables",
  hits: {
    of: (hits: number, all: number) => `${hits} of ${all}`,
    high: "tops",
    low: "bottoms",
    day: "Day",
    score: "Score",
    verdict: "Verdict",
    hit: "Hit",
    miss: "Miss",
    before: (days: string) => `${days} before`,
    thatDay: "on the day",
    in: (phase: string) => `in ${phase}`,
  },
  periods: {
    later: ["After tuning", "the model was not chosen with these days"],
    development: ["Used for tuning", "the model was chosen with these days, so expect worse elsewhere"],
    early: ["Early", "short, and a thin market"],
  },
  nothing: "Nothing yet.",
  reading: {
    heading: "How to read the tables",
    points: [
      html`<b>Before and after tuning.</b> The model was chosen with the days from 2014 to 2022, so its figures
there look better than they are. The days after are kept apart.`,
      html`<b>No look ahead.</b> Each score uses only what was known that day.`,
      html`<b>Tops and bottoms.</b> A top is the highest close of a year after which the price halved before a new
high. The bottom is the lowest close in between. Both are known only in hindsight.`,
    ],
  },
  changes: { heading: "Every change told in the feeds", columns: ["Day", "Change", "Score"] },
  turns: {
    heading: "Every turn",
    intro:
      "The score “warned” if it entered Peak before a high, or Bottom before a low, at any time since the previous " +
      "turn.",
    high: "Top",
    low: "Bottom",
    open: "may still go lower",
    warned: (days: string) => `warned ${days} before`,
    warnedThatDay: "warned on the day",
    neverWarned: "never warned",
    fall: (change: string) => `fall ${change}`,
    caption: "What the score said at every turn",
    columns: ["Turn", "Score", "Price, USD", "What else"],
  },
  readings: {
    heading: "Compared with plain measures",
    intro:
      "Four plain measures on the same days, from 0 to 100: MVRV alone, the price over its 200-day average (Mayer " +
      "multiple), the distance from a power law, and Fear & Greed. “–” means there was none.",
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
    verdicts: { right: "right", false: "false alarm", open: "open", missed: "missed" },
    counts: "How often",
    flag: "Warning",
    alarms: "Every alarm and every miss",
    columns: ["Up from", "to", "Warning", "Verdict", "Price, USD", "Fall after"],
    rules: {
      topRisk: "right if the price then halved before making a new high; a false alarm if the new high came first.",
      descentGuard: "right if the price fell 20% or more while it was up; otherwise a false alarm.",
    },
  },
  returns: {
    heading: "What the price did in the year after each phase",
    intro: "The days overlap, so many days are not much evidence. The spread is wide.",
    caption: "Price a year after each phase",
    columns: ["Phase", "Share of days", "Days with a year after", "10%", "Median", "90%", "Rose"],
  },
  settled: {
    heading: "The phase on the chart",
    intro:
      "It ignores brief moves: it follows at once toward Peak or Bottom and waits for 6 points or ten days on the " +
      "way back.",
    caption: (from: string, to: string) => `Both phases, ${from} – ${to}`,
    columns: ["Phase", "Changes", "Changes a year", "Stays under a week"],
    plain: "Phase of the day",
    settled: "Phase on the chart",
    turns: (shown: string, lost: string, late: string) =>
      `Of the ${shown} turns at which the score warned, it missed ${lost} and showed ${late} later.`,
    late: (days: string, share: string) =>
      `On the way back it was at most ${days} days late, and on ${share} of the days both were the same.`,
  },
  hindsight: {
    heading: "How far off the score was",
    intro:
      "The true place of a day is where its price lies among the prices of two years before and after: 0 at the " +
      "lowest, 100 at the highest. It is known only in hindsight.",
    caption: "Error of the score, in points",
    columns: ["Days", "Number", "Off by on average", "Too high (+) or too low (−)"],
  },
} as const;
