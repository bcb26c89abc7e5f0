import { html } from "../../html.js";

export const record = {
  title: (indexName: string) => `${indexName}: its record, misses included`,
  description:
    "What the Bitcoin cycle index said at every cycle high and low, its false alarms and its misses, next to plain baselines on the same days.",
  heading: "Track record",
  lead: "What the score said and what came of it, misses included.",
  waiting: "There is no record yet: the service is collecting the historical data it needs.",
  few: "Thin evidence: there have been only a few cycles. Thousands of daily figures look like much evidence, but they describe the same few rises and falls. Nothing here proves that the next cycle will be like the last.",
  later: (later: string, all: string) => `Only ${later} of the ${all} turns lie after the days used for tuning.`,
  covers: (from: string, to: string, version: string) =>
    `Scores from ${from} to ${to}, UTC days. Model version ${version}.`,
  more: (json: string) => html`The same for programs: <a href="${json}">record</a> in JSON.`,
  periods: {
    later: ["After", "after the days used for tuning"],
    development: ["Used for tuning", "in-sample: the model was chosen with these days"],
    early: ["Early", "before them: short, and a thin market"],
  },
  nothing: "None in this period.",
  reading: {
    heading: "How to read it",
    points: {
      periods:
        "Used for tuning, and after. The model was chosen with the days used for tuning, so its figures there are in-sample: expect worse. No number was fitted to the later days, but those that had passed by then were known, so they are no blind test either. The two are never mixed.",
      noLookAhead:
        "No look ahead. No score uses a later day. No return of a period uses a price after its end; highs, lows and alarms are told as far as they are known today.",
      turns:
        "Highs and lows. A cycle high is a close that none of the 365 days before exceeds, after which the price halved before it closed above it. Its low is the lowest close in between. Both are known only in hindsight.",
    },
  },
  turns: {
    heading: "At every cycle high and low",
    intro:
      "A warning is a day with the score in the outermost phase, Peak before a high and Bottom before a low, since the turn before. Then: how far the price fell from the high to its low, the signal of the day, and the flags that were up.",
    called: (highs: string, allHighs: string, lows: string, allLows: string) =>
      html`The score had stood in Peak before <strong>${highs} of ${allHighs}</strong> cycle highs, and in Bottom before <strong>${lows} of ${allLows}</strong> cycle lows.`,
    high: "High",
    low: "Low",
    open: "may still go lower",
    warned: (days: string) => `first warned ${days} before`,
    warnedThatDay: "warned on the day",
    neverWarned: "never warned",
    fall: (change: string) => `fall ${change}`,
    caption: "What the score said",
    columns: ["Turn", "Score", "Price, USD", "What else"],
  },
  readings: {
    heading: "Next to plain measures",
    intro:
      "What four plain measures read on the same days, from 0 to 100: market value over realized value (MVRV) alone, the price over its 200-day average (Mayer multiple) and the distance from a power law of the price (residual), each in the band of its own past like the components of the score, and Fear & Greed. “–” means that there was none.",
    caption: "The score and four plain measures",
    turn: "Turn",
    measures: {
      score: "Score",
      mvrv: "MVRV alone",
      mayer: "Mayer multiple",
      powerLaw: "Power-law residual",
      fearGreed: "Fear & Greed",
    },
  },
  flags: {
    heading: "Flags: right, false, missed",
    intro:
      "An alarm is an unbroken run of days with the flag up. A miss is a turn at which it should have been up and was not.",
    verdicts: { right: "right", false: "false alarm", open: "open", missed: "missed" },
    summary: (right: string, ended: string, missed: string) =>
      `right in ${right} of ${ended} alarms that have ended; turns missed: ${missed}`,
    counts: "How often",
    flag: "Flag",
    alarms: "Every alarm and every miss",
    columns: ["Up from", "to", "Flag", "Verdict", "Price, USD", "Fall after"],
    rules: {
      topRisk:
        "right if, after the highest close during the alarm, the price closed at half of it or less before it closed above it; a false alarm if it closed above it first.",
      descentGuard:
        "right when the price closed 20% or more below that of the first day while it was up; a false alarm when it went down without.",
    },
  },
  returns: {
    heading: "What the price did in the year after each phase",
    intro:
      "The spread is wide and the days overlap, so the number of days says little about how sure a figure is. A year that ends after the period is not counted.",
    caption: "Returns of the year after each phase",
    columns: ["Phase", "Share of days", "Days with a year after", "10%", "Median", "90%", "Rose"],
  },
  settled: {
    heading: "The settled phase",
    intro:
      "The phase follows every score and changes often. The settled phase moves outward at once, to 60 and 80 or below 40 and 20; it moves back toward the middle after a retreat of 6 points or after ten days in a row. Feeds announce it, and pages count its days. The table begins with 2014; its days include those used to choose the model.",
    caption: (from: string, to: string) => `Both phases, ${from} – ${to}`,
    columns: ["Phase", "Changes", "Changes a year", "Visits under a week"],
    turns: (shown: string, lost: string, late: string) =>
      `Cycle highs and lows before which the phase reached Peak or Bottom: ${shown}. Of these the settled phase missed ${lost} and showed ${late} later.`,
    late: (days: string, share: string) =>
      `On the way back it was ${days} days late at most. On ${share} of the days it was the same as the phase.`,
  },
  hindsight: {
    heading: "How far off the score was",
    intro:
      "The place of a day is where its price stands among the prices of the two years before and after, from 0 at the lowest to 100 at the highest on a logarithmic scale. It is known in hindsight only.",
    caption: "Error of the score, in points",
    columns: ["Days from – to", "Days", "Away on average", "Too high (+) or too low (−)"],
  },
} as const;
