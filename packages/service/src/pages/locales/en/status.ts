import { html } from "../../html.js";
import { FACTS } from "../facts.js";

export const status = {
  menu: "Status",
  title: (indexName: string) => `Status of the ${indexName}`,
  description:
    "Whether the score is fresh, when the next one is due, how its sources are, and how well this service has kept up for a year.",
  heading: "Status",
  lead: "Is the score fresh, and what is it based on?",
  asOf: (minute: string) => `As of ${minute}.`,
  now: {
    heading: "The score now",
    fresh: "Fresh",
    stale: `Stale: the score is older than ${FACTS.staleHours} hours`,
    score: "Score",
    computed: "Computed",
    nextScore: "Next score",
    nextRow: "Next daily row",
    overdue: "overdue",
    since: (days: string, day: string) => `for ${days}, since ${day}`,
    change: "Change in points",
    unknown: "not known yet",
    coverage: "Coverage",
    complete: "complete: there is data for every part of the score",
    partly: (percent: string) =>
      `${percent}: some data is missing; the parts that have data are weighted up to make up for it`,
  },
  figures: {
    heading: "Live figures",
    intro: "The last accepted value of each figure stays until a newer one is accepted. This is how old they are.",
    columns: ["Figure", "From", "Observed"],
    single: "(no second source)",
  },
  sources: {
    heading: "Sources",
    intro:
      "For each kind of data there is an order of sources. The next one is asked when the one before has not given enough.",
    columns: ["Source", "Gives", "Last answer", "State"],
    gives: {
      prices: "live prices",
      daily: "daily closes",
      mvrv: "MVRV of Bitcoin",
      hourly: "hourly closes",
      dominance: "Bitcoin dominance",
      "fear-greed": "Fear & Greed",
    },
    never: "none yet",
    health: { ok: "ok", failing: "failing", idle: "idle" },
    idle: "not needed in the last day",
    faults: {
      unreachable: "it did not answer in time",
      throttled: "it asked us to wait",
      refused: "it refused the question",
      malformed: "its answer had another form than documented",
      implausible: "it gave a number that cannot be true",
    },
    terms: (link: string) => html`What each source allows is on the page <a href="${link}">Attribution</a>.`,
  },
  served: {
    heading: "A year, day by day",
    intro: (day: string) =>
      `Days are UTC days, the first is ${day}. A score counts as fresh until it is ${FACTS.staleHours} hours old.`,
    drawing: "How fresh the score was on each day. The same is in the table below.",
    legend: [
      "fresh all day",
      "fresh for a part of the day, by its height",
      "not fresh at all",
      "the row of 06:00 UTC came late or is missing",
    ],
    totals: "All days together",
    columns: ["Days", "Hours with a score", "Time with a fresh score", "Daily rows of 06:00 UTC"],
    last: (count: string) => `Last ${count} days`,
    hours: (scored: string, due: string) => `${scored} of ${due}`,
    rows: (live: string, late: string, missing: string) => `${live} in time, ${late} late, ${missing} missing`,
    table: "Every day in numbers, newest first",
    day: "Day",
    fates: {
      live: "in time",
      late: "late",
      missing: "missing",
      awaited: "still to come",
      backfill: "computed afterwards",
    },
  },
  limits: {
    heading: "What this can say, and what not",
    points: {
      stored: "It counts what is stored: the scores and rows, and when they were computed.",
      unreachable:
        "It cannot count the minutes in which nobody could reach the service: a service does not see the requests that never arrive. Only someone outside can measure that.",
      readers: "A score that was computed in time may have reached readers late, for instance through a cache.",
      gaps: "Scores are stored once and never changed, so no gap is filled afterwards. A missed daily row is computed later, as of its own 06:00 UTC, and stays marked as late.",
    },
  },
  json: (link: string) => html`The same for programs: <a href="${link}"><code>/api/public/nhci/meta</code></a>.`,
} as const;
